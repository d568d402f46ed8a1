import type { TaskRow } from '../schema/records/task.ts'
import { inChunks, rows, type Transaction } from './database.ts'
import { countTags, type TagCountChange, tagChanges } from './tag-counts.ts'

/** The tables by which tasks are found, each with the column of what they are found by. */
const indexes = [
  { table: 'taskAssignees', column: 'userId', of: (row: Indexed) => JSON.parse(row.assignees) as string[] },
  { table: 'taskTags', column: 'tagId', of: (row: Indexed) => JSON.parse(row.tagIds) as string[] },
  {
    table: 'taskLinks',
    column: 'targetId',
    of: ({ parentTaskId, tasklistId, milestoneId }: Indexed) =>
      [parentTaskId, tasklistId, milestoneId].filter((id) => id !== null),
  },
]

type Indexed = Pick<
  TaskRow,
  | 'companyNo'
  | 'id'
  | 'workspaceId'
  | 'assignees'
  | 'tagIds'
  | 'parentTaskId'
  | 'tasklistId'
  | 'milestoneId'
  | 'deletedAt'
>

/** A task as it was (none: it was just made) and as it is now (none: it is purged). */
interface IndexChange {
  before: Indexed | undefined
  row: Indexed | undefined
}

/**
 * Keeps those tables in step with the row, and the counts of its tags: none before it was made, none after it
 * is purged. To be called whenever a row was made, changed, moved, deleted or restored.
 */
export async function indexTask(
  tx: Transaction,
  before: Indexed | undefined,
  row: Indexed | undefined,
): Promise<void> {
  await indexTasks(tx, [{ before, row }])
}

/** The same for many at once. */
export async function indexTasks(tx: Transaction, changes: readonly IndexChange[]): Promise<void> {
  for (const { table, column, of } of indexes) {
    const gone: Entry[] = []
    const come: Entry[] = []
    for (const { before, row } of changes) {
      const old = before === undefined ? [] : of(before)
      const now = row === undefined ? [] : of(row)
      if (before !== undefined) for (const value of missing(old, now)) gone.push(entryOf(before, value))
      if (row !== undefined) for (const value of missing(now, old)) come.push(entryOf(row, value))
    }
    if (gone.length > 0) await removeEntries(tx, table, column, gone)
    if (come.length > 0) await addEntries(tx, table, column, come)
  }
  const companyNo = changes[0]?.row?.companyNo
  if (companyNo !== undefined) await countTags(tx, companyNo, changes.flatMap(countsBetween))
}

/** Each once, of those that are not among the others. */
function missing(values: readonly string[], others: readonly string[]): Iterable<string> {
  return values.length === 0 ? values : new Set(values).difference(new Set(others))
}

function countsBetween({ before, row }: IndexChange): TagCountChange[] {
  // What is purged counts no more since it, or its workspace, went to the trash.
  if (row === undefined) return []
  const [old, now] = [before === undefined ? [] : countedTags(before), countedTags(row)]
  if (before === undefined || before.workspaceId === row.workspaceId)
    return tagChanges('tasks', row.workspaceId, old, now)
  return [
    ...tagChanges('tasks', before.workspaceId, old, []),
    ...tagChanges('tasks', row.workspaceId, [], now),
  ]
}

function countedTags({ deletedAt, tagIds }: Indexed): string[] {
  return deletedAt === null ? JSON.parse(tagIds) : []
}

interface Entry {
  companyNo: number
  value: string
  taskId: string
}

const entryOf = ({ companyNo, id }: Indexed, value: string): Entry => ({ companyNo, value, taskId: id })

const entriesAtOnce = 100

async function removeEntries(
  tx: Transaction,
  table: string,
  column: string,
  all: readonly Entry[],
): Promise<void> {
  for (const [value, entries] of Map.groupBy(all, (entry) => entry.value))
    for (const some of inChunks(entries, entriesAtOnce))
      await rows(tx, {
        sql: `DELETE FROM "${table}" WHERE "companyNo" = ? AND "${column}" = ? AND "taskId" IN (${some.map(() => '?').join(', ')})`,
        values: [some[0]?.companyNo ?? null, value, ...some.map(({ taskId }) => taskId)],
      })
}

async function addEntries(
  tx: Transaction,
  table: string,
  column: string,
  all: readonly Entry[],
): Promise<void> {
  for (const some of inChunks(all, entriesAtOnce))
    await rows(tx, {
      sql: `INSERT INTO "${table}" ("companyNo", "${column}", "taskId") VALUES ${some.map(() => '(?, ?, ?)').join(', ')}`,
      values: some.flatMap(({ companyNo, value, taskId }) => [companyNo, value, taskId]),
    })
}
