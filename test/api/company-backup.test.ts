import { expect, test } from 'vitest'
import {
  announceRun,
  beginRun,
  endForgotten,
  endRun,
  readBackupState,
  rememberFailure,
} from '../../src/backup/runs.ts'
import { clock } from '../../src/base/clock.ts'
import { stamp } from '../../src/base/ids.ts'
import { holdContents } from '../../src/file-store/hold.ts'
import { isDue } from '../../src/jobs/backups.ts'
import { useWorld } from '../support/world.ts'

const unscheduled = useWorld()
const scheduled = useWorld({ ATRIUM_BACKUP_DIR: 'backups', ATRIUM_BACKUP_HOURS: '10' })

const hour = 3_600_000
const good = { rowCount: 12, byteCount: 34, failure: null }

test('the state of backups is for company admins', async () => {
  const company = await unscheduled.company()
  const { client } = await unscheduled.person(company)
  expect((await client.get('/v1/company/backup')).status).toBe(403)
  expect((await company.admin.ok('GET', '/v1/company/backup')).body).toEqual({
    state: 'none',
    running: false,
    everyHours: null,
    lastGoodAt: null,
    last: null,
  })
})

test('a backup is waiting, running, fine, failed or overdue, and /readyz reports the same to anybody', async () => {
  const { db } = scheduled
  const { admin } = await scheduled.company()
  const state = async () => {
    const { body } = await admin.ok('GET', '/v1/company/backup')
    const reply = await scheduled.app.server.inject({ url: '/readyz?verbose' })
    expect(reply.json()).toEqual({
      status: 'ready',
      backup: body,
      feed: { state: 'current', lagSeconds: expect.any(Number) },
      installation: expect.any(String),
    })
    for (const no of ['no', 'false', '0'])
      expect((await scheduled.app.server.inject({ url: `/readyz?verbose=${no}` })).json()).toEqual({
        status: 'ready',
      })
    return body
  }
  expect(await state()).toMatchObject({ state: 'waiting', everyHours: 10 })
  const hold = await holdContents(db)
  const first = await beginRun(db)
  expect(await state()).toMatchObject({ state: 'waiting', running: true, last: null })
  expect(await isDue(db, 10 * hour), 'while one is being made').toBe(false)
  await endRun(db, first, good)
  const fine = await state()
  expect(fine).toMatchObject({ state: 'fine', running: false, last: { rows: 12, bytes: 34, failure: null } })
  expect(fine.lastGoodAt).toBe(fine.last.startedAt)

  const third = await beginRun(db)
  await endRun(db, third, { rowCount: null, byteCount: null, failure: 'disk_full' })
  expect(await state()).toMatchObject({
    state: 'failed',
    lastGoodAt: fine.lastGoodAt,
    last: { failure: 'disk_full' },
  })
  expect([await isDue(db, 10 * hour), await isDue(db, 10 * hour, { now: clock.now() + hour })]).toEqual([
    false,
    true,
  ])

  await beginRun(db)
  await hold?.release()
  // Nobody holds content, so no backup is running any more.
  expect(await state()).toMatchObject({ state: 'failed', running: false, last: { failure: 'stopped' } })
  const late = stamp(clock.now() - 17 * hour)
  await db.transaction(async (tx) => {
    await tx.query.deleteFrom('backups').execute()
    await tx.query
      .insertInto('backups')
      .values({ id: late.id, startedAt: late.at, endedAt: late.at, ...good })
      .execute()
  })
  expect(await state()).toMatchObject({ state: 'overdue', lastGoodAt: late.at })
  expect(await isDue(db, 10 * hour)).toBe(true)
  expect(await isDue(db, 18 * hour)).toBe(false)
})

test('a backup that dies before it begins is reported, and so is one that is never tried', async () => {
  const { db } = unscheduled
  const schedule = { dir: 'backups', everyHours: 24, keep: 1 }
  const stateAfter = (milliseconds: number) =>
    readBackupState(db, schedule, clock.now() + milliseconds, clock.now())
  await db.transaction((tx) => tx.query.deleteFrom('backups').execute())
  expect([await stateAfter(0), await stateAfter(2 * hour)]).toMatchObject([
    { state: 'waiting' },
    { state: 'overdue' },
  ])
  const attempt = await announceRun(db)
  expect([await stateAfter(0), await stateAfter(2 * 60_000)]).toMatchObject([
    { state: 'waiting', running: true },
    { state: 'failed', running: false, last: { failure: 'stopped' } },
  ])
  await endForgotten(db, attempt)
  expect(await stateAfter(0)).toMatchObject({ state: 'failed', running: false, last: { failure: 'failed' } })
  // The one that begins takes the place of its announcement.
  const hold = await holdContents(db)
  const begun = await beginRun(db, await announceRun(db))
  await endRun(db, begun, good)
  await hold?.release()
  expect(await stateAfter(0)).toMatchObject({ state: 'fine', running: false })
  expect((await db.query.selectFrom('backups').select('id').execute()).length).toBe(2)
})

test('old runs are deleted, except for the last good one', async () => {
  const { db } = unscheduled
  const failed = { ...good, failure: 'failed' as const }
  for (let n = 0; n < 55; n += 1) await endRun(db, await beginRun(db), n === 2 ? good : failed)
  const kept = await db.query.selectFrom('backups').select('id').execute()
  expect(kept).toHaveLength(51)
  const { lastGoodAt, state } = await readBackupState(db, { dir: undefined, everyHours: 24, keep: 1 })
  expect([state, lastGoodAt]).toEqual(['failed', expect.any(String)])
})

test('a backup from before the first company does not count once there is one', async () => {
  const { db } = unscheduled
  await db.transaction((tx) => tx.query.deleteFrom('backups').execute())
  await endRun(db, await beginRun(db), { ...good, rowCount: 0 })
  await unscheduled.company()
  expect(await isDue(db, hour)).toBe(true)
  const schedule = { dir: 'backups', everyHours: 24, keep: 1 }
  expect(await readBackupState(db, schedule)).toMatchObject({ state: 'waiting', lastGoodAt: null })
})

test('a refused backup is retried at the next start', async () => {
  const { db } = unscheduled
  await rememberFailure(db, 'refused')
  expect([await isDue(db, hour), await isDue(db, hour, { isFirst: true })]).toEqual([false, true])
})

test('a lost backup is replaced immediately, and so is the first in a folder', async () => {
  const { db } = unscheduled
  await endRun(db, await beginRun(db), good)
  expect(await isDue(db, hour, { isEmpty: true }), 'it is reported first').toBe(false)
  expect(await isDue(db, hour, { isEmpty: true, isFirst: true })).toBe(true)
  await rememberFailure(db, 'gone')
  expect(await isDue(db, hour, { isEmpty: true })).toBe(true)
})
