import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { invalid, problem } from '../../base/errors.ts'
import { inChunks, rows } from '../../db/database.ts'
import { insertRecords, insertRows, newRow } from '../../db/records.ts'
import type { TaskBlockerRow } from '../../db/rows/work.ts'
import { sql } from '../../db/sql.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Write } from '../../db/write.ts'
import { isRealDate } from '../../query/fields.ts'
import { type StepRow, step } from '../../schema/records/step.ts'
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
  await copySteps(tx, actor, copies)
  await copyBlockers(tx, actor.companyNo, copies)
  for (const { id, workspaceId } of created)
    tx.log({ verb: 'created', kind: 'task', recordId: id, workspaceId })
  return created.length
}

/** The steps of the copies, none of them done, in the same order. */
async function copySteps(
  tx: Write,
  { companyNo, userId }: Actor,
  copies: ReadonlyMap<string, TaskRow>,
): Promise<void> {
  for (const ids of inChunks([...copies.keys()], atOnce)) {
    const found = await rows<StepRow>(
      tx,
      sql`SELECT ${stepColumns} FROM "steps" t WHERE t."companyNo" = ${companyNo} AND t."taskId" IN ${sql.list(ids)}
        ORDER BY t."taskId", t."rankKey"`,
    )
    const fresh = found
      .map(() => newRow(companyNo, userId))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
    const made = found.map((original, n) => ({
      ...original,
      ...(fresh[n] ?? newRow(companyNo, userId)),
      taskId: copies.get(original.taskId)?.id ?? '',
      externalId: null,
      rank: null,
      doneAt: null,
      doneBy: null,
    }))
    for (const chunk of inChunks(made, atOnce)) await insertRecords(tx, step, chunk)
  }
}

/** The copies block each other as the originals do. */
async function copyBlockers(
  tx: Write,
  companyNo: number,
  copies: ReadonlyMap<string, TaskRow>,
): Promise<void> {
  const createdAt = clock.timestamp()
  for (const ids of inChunks([...copies.keys()], atOnce)) {
    const found = await rows<TaskBlockerRow>(
      tx,
      sql`SELECT "taskId", "blockerId" FROM "taskBlockers" WHERE "companyNo" = ${companyNo}
        AND "taskId" IN ${sql.list(ids)}`,
    )
    const made = found.flatMap(({ taskId, blockerId }) => {
      const [own, other] = [copies.get(taskId), copies.get(blockerId)]
      return own === undefined || other === undefined
        ? []
        : [{ companyNo, taskId: own.id, blockerId: other.id, createdAt }]
    })
    await insertRows(tx, 'taskBlockers', made)
  }
}

/** Generated columns cannot be inserted. */
const stepColumns = sql.join(columnsOf(step).map((name) => sql`t.${sql.id(name)}`))
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
