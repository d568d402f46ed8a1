import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { hashToken } from '../../src/auth/access-token.ts'
import { readConfig } from '../../src/base/config.ts'
import { stamp } from '../../src/base/ids.ts'
import { type Database, type Reader, rows } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openDatabase } from '../../src/db/open.ts'
import { insertRow, insertRows, newRow } from '../../src/db/records.ts'
import { purgeTrash } from '../../src/jobs/purge-trash.ts'
import { purgeAccessTokens, purgeIdempotencyKeys } from '../../src/jobs/purges.ts'
import type { FolderRow } from '../../src/schema/records/folder.ts'
import type { TaskRow } from '../../src/schema/records/task.ts'
import type { WorkspaceRow } from '../../src/schema/records/workspace.ts'
import { buildTask } from '../support/build-task.ts'
import { ago } from '../support/clock.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, settingsIn } from '../support/process.ts'
import { type Seeded, seedCompany } from '../support/seed.ts'

cleanUpProcesses()

const never = new AbortController().signal
const day = 24 * 3_600_000

describe.each(['sqlite', 'postgres'])('on %s', (engine) => {
  let db: Database
  let company: Seeded

  beforeAll(async () => {
    const settings = settingsIn(makeFolder())
    if (engine === 'postgres') {
      const url = inject('postgresUrl')
      const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)
      settings['ATRIUM_DATABASE_URL'] = `${url}/${name}`
    }
    const config = readConfig(settings)
    await migrate(config.database)
    const fatal = (error: Error): void => {
      throw error
    }
    db = openDatabase(config, fatal)
    company = await seedCompany(db)
  })

  afterAll(async () => {
    await db.close()
  })

  describe('the purge removes', () => {
    test('idempotency keys, 24 hours after their use', async () => {
      const key = (name: string, age: number) => ({
        companyNo: company.companyNo,
        scope: company.adminId,
        key: name,
        requestHash: '',
        status: 201,
        headers: '{}',
        body: '',
        createdAt: ago(age),
      })
      await db.transaction(async (tx) => {
        await insertRow(tx, 'idempotencyKeys', key('old', day + 60_000))
        await insertRow(tx, 'idempotencyKeys', key('young', day - 60_000))
      })
      expect(await purgeIdempotencyKeys.run(db, never)).toBe('Cleared 1 idempotency keys.')
      expect(await purgeIdempotencyKeys.run(db, never)).toBeUndefined()
      expect(await db.query.selectFrom('idempotencyKeys').select('key').execute()).toEqual([{ key: 'young' }])
    })

    test('access tokens, 30 days after they expired, in as many steps as necessary', async () => {
      const token = (name: string, expiresAt: string) => ({
        hash: hashToken(name),
        companyNo: company.companyNo,
        userId: company.adminId,
        clientId: null,
        scope: '',
        issuedAt: expiresAt,
        expiresAt,
        revokedAt: null,
        keyId: null,
        sessionId: null,
      })
      await db.transaction(async (tx) => {
        await tx.query
          .insertInto('accessTokens')
          .values(Array.from({ length: 1_001 }, (_, n) => token(`old${n}`, ago(30 * day + 60_000))))
          .execute()
        await insertRow(tx, 'accessTokens', token('ended', ago(30 * day - 60_000)))
      })
      expect(await purgeAccessTokens.run(db, never)).toBe('Cleared 1001 access tokens.')
      const left = await db.query.selectFrom('accessTokens').select('hash').execute()
      expect(new Set(left.map(({ hash }) => hash))).toEqual(
        new Set([hashToken('ended'), hashToken(company.token)]),
      )
    })

    test('records that have been in the trash for 30 days, with everything that belongs to them', async () => {
      const { companyNo, adminId } = company
      const workspace = (name: string, deletedAt: string | null): WorkspaceRow => ({
        ...newRow(companyNo, adminId),
        externalId: null,
        deletedAt,
        deletedBy: null,
        workspaceName: name,
        workspaceNameKey: name,
        urlShortName: name,
        urlShortNameKey: name,
        description: null,
        workspaceType: 'pm',
        archived: false,
        readersMayComment: true,
        accountId: null,
        workspaceGroupId: null,
        customFields: '[]',
      })
      const kept = workspace('kept', null)
      const young = workspace('young', ago(30 * day - 60_000))
      const old = workspace('old', ago(30 * day + 60_000))
      const tagId = stamp().id
      const task = (title: string, workspaceId: string, deletedAt: string | null): TaskRow =>
        buildTask(
          { companyNo, userId: adminId },
          { title, workspaceId, deletedAt, assignees: [adminId], tagIds: [tagId] },
        )
      const tasks = [
        task('kept', kept.id, null),
        task('young', kept.id, ago(30 * day - 60_000)),
        task('in young', young.id, null),
        ...Array.from({ length: 600 }, (_, n) => task(`old${n}`, kept.id, ago(30 * day + 60_000))),
        ...Array.from({ length: 600 }, (_, n) => task(`in old${n}`, old.id, null)),
      ]
      const folder = (folderName: string, { id }: WorkspaceRow, deletedAt: string | null): FolderRow => ({
        ...newRow(companyNo, adminId),
        externalId: null,
        deletedAt,
        deletedBy: null,
        workspaceId: id,
        parentFolderId: null,
        folderName,
        folderNameKey: folderName,
      })
      const folders = [
        folder('kept', kept, null),
        folder('young', kept, ago(30 * day - 60_000)),
        folder('in young', young, null),
        ...Array.from({ length: 501 }, (_, n) => folder(`old${n}`, kept, ago(30 * day + 60_000))),
        folder('in old', old, null),
        folder('young in old', old, ago(day)),
      ]
      await db.transaction(async (tx) => {
        for (const row of [kept, young, old]) {
          await insertRow(tx, 'workspaces', row)
          const { createdAt, updatedAt } = row
          const member = { companyNo, workspaceId: row.id, userId: adminId, role: 'Admin' as const }
          await insertRow(tx, 'members', {
            ...member,
            externalId: null,
            createdAt,
            updatedAt,
            createdBy: null,
          })
        }
        for (const row of folders) await insertRow(tx, 'folders', row)
        for (const row of tasks) {
          await insertRow(tx, 'tasks', row)
          await insertRow(tx, 'taskAssignees', { companyNo, userId: adminId, taskId: row.id })
          await insertRow(tx, 'taskTags', { companyNo, tagId, taskId: row.id })
        }
      })

      expect(await purgeTrash.run(db, never)).toBe('Purged 1200 tasks, 501 folders and 1 workspaces.')
      expect(await purgeTrash.run(db, never)).toBeUndefined()

      const left = async (sql: string): Promise<unknown[]> =>
        (await rows<{ x: unknown }>(db, { sql, values: [] })).map(({ x }) => x)
      expect(await left('SELECT "title" AS "x" FROM "tasks" ORDER BY "title"')).toEqual([
        'in young',
        'kept',
        'young',
      ])
      expect(await left('SELECT "folderName" AS "x" FROM "folders" ORDER BY "folderName"')).toEqual([
        'in young',
        'kept',
        'young',
      ])
      expect(await left('SELECT "workspaceName" AS "x" FROM "workspaces" ORDER BY "workspaceName"')).toEqual([
        'kept',
        'young',
      ])
      for (const table of ['taskAssignees', 'taskTags'])
        expect((await left(`SELECT "taskId" AS "x" FROM "${table}"`)).length).toBe(3)
      expect((await left('SELECT "workspaceId" AS "x" FROM "members"')).length).toBe(2)
      // Each of them is in the change log.
      expect(
        await left(`SELECT "type" || ' ' || count(*) AS "x" FROM "changes"
          WHERE "requestId" = 'job:purge-trash' GROUP BY "type" ORDER BY "type"`),
      ).toEqual(['folder.purged 501', 'task.purged 1200', 'workspace.purged 1'])
    })

    test('a workspace with many records, one batch at a time', async () => {
      const { companyNo, adminId } = company
      const workspace: WorkspaceRow = {
        ...newRow(companyNo, adminId),
        externalId: null,
        deletedAt: ago(31 * day),
        deletedBy: null,
        workspaceName: 'full',
        workspaceNameKey: 'full',
        urlShortName: 'full',
        urlShortNameKey: 'full',
        description: null,
        workspaceType: 'pm',
        archived: false,
        readersMayComment: true,
        accountId: null,
        workspaceGroupId: null,
        customFields: '[]',
      }
      const workspaceId = workspace.id
      const held = async (reader: Reader): Promise<number> => {
        const [row] = await rows<{ n: number }>(reader, {
          sql: `SELECT CAST((SELECT count(*) FROM "tagUses" WHERE "companyNo" = ? AND "workspaceId" = ?)
            + (SELECT count(*) FROM "members" WHERE "companyNo" = ? AND "workspaceId" = ?) AS bigint) AS "n"`,
          values: [companyNo, workspaceId, companyNo, workspaceId],
        })
        return row?.n ?? 0
      }
      await db.transaction(async (tx) => {
        await insertRow(tx, 'workspaces', workspace)
        const tags = Array.from({ length: 1_200 }, (_, n) => ({
          ...newRow(companyNo, adminId),
          ...{ id: `tag${n}`, externalId: null, deletedAt: null, deletedBy: null, mergedInto: null },
          ...{ tagName: `tag${n}`, tagNameKey: `tag${n}` },
        }))
        await insertRows(tx, 'tags', tags)
        const uses = Array.from({ length: 1_200 }, (_, n) => ({
          companyNo,
          workspaceId,
          tagId: `tag${n}`,
          slot: n % 2,
          taskCount: 1,
          fileCount: 0,
        }))
        await insertRows(tx, 'tagUses', uses)
        const { createdAt, updatedAt, createdBy } = workspace
        const member = { companyNo, workspaceId, role: 'Admin' as const, externalId: null }
        const members = Array.from({ length: 700 }, (_, n) => `user${n}`)
        const [person] = await tx.query.selectFrom('users').selectAll().where('id', '=', adminId).execute()
        if (person === undefined) throw new Error('there is nobody')
        await insertRows(
          tx,
          'users',
          members.map((id) => ({ ...person, id, email: `${id}@example.com`, emailKey: `${id}@example.com` })),
        )
        await insertRows(
          tx,
          'members',
          members.map((userId) => ({ ...member, userId, createdAt, updatedAt, createdBy })),
        )
      })
      expect(await held(db)).toBe(1_900)
      let most = 0
      const watched: Database = {
        ...db,
        transaction: (work) =>
          db.transaction(async (tx) => {
            const before = await held(tx)
            const result = await work(tx)
            most = Math.max(most, before - (await held(tx)))
            return result
          }),
      }
      expect(await purgeTrash.run(watched, never)).toBe('Purged 1 workspaces.')
      expect([most, await held(db)]).toEqual([500, 0])
    })

    test('stops between two steps when asked to', async () => {
      const told = new AbortController()
      told.abort()
      const expiresAt = ago(31 * day)
      await db.transaction((tx) =>
        tx.query
          .insertInto('accessTokens')
          .values(
            Array.from({ length: 1_200 }, (_, n) => ({
              hash: `stop${n}`,
              companyNo: company.companyNo,
              userId: company.adminId,
              clientId: null,
              scope: '',
              issuedAt: expiresAt,
              expiresAt,
              revokedAt: null,
              keyId: null,
            })),
          )
          .execute(),
      )
      expect(await purgeAccessTokens.run(db, told.signal)).toBe('Cleared 500 access tokens.')
      expect(await purgeAccessTokens.run(db, never)).toBe('Cleared 700 access tokens.')
    })
  })
})
