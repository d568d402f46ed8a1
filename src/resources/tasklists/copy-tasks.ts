import type { Actor } from '../../base/actor.ts'
import { invalid, problem } from '../../base/errors.ts'
import { inChunks, rows } from '../../db/database.ts'
import { insertRecords, newRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Write } from '../../db/write.ts'
import { isRealDate } from '../../query/fields.ts'
import { type TaskRow, task } from '../../schema/records/task.ts'
import type { TasklistRow } from '../../schema/records/tasklist.ts'
import { columnsOf } from '../../schema/storage.ts'
import { firstStage } from '../stages/tasks.ts'

/** The most tasks that can be copied at once. */
export const mostTasks = 1_000

/** Tasks per statement, to keep statements short. */
const atOnce = 50

/**
 * Copies the tasks of one list to another: open, with the same tree, and with dates relative to the start of
 * the new list. `milestones`: the copy of each milestone, if they were copied too. Returns the number of copies.
 */
export async function copyTasks(
  tx: Write,
  actor: Actor,
  from: TasklistRow,
  to: TasklistRow,
  milestones: ReadonlyMap<string, string> = new Map(),
): Promise<number> {
  const originals = await readTasks(tx, from)
  const days = daysBetween(from.startDate, to.startDate)
  const tags = await readTags(tx, actor.companyNo, originals)
  const stageId = await firstStage(tx, to, 'Open')
  // Copies have no rank, so their ids keep the order of the originals.
  const fresh = originals
    .map(() => newRow(actor.companyNo, actor.userId))
    .sort((one, other) => (one.id < other.id ? -1 : 1))
  const copies = new Map(
    originals.map((original, n) => [
      original.id,
      { ...copyOf({ ...original, tagIds: tags(original), stageId }, to, days), ...fresh[n] },
    ]),
  )
  for (const { id, parentTaskId, milestoneId } of originals) {
    const copy = copies.get(id)
    if (copy === undefined) continue
    // A parent outside the list is not copied, so its subtasks become top-level tasks.
    copy.parentTaskId = copies.get(parentTaskId ?? '')?.id ?? null
    copy.milestoneId = milestones.get(milestoneId ?? '') ?? null
  }
  const created = [...copies.values()]
  for (const chunk of inChunks(created, atOnce)) await insertRecords(tx, task, chunk)
  for (const { id, workspaceId } of created)
    tx.log({ verb: 'created', kind: 'task', recordId: id, workspaceId })
  return created.length
}

/** Generated columns cannot be inserted. */
const columns = sql.join(columnsOf(task).map((name) => sql`t.${sql.id(name)}`))

async function readTasks(tx: Write, { companyNo, id }: TasklistRow): Promise<TaskRow[]> {
  const found = await rows<TaskRow>(
    tx,
    sql`SELECT ${columns} FROM "taskLinks" v CROSS JOIN "tasks" t
      WHERE v."companyNo" = ${companyNo} AND v."targetId" = ${id}
      AND t."companyNo" = v."companyNo" AND t."id" = v."taskId" AND t."deletedAt" IS NULL
      ORDER BY t."rankKey" LIMIT ${mostTasks + 1}`,
  )
  if (found.length > mostTasks)
    throw problem('conflict', `The list to copy has more than ${mostTasks.toLocaleString('en')} tasks.`)
  return found
}

/** The visible tags of the originals: deleted or merged tags may still be stored with them. */
async function readTags(
  tx: Write,
  companyNo: number,
  originals: readonly TaskRow[],
): Promise<(original: TaskRow) => string> {
  const idsOf = ({ tagIds }: TaskRow): string[] => JSON.parse(tagIds)
  const known = await readTagNames(tx, companyNo, originals.flatMap(idsOf))
  return (original) => JSON.stringify([...new Set(idsOf(original).flatMap((id) => known.get(id)?.id ?? []))])
}

/** Copies every field except the task's place, dates, progress and identity. */
function copyOf(original: TaskRow, to: TasklistRow, days: number): TaskRow {
  return {
    ...original,
    externalId: null,
    rank: null,
    workspaceId: to.workspaceId,
    parentTaskId: null,
    tasklistId: to.id,
    milestoneId: null,
    status: 'Open',
    completedAt: null,
    startDate: movedBy(days, original.startDate),
    dueDate: movedBy(days, original.dueDate),
  }
}

const day = 24 * 3_600_000

function daysBetween(from: string | null, to: string | null): number {
  return from === null || to === null ? 0 : (Date.parse(to) - Date.parse(from)) / day
}

function movedBy(days: number, date: string | null): string | null {
  if (date === null || days === 0) return date
  const moved = new Date(Date.parse(date) + days * day).toISOString().slice(0, 10)
  if (isRealDate(moved)) return moved
  const detail = `"startDate" would move the ${date} of a copied task outside the years 0001 to 9999.`
  throw invalid([{ pointer: '/startDate', detail }])
}
