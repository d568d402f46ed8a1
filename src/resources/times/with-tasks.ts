import type { Actor } from '../../actor.ts'
import { demand, type Role } from '../../auth/permissions.ts'
import { inChunks, type Reader, rows } from '../../db/database.ts'
import { demandFreeExternalId } from '../../db/records.ts'
import type { TimeRow } from '../../db/rows/times.ts'
import type { Write } from '../../db/write.ts'
import { problem } from '../../errors.ts'
import type { QueryParameter } from '../../http/operation.ts'
import { mayEnterTime } from './time.ts'

/** What a task takes with it is read and stored in statements of this many rows. */
const batch = 500

export const withTimes: QueryParameter = {
  sentence: '`true` also deletes the time that was entered on what is deleted; otherwise such time is a 409.',
  schema: { type: 'boolean', default: false },
}

type Entry = Pick<TimeRow, 'id' | 'workspaceId' | 'userHash' | 'externalId' | 'deletedAt'>

/** All entries of these tasks, what is in the trash too, in batches. */
async function* entriesOf(
  reader: Reader,
  companyNo: number,
  taskIds: readonly string[],
): AsyncGenerator<Entry[]> {
  for (const some of inChunks(taskIds)) {
    const timed = await rows<{ taskId: string }>(reader, {
      sql: `SELECT DISTINCT "taskId" FROM "taskMinutes" WHERE "companyNo" = ? AND "taskId" IN (${some.map(() => '?').join(', ')})`,
      values: [companyNo, ...some],
    })
    for (const { taskId } of timed)
      for (let after = ''; ; ) {
        const found = await rows<Entry>(reader, {
          sql: `SELECT "id", "workspaceId", "userHash", "externalId", "deletedAt" FROM "times"
            WHERE "companyNo" = ? AND "taskId" = ? AND "id" > ? ORDER BY "id" LIMIT ${batch}`,
          values: [companyNo, taskId, after],
        })
        if (found.length > 0) yield found
        if (found.length < batch) break
        after = found.at(-1)?.id ?? after
      }
  }
}

async function setAll(
  tx: Write,
  companyNo: number,
  entries: readonly Entry[],
  state: Partial<Pick<TimeRow, 'workspaceId' | 'deletedAt' | 'deletedBy'>>,
): Promise<void> {
  if (entries.length === 0) return
  const set = Object.entries({ ...state, updatedAt: new Date().toISOString() })
  await rows(tx, {
    sql: `UPDATE "times" SET ${set.map(([name]) => `"${name}" = ?`).join(', ')}
      WHERE "companyNo" = ? AND "id" IN (${entries.map(() => '?').join(', ')})`,
    values: [...set.map(([, value]) => value), companyNo, ...entries.map(({ id }) => id)],
  })
}

/**
 * Tasks on their way to the trash take their entries along, if that is wanted: what a company bills by does not
 * vanish by the way. The sums stay as they are: they are those of the tasks when they come back.
 */
export async function trashTimesOf(
  tx: Write,
  actor: Actor,
  role: Role,
  taskIds: readonly string[],
  { deletedAt, wanted }: { deletedAt: string; wanted: boolean },
): Promise<void> {
  for await (const found of entriesOf(tx, actor.companyNo, taskIds)) {
    const living = found.filter((entry) => entry.deletedAt === null)
    if (living.length === 0) continue
    if (!wanted)
      throw problem(
        'conflict',
        'Time was entered on the task or its subtasks. To delete it too, add withTimes=true to the request.',
      )
    demand(
      living.every(({ userHash }) => mayEnterTime(actor, role, userHash)),
      'Only Admins of the workspace may delete time that others entered.',
    )
    await setAll(tx, actor.companyNo, living, { deletedAt, deletedBy: actor.userId })
    for (const { id, workspaceId } of living)
      tx.log({ verb: 'deleted', kind: 'time', recordId: id, workspaceId })
  }
}

/** The entries that went to the trash with their tasks come back with them. */
export async function restoreTimesOf(tx: Write, actor: Actor, taskIds: readonly string[]): Promise<void> {
  for await (const found of entriesOf(tx, actor.companyNo, taskIds)) {
    const gone = found.filter((entry) => entry.deletedAt !== null)
    for (const { id, externalId } of gone)
      await demandFreeExternalId(tx, 'times', { companyNo: actor.companyNo, id }, externalId)
    await setAll(tx, actor.companyNo, gone, { deletedAt: null, deletedBy: null })
    for (const { id, workspaceId } of gone)
      tx.log({ verb: 'restored', kind: 'time', recordId: id, workspaceId })
  }
}

/** Tasks that move to another workspace take their entries along, what is in the trash too. */
export async function moveTimesOf(
  tx: Write,
  companyNo: number,
  taskIds: readonly string[],
  toWorkspaceId: string,
): Promise<void> {
  for await (const found of entriesOf(tx, companyNo, taskIds)) {
    const moving = found.filter(({ workspaceId }) => workspaceId !== toWorkspaceId)
    await setAll(tx, companyNo, moving, { workspaceId: toWorkspaceId })
    for (const { id, workspaceId } of moving)
      tx.log({
        verb: 'updated',
        kind: 'time',
        recordId: id,
        workspaceId: toWorkspaceId,
        otherWorkspaceId: workspaceId,
        fields: ['workspaceId'],
      })
  }
}
