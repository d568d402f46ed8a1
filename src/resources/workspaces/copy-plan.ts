import { Problem, problem } from '../../base/errors.ts'
import { isId } from '../../base/ids.ts'
import { rows } from '../../db/database.ts'
import { insertRecords, newRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import type { WriteContext } from '../../http/context.ts'
import { type MilestoneRow, milestone } from '../../schema/records/milestone.ts'
import { type TasklistRow, tasklist } from '../../schema/records/tasklist.ts'
import type { WorkspaceRow } from '../../schema/records/workspace.ts'
import { columnsOf } from '../../schema/storage.ts'
import { copyTasks, mostTasks } from '../tasklists/copy-tasks.ts'
import { enterWorkspace, type FoundWorkspace } from './workspace.ts'

/** The most task lists, and the most milestones, that can be copied at once. */
const most = 200

/**
 * "A workspace created with another workspace's id as `workspaceType` gets copies of that workspace's task lists and
 * milestones." Any other type is just a text, and so is the id of a workspace that the caller may not enter.
 */
export async function copyPlan(ctx: WriteContext, to: WorkspaceRow): Promise<void> {
  const from = await findModel(ctx, to.workspaceType)
  if (from === undefined) return
  const milestones = await copyMilestones(ctx, from, to)
  await copyTasklists(ctx, from, to, milestones)
}

async function findModel({ tx, actor }: WriteContext, type: string): Promise<FoundWorkspace | undefined> {
  if (!isId(type)) return undefined
  return enterWorkspace(tx, actor, type).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
}

/** Returns the id of each copy by the id of its original. */
async function copyMilestones(
  { tx, actor }: WriteContext,
  from: WorkspaceRow,
  to: WorkspaceRow,
): Promise<ReadonlyMap<string, string>> {
  const columns = sql.join(columnsOf(milestone).map((name) => sql.id(name)))
  const originals = await rows<MilestoneRow>(
    tx,
    sql`SELECT ${columns} FROM "milestones" WHERE "companyNo" = ${from.companyNo} AND "workspaceId" = ${from.id}
      ORDER BY "id" LIMIT ${most + 1}`,
  )
  if (originals.length > most) throw tooLarge(`${most} milestones`)
  const copies = originals.map(
    (original): MilestoneRow => ({
      ...original,
      ...newRow(actor.companyNo, actor.userId),
      externalId: null,
      workspaceId: to.id,
      status: 'Open',
    }),
  )
  await insertRecords(tx, milestone, copies)
  for (const { id: recordId, workspaceId } of copies)
    tx.log({ verb: 'created', kind: 'milestone', recordId, workspaceId })
  return new Map(originals.map(({ id }, n) => [id, copies[n]?.id ?? '']))
}

async function copyTasklists(
  { tx, actor }: WriteContext,
  from: WorkspaceRow,
  to: WorkspaceRow,
  milestones: ReadonlyMap<string, string>,
): Promise<void> {
  const columns = sql.join(columnsOf(tasklist).map((name) => sql.id(name)))
  const originals = await rows<TasklistRow>(
    tx,
    sql`SELECT ${columns} FROM "tasklists" WHERE "companyNo" = ${from.companyNo} AND "workspaceId" = ${from.id}
      ORDER BY "id" LIMIT ${most + 1}`,
  )
  if (originals.length > most) throw tooLarge(`${most} task lists`)
  let tasks = 0
  for (const original of originals) {
    const copy: TasklistRow = {
      ...original,
      ...newRow(actor.companyNo, actor.userId),
      externalId: null,
      workspaceId: to.id,
      milestoneId: milestones.get(original.milestoneId ?? '') ?? null,
    }
    await insertRecords(tx, tasklist, [copy])
    tx.log({ verb: 'created', kind: 'tasklist', recordId: copy.id, workspaceId: to.id })
    tasks += await copyTasks(tx, actor, original, copy, milestones)
    if (tasks > mostTasks) throw tooLarge(`${mostTasks.toLocaleString('en')} tasks in its lists`)
  }
}

const tooLarge = (what: string): Error =>
  problem('conflict', `The workspace that workspaceType names has more than ${what}, too many to copy.`)
