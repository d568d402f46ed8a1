import { type Database, inChunks, rows, type SqlValue } from '../db/database.ts'
import { trashedTables } from '../db/tables.ts'
import { indexTask } from '../db/task-index.ts'
import { trashReachesBackTo } from '../db/trash.ts'
import { type Write, write } from '../db/write.ts'
import { replayableSince } from '../http/idempotency.ts'
import type { FolderRow } from '../schema/records/folder.ts'
import type { TaskRow } from '../schema/records/task.ts'
import { purgeFiles } from './purge-files.ts'
import { purgeTimesIn, purgeTimesOf } from './purge-times.ts'
import type { Job } from './runner.ts'

const day = 24 * 3_600_000
const ago = (milliseconds: number): string => new Date(Date.now() - milliseconds).toISOString()
const batch = 500

/** Deletes in batches, so that no transaction is long. */
async function deleteOld(
  db: Database,
  signal: AbortSignal,
  table: string,
  key: string,
  column: string,
  before: string | number,
): Promise<number> {
  let total = 0
  for (;;) {
    const deleted = await db.transaction((tx) =>
      rows(tx, {
        sql: `DELETE FROM "${table}" WHERE (${key}) IN (SELECT ${key} FROM "${table}" WHERE "${column}" < ? LIMIT ?) RETURNING 1 AS "one"`,
        values: [before, batch],
      }),
    )
    total += deleted.length
    if (deleted.length < batch || signal.aborted) return total
  }
}

const counted = (n: number, what: string): string | undefined =>
  n === 0 ? undefined : `Cleared ${n} ${what}.`

export const purgeIdempotencyKeys: Job = {
  name: 'purge-idempotency-keys',
  everySeconds: 3_600,
  run: async (db, signal) =>
    counted(
      await deleteOld(
        db,
        signal,
        'idempotencyKeys',
        '"companyNo", "scope", "key"',
        'createdAt',
        replayableSince(),
      ),
      'idempotency keys',
    ),
}

/** "Kept for 30 days past their end so that an expired one is told from an unknown one." */
export const purgeAccessTokens: Job = {
  name: 'purge-access-tokens',
  everySeconds: 3_600,
  run: async (db, signal) =>
    counted(
      await deleteOld(db, signal, 'accessTokens', '"hash"', 'expiresAt', ago(30 * day)),
      'access tokens',
    ),
}

/** A `jti` that could not be used again anyway need not be remembered. */
export const purgeUsedAssertions: Job = {
  name: 'purge-used-assertions',
  everySeconds: 3_600,
  run: async (db, signal) =>
    counted(
      await deleteOld(db, signal, 'usedAssertions', '"clientId", "jti"', 'expiresAt', ago(0)),
      'used assertions',
    ),
}

/** What has lain for a day is full again. */
export const purgeAllowances: Job = {
  name: 'purge-allowances',
  everySeconds: 3_600,
  run: async (db, signal) =>
    counted(
      await deleteOld(db, signal, 'allowances', '"key"', 'at', (Date.now() - day) / 1000),
      'allowances',
    ),
}

/** What has ended is gone; links stay for a while, so that an administrator sees what became of them. */
export const purgeSignIns: Job = {
  name: 'purge-sign-ins',
  everySeconds: 3_600,
  async run(db, signal) {
    const sessions = await deleteOld(db, signal, 'sessions', '"companyNo", "id"', 'expiresAt', ago(0))
    await deleteOld(db, signal, 'throttles', '"key"', 'forgetAt', ago(0))
    await deleteOld(db, signal, 'invitations', '"companyNo", "id"', 'expiresAt', ago(365 * day))
    return counted(sessions, 'sessions')
  },
}

/** "30 days in the trash, … then purged in the background." */
export const purgeTrash: Job = {
  name: 'purge-trash',
  everySeconds: 3_600,
  async run(db, signal) {
    const before = trashReachesBackTo()
    const companies = await db.query.selectFrom('companies').select('companyNo').execute()
    let files = 0
    let tasks = 0
    let folders = 0
    let workspaces = 0
    for (const { companyNo } of companies) {
      if (signal.aborted) break
      const old = `t."companyNo" = ? AND t."deletedAt" IS NOT NULL AND t."deletedAt" < ?`
      files += await purgeFiles(db, signal, author(companyNo), old, [companyNo, before])
      tasks += await purgeTasks(db, signal, companyNo, old, [companyNo, before])
      folders += await purgeFolders(db, signal, companyNo, before)
      const trashed = await rows<{ id: string }>(db, {
        sql: `SELECT t."id" FROM "workspaces" t WHERE ${old}`,
        values: [companyNo, before],
      })
      for (const { id } of trashed) {
        // Each in terms of an index of its own.
        for (const state of ['IS NULL', 'IS NOT NULL']) {
          const inside = `t."companyNo" = ? AND t."workspaceId" = ? AND t."deletedAt" ${state} AND ${stillInTrash}`
          files += await purgeFiles(db, signal, author(companyNo), inside, [companyNo, id, before])
          tasks += await purgeTasks(db, signal, companyNo, inside, [companyNo, id, before])
        }
        const still = { sql: stillInTrash, values: [before] }
        await purgeTimesIn(db, signal, author(companyNo), id, still)
        if (signal.aborted) break
        if (await purgeWorkspace(db, signal, companyNo, id, before)) workspaces += 1
      }
    }
    if (files + tasks + folders + workspaces === 0) return undefined
    return `Purged ${files} files, ${tasks} tasks, ${folders} folders and ${workspaces} workspaces.`
  },
}

/** Asked in each transaction: somebody may have taken the workspace out of the trash meanwhile. */
const stillInTrash = `EXISTS (SELECT 1 FROM "workspaces" w
  WHERE w."companyNo" = t."companyNo" AND w."id" = t."workspaceId" AND w."deletedAt" < ?)`

const author = (companyNo: number) => ({
  companyNo,
  userId: null,
  clientId: undefined,
  requestId: 'job:purge-trash',
})

async function purgeTasks(
  db: Database,
  signal: AbortSignal,
  companyNo: number,
  where: string,
  values: SqlValue[],
): Promise<number> {
  for (let total = 0; ; ) {
    const purged = await write(db, author(companyNo), async (tx) => {
      const found = await rows<TaskRow>(tx, {
        sql: `SELECT t.* FROM "tasks" t WHERE ${where} LIMIT ?`,
        values: [...values, batch],
      })
      if (found.length === 0) return 0
      const ids = found.map(({ id }) => id)
      // The time that was entered on them goes first, in as many transactions as it takes.
      if (!(await purgeTimesOf(tx, companyNo, ids))) return undefined
      for (const row of found) await indexTask(tx, row, undefined)
      await detachSubtasks(tx, companyNo, ids)
      await tx.query.deleteFrom('tasks').where('companyNo', '=', companyNo).where('id', 'in', ids).execute()
      for (const { id, workspaceId } of found)
        tx.log({ verb: 'purged', kind: 'task', recordId: id, workspaceId })
      return found.length
    })
    total += purged ?? 0
    if (signal.aborted || (purged !== undefined && purged < batch)) return total
  }
}

/** Subtasks that were restored without it, or live on, are tasks of their own. */
async function detachSubtasks(tx: Write, companyNo: number, ids: readonly string[]): Promise<void> {
  const marks = ids.map(() => '?').join(', ')
  const children = await rows<{ taskId: string }>(tx, {
    sql: `DELETE FROM "taskLinks" WHERE "companyNo" = ? AND "targetId" IN (${marks}) RETURNING "taskId"`,
    values: [companyNo, ...ids],
  })
  for (const some of inChunks(children))
    await rows(tx, {
      sql: `UPDATE "tasks" SET "parentTaskId" = NULL WHERE "companyNo" = ? AND "id" IN (${some.map(() => '?').join(', ')})`,
      values: [companyNo, ...some.map(({ taskId }) => taskId)],
    })
}

/** A folder went to the trash with all that were in it, or after them: none that is left is in one that is purged. */
async function purgeFolders(
  db: Database,
  signal: AbortSignal,
  companyNo: number,
  before: string,
): Promise<number> {
  for (let total = 0; ; ) {
    const purged = await write(db, author(companyNo), async (tx) => {
      const gone = await rows<Pick<FolderRow, 'id' | 'workspaceId'>>(tx, {
        sql: `DELETE FROM "folders" WHERE "companyNo" = ? AND "id" IN (SELECT "id" FROM "folders"
          WHERE "companyNo" = ? AND "deletedAt" IS NOT NULL AND "deletedAt" < ? LIMIT ?) RETURNING "id", "workspaceId"`,
        values: [companyNo, companyNo, before, batch],
      })
      for (const { id, workspaceId } of gone)
        tx.log({ verb: 'purged', kind: 'folder', recordId: id, workspaceId })
      return gone.length
    })
    total += purged
    if (purged < batch || signal.aborted) return total
  }
}

/** What goes with a workspace, once its tasks are gone, and the keys of it. */
const contents = {
  folders: '"id"',
  milestones: '"id"',
  events: '"id"',
  tasklists: '"id"',
  tagUses: '"tagId", "slot"',
  members: '"userId"',
}

/** What is in it first, in batches, and the workspace last: what is left when this stops is found the next time. */
async function purgeWorkspace(
  db: Database,
  signal: AbortSignal,
  companyNo: number,
  id: string,
  before: string,
): Promise<boolean> {
  // Each in terms of an index of its own.
  for (const [table, key] of Object.entries(contents))
    for (const state of trashedTables.has(table)
      ? ['t."deletedAt" IS NULL', 't."deletedAt" IS NOT NULL']
      : ['1 = 1'])
      for (let deleted = batch; deleted === batch; ) {
        if (signal.aborted) return false
        const gone = await db.transaction((tx) =>
          rows(tx, {
            sql: `DELETE FROM "${table}" WHERE "companyNo" = ? AND "workspaceId" = ? AND (${key}) IN (SELECT ${key} FROM "${table}" t
              WHERE t."companyNo" = ? AND t."workspaceId" = ? AND ${state} AND ${stillInTrash} LIMIT ?)
              RETURNING 1 AS "one"`,
            values: [companyNo, id, companyNo, id, before, batch],
          }),
        )
        deleted = gone.length
      }
  return write(db, author(companyNo), async (tx) => {
    const gone = await rows(tx, {
      sql: `DELETE FROM "workspaces" WHERE "companyNo" = ? AND "id" = ? AND "deletedAt" < ? RETURNING "id"`,
      values: [companyNo, id, before],
    })
    if (gone.length > 0) tx.log({ verb: 'purged', kind: 'workspace', recordId: id, workspaceId: id })
    return gone.length > 0
  })
}
