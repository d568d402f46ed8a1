import { demand, type Role } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import { inChunks, type Reader, rows } from '../../db/database.ts'
import { demandFreeExternalId } from '../../db/records.ts'
import type { TimeRow } from '../../db/rows/times.ts'
import type { Write } from '../../db/write.ts'
import type { QueryParameter } from '../../http/operation.ts'
import { mayEnterTime } from './time.ts'

/** What a task takes with it is read and stored in statements of this many rows. */
const batch = 500

/** How many entries one act on a task may take along: all of it is one transaction. */
const most = 10_000

export const withTimes: QueryParameter = {
  sentence: '`true` also deletes the time that was entered on what is deleted; otherwise such time is a 409.',
  schema: { type: 'boolean', default: false },
}

type Entry = Pick<TimeRow, 'id' | 'workspaceId' | 'userHash' | 'externalId' | 'deletedAt'>

/** What the act would do to them, and which of them it concerns. */
interface Act {
  verb: string
  /** What the caller can do instead. */
  instead: string
  concerns: (entry: Entry) => boolean
}

/** The entries of these tasks that an act concerns, in batches; too many are a 409. */
async function* entriesOf(
  reader: Reader,
  companyNo: number,
  taskIds: readonly string[],
  { verb, instead, concerns }: Act,
): AsyncGenerator<Entry[]> {
  let count = 0
  for await (const found of allEntriesOf(reader, companyNo, taskIds)) {
    const some = found.filter(concerns)
    count += some.length
    if (count > most)
      throw problem(
        'conflict',
        `More than ${most.toLocaleString('en')} time entries would be ${verb} with the task and its subtasks. ${instead}`,
      )
    if (some.length > 0) yield some
  }
}

/** What is in the trash too. */
async function* allEntriesOf(
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
  const act: Act = {
    verb: 'deleted',
    instead: 'Delete its subtasks one by one, or some of the entries, first.',
    concerns: (entry) => entry.deletedAt === null,
  }
  for await (const living of entriesOf(tx, actor.companyNo, taskIds, act)) {
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
  const act: Act = {
    verb: 'restored',
    instead: 'It stays in the trash; enter the time that is needed on a new task.',
    concerns: (entry) => entry.deletedAt !== null,
  }
  for await (const gone of entriesOf(tx, actor.companyNo, taskIds, act)) {
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
  const act: Act = {
    verb: 'moved',
    instead: 'Move its subtasks one by one, or delete some of the entries, first.',
    concerns: ({ workspaceId }) => workspaceId !== toWorkspaceId,
  }
  for await (const moving of entriesOf(tx, companyNo, taskIds, act)) {
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
