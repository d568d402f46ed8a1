import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import { stamp } from '../../src/base/ids.ts'
import { type Database, rows } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { insertRow } from '../../src/db/records.ts'
import { purgeTrash } from '../../src/jobs/purge-trash.ts'
import { buildTask } from '../support/build-task.ts'
import { ago } from '../support/clock.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { seedCompany } from '../support/seed.ts'

cleanUpProcesses()

const never = new AbortController().signal
const day = 24 * 3_600_000

describe.each(['sqlite', 'postgres'])('on %s, the purge of the trash removes', (engine) => {
  let db: Database

  beforeAll(async () => {
    const settings = settingsIn(makeFolder())
    if (engine === 'postgres') {
      const url = inject('postgresUrl')
      const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)
      settings['ATRIUM_DATABASE_URL'] = `${url}/${name}`
    }
    const config = readConfig(settings)
    await migrate(config.database)
    db = openDatabase(config, (error) => {
      throw error
    })
  })

  afterAll(() => db.close())

  test('time entries with their tasks and workspaces, in as many steps as necessary', async () => {
    const fresh = await seedCompany(db, 'timed')
    const { companyNo, adminId } = fresh
    const created = { externalId: null, createdAt: '', updatedAt: '', createdBy: adminId }
    const old = ago(30 * day + 60_000)
    const place = async (name: string, deletedAt: string | null): Promise<string> => {
      const { id } = stamp()
      const names = { workspaceName: name, workspaceNameKey: name, urlShortName: id, urlShortNameKey: id }
      const rest = {
        description: null,
        workspaceType: 'pm',
        archived: false,
        readersMayComment: true,
        accountId: null,
      }
      const state = { deletedAt, deletedBy: null, workspaceGroupId: null, customFields: '[]' }
      const row = { companyNo, id, ...created, ...names, ...rest, ...state }
      await db.transaction((tx) => insertRow(tx, 'workspaces', row))
      return id
    }
    const [kept, gone] = [await place('kept timed', null), await place('gone timed', old)]
    const task = async (workspaceId: string, deletedAt: string | null): Promise<string> => {
      const row = buildTask({ companyNo, userId: adminId }, { workspaceId, deletedAt })
      await db.transaction((tx) => insertRow(tx, 'tasks', row))
      return row.id
    }
    const enter = (count: number, workspaceId: string, taskId: string | null, deletedAt: string | null) =>
      db.transaction(async (tx) => {
        for (let n = 0; n < count; n += 1)
          await insertRow(tx, 'times', {
            ...{ companyNo, id: stamp().id, ...created, workspaceId, taskId, deletedAt, deletedBy: null },
            ...{ userHash: adminId, date: '2026-01-01', minutes: 1, billable: false, note: null },
          })
        if (taskId !== null)
          await insertRow(tx, 'taskMinutes', { companyNo, taskId, userHash: adminId, minutes: count })
      })
    const living = await task(kept, null)
    await enter(3, kept, living, null)
    await enter(2, kept, null, null)
    await enter(1_001, kept, await task(kept, old), old)
    await enter(600, gone, await task(gone, null), null)
    await enter(600, gone, null, null)
    await enter(4, gone, await task(gone, ago(day)), ago(day))

    expect(await purgeTrash.run(db, never)).toContain('3 tasks')
    const left = async (sql: string): Promise<unknown> =>
      (await rows<{ x: unknown }>(db, { sql, values: [companyNo] })).map(({ x }) => x)
    expect(await left('SELECT count(*) AS "x" FROM "times" WHERE "companyNo" = ?')).toEqual([5])
    expect(await left('SELECT "taskId" AS "x" FROM "taskMinutes" WHERE "companyNo" = ?')).toEqual([living])
    expect(
      await left(`SELECT count(*) AS "x" FROM "changes" WHERE "companyNo" = ? AND "type" = 'time.purged'`),
    ).toEqual([2_205])
  })
})
