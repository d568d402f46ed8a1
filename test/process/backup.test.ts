import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type BackupState, readBackupState } from '../../src/backup/runs.ts'
import { installationOf } from '../../src/backup/secret.ts'
import { readConfig } from '../../src/base/config.ts'
import type { Database } from '../../src/db/database.ts'
import { backupJob } from '../../src/jobs/backups.ts'
import { clockSettings } from '../support/clock-server.ts'
import { operate, operated, writeWithoutPause } from '../support/copies.ts'
import { everyRow } from '../support/every-row.ts'
import { FileCaller } from '../support/file-requests.ts'
import { cleanUpProcesses, makeFolder, serveReady, settingsIn, until } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const unlimited = { ATRIUM_RATE_REQUESTS_PER_SECOND: '0' }

test('a backup under load is restored completely, and one at rest is equal row by row', async () => {
  const folder = makeFolder()
  const settings = { ...settingsIn(folder), ...unlimited }
  const { token } = await withDatabase(settings, (db) => seedCompany(db))
  const served = await serveReady(settings)
  const writer = await writeWithoutPause(new FileCaller(served.url, token))
  await until('there is much', () => writer.written() > 300)
  const dir = join(makeFolder(), 'backups')
  const before = writer.written()
  const first = JSON.parse(await operated(['backup', dir, '--json'], settings))
  expect(writer.written(), 'others were served in the meantime').toBeGreaterThan(before)
  await writer.stop()
  expect(first).toMatchObject({ lacking: [], removed: [] })
  // It only reads the backup, so neither the settings nor the owner of the data matter.
  expect(await operated(['restore', dir, '--check'], { ATRIUM_PORT: 'many' })).toContain(
    'The backup is intact.',
  )

  const there = { ...settingsIn(makeFolder()), ...unlimited }
  await operated(['restore', dir], there)
  const sound = await operated(['check', '--json'], there)
  expect(JSON.parse(sound)).toMatchObject({ missing: [], damaged: [], dangling: [], unreferenced: [] })
  const rows = await everyRow(there)
  const logged = rows['changes']?.filter((row) => row.includes('"task.created"'))
  expect(rows['tasks']?.length, 'each task with its change').toBe(logged?.length)
  expect(rows['tasks']?.length).toBeGreaterThan(100)

  const second = JSON.parse(await operated(['backup', dir, '--json'], settings))
  expect(second.copied.contents, 'only what is new').toBe(second.contents - first.contents)
  await served.stop()
  const other = { ...settingsIn(makeFolder()), ...unlimited }
  await operated(['restore', dir], other)
  expect(await everyRow(other)).toEqual(await everyRow(settings))
  const reopened = await serveReady(other)
  expect((await new FileCaller(reopened.url, token).fetch('/v1/tasks')).status).toBe(200)
  await reopened.stop()
})

test('backups run automatically in a separate process, and their state is reported', async () => {
  const folder = makeFolder()
  const dir = join(makeFolder(), 'backups')
  const settings = { ...settingsIn(folder), ATRIUM_BACKUP_DIR: dir, ATRIUM_BACKUP_KEEP: '1' }
  await withDatabase(settingsIn(folder), (db) => seedCompany(db))
  const state = async (url: string): Promise<Record<string, unknown>> =>
    ((await (await fetch(`${url}/readyz?verbose`)).json()) as { backup: Record<string, unknown> }).backup
  // The manual backup is in another folder, and this folder gets its own at once.
  await operated(['backup', join(makeFolder(), 'by-hand')], settingsIn(folder))
  const served = await serveReady(settings)
  await until(
    'the folder has one',
    () => existsSync(dir) && readdirSync(dir).some((name) => name.endsWith('Z')),
  )
  await until('one is made', async () => (await state(served.url))['state'] === 'fine')
  expect(await state(served.url)).toMatchObject({ everyHours: 24, last: { failure: null } })
  await served.stop()
  expect(await operated(['restore', dir, '--check'])).toContain('The backup is intact.')

  // Only the person who mistyped a manual backup sees the error.
  expect((await operate(['backup', folder], settings)).code).toBe(3)
  const { backups } = readConfig(settings)
  expect(await withDatabase(settings, (db) => readBackupState(db, backups))).toMatchObject({ state: 'fine' })
  // It is not due for a day, and is reported all the same.
  const failing = await serveReady({ ...settings, ATRIUM_BACKUP_DIR: folder })
  await until('it is refused', async () => (await state(failing.url))['state'] === 'failed')
  const { last } = await state(failing.url)
  expect(last).toMatchObject({ failure: 'refused' })
  expect(JSON.stringify(last), 'nothing of where').not.toContain(folder)
  await until('the log says why', () => failing.stdout().includes('something other than backups'))
  await until('a person can read it', () => failing.stderr().includes('Cannot create backups: '))
  await failing.stop()
})

/** The backup job as the service has it, without the time between its runs. */
async function jobOf(db: Database, settings: Record<string, string>) {
  const config = readConfig(settings)
  const told: string[] = []
  const [job] = backupJob(config.backups, {
    installation: installationOf(config),
    log: { info: () => undefined, error: () => undefined },
    note: (line) => told.push(line),
    environment: { ...settings, ...(await clockSettings()) },
  })
  const { signal } = new AbortController()
  return {
    told,
    turn: () => job?.run(db, signal),
    state: (): Promise<BackupState> => readBackupState(db, config.backups),
  }
}

test('a folder that has lost its backups is reported, and gets a new one immediately', async () => {
  const dir = join(makeFolder(), 'backups')
  const settings = { ...settingsIn(makeFolder()), ATRIUM_BACKUP_DIR: dir }
  await withDatabase(settings, async (db) => {
    await seedCompany(db)
    const { told, turn, state } = await jobOf(db, settings)
    await turn()
    await until('one is made', async () => (await state()).state === 'fine')
    rmSync(dir, { recursive: true })
    await until('it is reported', async () => {
      await turn()
      return told.length > 0
    })
    expect(told).toEqual([expect.stringContaining(`The folder ${dir} no longer holds a backup`)])
    expect(await state()).toMatchObject({ state: 'failed', last: { failure: 'gone' } })
    await until('another is made', async () => (await state()).state === 'fine')
    expect(readdirSync(dir).filter((name) => name.endsWith('Z'))).toHaveLength(1)
  })
})

test('after a restore, the folder of the other installation is refused at start', async () => {
  const [dir, home] = [makeFolder(), settingsIn(makeFolder())]
  await withDatabase(home, (db) => seedCompany(db))
  await operated(['backup', dir], home)
  const settings = { ...settingsIn(makeFolder()), ATRIUM_BACKUP_DIR: dir }
  await operated(['restore', dir], settings)
  await withDatabase(settings, async (db) => {
    const { told, turn, state } = await jobOf(db, settings)
    for (let n = 0; n < 2; n += 1) await turn()
    expect(told).toEqual([expect.stringContaining(`atrium backup ${dir} --adopt`)])
    expect(await state()).toMatchObject({ state: 'failed', running: false, last: { failure: 'refused' } })
  })
})
