import { demand, mayContribute } from '../../auth/permissions.ts'
import { clock } from '../../base/clock.ts'
import { invalid, problem } from '../../base/errors.ts'
import { inChunks, type Reader, rows, type Transaction } from '../../db/database.ts'
import { insertRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { type Answer, nothing } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext, WriteContext } from '../../http/context.ts'
import type { Restriction } from '../../lists/plans.ts'
import type { TaskRow } from '../../schema/records/task.ts'
import { demandWritable, type FoundWorkspace } from '../workspaces/workspace.ts'
import { findTask, presentTask, presentTasks, tasks } from './task.ts'

/** The most blockers that a task can have, and the most tasks that are searched for a cycle. */
const most = { blockers: 100, searched: 10_000 }

type Side = 'taskId' | 'blockerId'

/** The tasks on the other side of the links of a task. */
function linked({ companyNo, id }: TaskRow, own: Side, other: Side): Restriction {
  const [mine, theirs] = [sql.id(own), sql.id(other)]
  return {
    condition: sql`(SELECT 1 FROM "taskBlockers" b WHERE b."companyNo" = t."companyNo" AND b.${mine} = ${id}
      AND b.${theirs} = t."id") IS NOT NULL`,
    indexRanges: [
      {
        from: '"taskBlockers" b CROSS JOIN "tasks" t',
        id: `b.${theirs.sql}`,
        rowId: 't."id"',
        where: sql`b."companyNo" = ${companyNo} AND b.${mine} = ${id} AND t."companyNo" = b."companyNo"
          AND t."id" = b.${theirs} AND t."deletedAt" IS NULL`,
      },
    ],
  }
}

async function page(ctx: ReadContext<{ taskId: string }>, own: Side, other: Side): Promise<Answer> {
  const { row } = await findTask(ctx.db, ctx.actor, ctx.params.taskId)
  return ctx.page<TaskRow>(tasks, [linked(row, own, other)], (found) =>
    presentTasks(ctx.db, ctx.site, ctx.actor, found),
  )
}

interface Both {
  row: TaskRow
  blocker: TaskRow
  workspace: FoundWorkspace
  isLinked: boolean
}

async function findBoth(ctx: WriteContext<{ taskId: string; blockerId: string }>): Promise<Both> {
  const { actor, tx, site, params } = ctx
  const { row, workspace } = await findTask(tx, actor, params.taskId)
  demand(mayContribute(workspace.role), 'Readers of a workspace may not change its tasks.')
  const { row: blocker } = await findTask(tx, actor, params.blockerId)
  ctx.match(await presentTask(tx, site, actor, row))
  demandWritable(workspace)
  const found = await rows(
    tx,
    sql`SELECT 1 AS "one" FROM "taskBlockers" WHERE "companyNo" = ${row.companyNo} AND "taskId" = ${row.id}
      AND "blockerId" = ${blocker.id}`,
  )
  return { row, blocker, workspace, isLinked: found.length > 0 }
}

/** "No cycles (409 that names the path)": follows the blockers of the blocker, those in the trash too. */
async function demandNoCycle(reader: Reader, task: TaskRow, blocker: TaskRow): Promise<void> {
  const cameFrom = new Map<string, string>([[blocker.id, task.id]])
  for (let level = [blocker.id]; level.length > 0; ) {
    if (cameFrom.has(task.id)) throw problem('conflict', await explain(reader, task, blocker, cameFrom))
    if (cameFrom.size > most.searched)
      throw problem('conflict', 'Too many tasks block each other. Remove some of the blockers first.')
    const next: string[] = []
    for (const ids of inChunks(level)) {
      const links = await rows<{ taskId: string; blockerId: string }>(
        reader,
        sql`SELECT "taskId", "blockerId" FROM "taskBlockers" WHERE "companyNo" = ${task.companyNo}
          AND "taskId" IN ${sql.list(ids)}`,
      )
      for (const { taskId, blockerId } of links)
        if (!cameFrom.has(blockerId)) {
          cameFrom.set(blockerId, taskId)
          next.push(blockerId)
        }
    }
    level = next
  }
}

/** The path from the blocker back to the task, by title. */
async function explain(
  reader: Reader,
  task: TaskRow,
  blocker: TaskRow,
  cameFrom: ReadonlyMap<string, string>,
): Promise<string> {
  const path = [task.id]
  for (let id = task.id; id !== blocker.id; ) {
    id = cameFrom.get(id) ?? blocker.id
    path.unshift(id)
  }
  const found = await rows<Pick<TaskRow, 'id' | 'title'>>(
    reader,
    sql`SELECT "id", "title" FROM "tasks" WHERE "companyNo" = ${task.companyNo}
      AND "id" IN ${sql.list(path.slice(0, 20))}`,
  )
  const titles = new Map(found.map(({ id, title }) => [id, title]))
  const names = path.slice(0, 20).map((id) => `${JSON.stringify(titles.get(id) ?? '')} (${id})`)
  return `The tasks would block each other: ${names.join(' waits for ')}. Remove one of these blockers first.`
}

export function blockerRoutes(api: Api): void {
  api.get(
    '/v1/tasks/:taskId/blockers',
    {
      summary: 'Lists the tasks that block a task: they have to be done before it.',
      needs: 'A member of its workspace.',
      answer: { list: tasks },
    },
    (ctx) => page(ctx, 'taskId', 'blockerId'),
  )

  api.get(
    '/v1/tasks/:taskId/blocked',
    {
      summary: 'Lists the tasks that a task blocks.',
      needs: 'A member of its workspace.',
      answer: { list: tasks },
    },
    (ctx) => page(ctx, 'blockerId', 'taskId'),
  )

  api.put(
    '/v1/tasks/:taskId/blockers/:blockerId',
    {
      summary: 'Adds a task of the same workspace as a blocker of this one.',
      needs: 'A Contributor of its workspace.',
      answer: 'nothing',
      problems: ['invalid_request', 'archived', 'conflict'],
    },
    async (ctx) => {
      const { tx } = ctx
      const { row, blocker, workspace, isLinked } = await findBoth(ctx)
      if (isLinked) return nothing()
      if (blocker.workspaceId !== row.workspaceId)
        throw invalid([{ pointer: '', detail: 'Only a task of the same workspace can block this one.' }])
      if (blocker.id === row.id) throw problem('conflict', 'A task cannot block itself.')
      await demandFew(tx, row)
      await demandNoCycle(tx, row, blocker)
      const { companyNo, id: taskId } = row
      const createdAt = clock.timestamp()
      await insertRow(tx, 'taskBlockers', { companyNo, taskId, blockerId: blocker.id, createdAt })
      tx.log({ verb: 'blocked', kind: 'task', recordId: taskId, workspaceId: workspace.id })
      return nothing()
    },
  )

  api.delete(
    '/v1/tasks/:taskId/blockers/:blockerId',
    {
      summary: 'Removes a task from the blockers of this one.',
      needs: 'A Contributor of its workspace.',
      answer: 'nothing',
      problems: ['archived'],
    },
    async (ctx) => {
      const { tx } = ctx
      const { row, blocker, workspace, isLinked } = await findBoth(ctx)
      if (!isLinked) return nothing()
      await rows(
        tx,
        sql`DELETE FROM "taskBlockers" WHERE "companyNo" = ${row.companyNo} AND "taskId" = ${row.id}
          AND "blockerId" = ${blocker.id}`,
      )
      tx.log({ verb: 'unblocked', kind: 'task', recordId: row.id, workspaceId: workspace.id })
      return nothing()
    },
  )
}

async function demandFew(reader: Reader, { companyNo, id }: TaskRow): Promise<void> {
  const found = await rows(
    reader,
    sql`SELECT "blockerId" FROM "taskBlockers" WHERE "companyNo" = ${companyNo} AND "taskId" = ${id}
      LIMIT ${most.blockers}`,
  )
  if (found.length === most.blockers)
    throw problem('conflict', `A task can have ${most.blockers} blockers. Remove one of them first.`)
}

/** Tasks that have moved to another workspace no longer block those that stayed, nor are they blocked by them. */
export async function leaveBlockers(
  tx: Transaction,
  companyNo: number,
  moved: readonly string[],
  workspaceId: string,
): Promise<void> {
  for (const ids of inChunks(moved))
    for (const [own, other] of [
      ['taskId', 'blockerId'],
      ['blockerId', 'taskId'],
    ] as const)
      await rows(
        tx,
        sql`DELETE FROM "taskBlockers" WHERE "companyNo" = ${companyNo} AND ${sql.id(own)} IN ${sql.list(ids)}
          AND ${sql.id(other)} IN (SELECT t."id" FROM "tasks" t WHERE t."companyNo" = ${companyNo}
            AND t."id" = "taskBlockers".${sql.id(other)} AND t."workspaceId" <> ${workspaceId})`,
      )
}
