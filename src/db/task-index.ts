import { inChunks, rows, type Transaction } from './database.ts'
import type { TaskRow } from './rows/work.ts'
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

export type Indexed = Pick<
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

/**
 * Keeps those tables in step with the row, and the counts of its tags: none before it was made, none after it
 * is purged. To be called whenever a row was made, changed, moved, deleted or restored.
 */
export async function indexTask(
  tx: Transaction,
  before: Indexed | undefined,
  row: Indexed | undefined,
): Promise<void> {
  const { companyNo, id } = row ?? before ?? {}
  if (companyNo === undefined || id === undefined) return
  for (const { table, column, of } of indexes) {
    const old = new Set(before === undefined ? [] : of(before))
    const now = new Set(row === undefined ? [] : of(row))
    const gone = [...old.difference(now)]
    if (gone.length > 0)
      await rows(tx, {
        sql: `DELETE FROM "${table}" WHERE "companyNo" = ? AND "${column}" IN (${gone.map(() => '?').join(', ')}) AND "taskId" = ?`,
        values: [companyNo, ...gone, id],
      })
    const come = [...now.difference(old)]
    await addEntries(
      tx,
      table,
      column,
      come.map((value) => [companyNo, value, id]),
    )
  }
  // What is purged counts no more since it, or its workspace, went to the trash.
  if (row !== undefined) await countTags(tx, companyNo, countsBetween(before, row))
}

function countsBetween(before: Indexed | undefined, row: Indexed): TagCountChange[] {
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

/** The same for many that were just made. */
export async function indexNewTasks(tx: Transaction, made: readonly Indexed[]): Promise<void> {
  for (const { table, column, of } of indexes)
    await addEntries(
      tx,
      table,
      column,
      made.flatMap((row) => of(row).map((value): Entry => [row.companyNo, value, row.id])),
    )
}

type Entry = [companyNo: number, value: string, taskId: string]

async function addEntries(
  tx: Transaction,
  table: string,
  column: string,
  all: readonly Entry[],
): Promise<void> {
  for (const some of inChunks(all, 100))
    await rows(tx, {
      sql: `INSERT INTO "${table}" ("companyNo", "${column}", "taskId") VALUES ${some.map(() => '(?, ?, ?)').join(', ')}`,
      values: some.flat(),
    })
}
