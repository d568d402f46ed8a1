import { demand, mayContribute } from '../../auth/permissions.ts'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import { rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { type Answer, changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { removeRecord } from '../../jobs/purge-attached.ts'
import { type StepRow, step } from '../../schema/records/step.ts'
import { task } from '../../schema/records/task.ts'
import { placeFields, putInPlace } from '../placement.ts'
import { createTask, newTask } from '../tasks/create.ts'
import { findTask } from '../tasks/task.ts'
import { demandWritable } from '../workspaces/workspace.ts'
import { type FoundStep, findStep, ofTask, presentStep, steps } from './step.ts'

/** The most steps that a task can have. */
const most = 100

const placement = placeFields('step')
const mayNotChange = 'Readers of a workspace may not change the steps of its tasks.'

/** A step that the caller may change. */
async function findToChange(ctx: WriteContext<{ stepId: string }>): Promise<FoundStep> {
  const found = await findStep(ctx.tx, ctx.actor, ctx.params.stepId)
  demand(mayContribute(found.workspace.role), mayNotChange)
  return found
}

/** Marks a step as done or not. */
async function mark(
  ctx: WriteContext<{ stepId: string }>,
  state: Pick<StepRow, 'doneAt' | 'doneBy'>,
): Promise<Answer> {
  const { tx, site } = ctx
  const { row: before, workspace } = await findToChange(ctx)
  ctx.match(presentStep(site, before))
  demandWritable(workspace)
  // The first one to mark it counts.
  if ((before.doneAt === null) === (state.doneAt === null)) return changed(presentStep(site, before))
  const { row, fields, previous } = await tx.update(step, before, state)
  tx.log({ verb: 'updated', kind: 'step', recordId: row.id, workspaceId: workspace.id, fields, previous })
  return changed(presentStep(site, row))
}

export function stepRoutes(api: Api): void {
  api.get(
    '/v1/tasks/:taskId/steps',
    {
      summary: 'Lists the steps of a task: its checklist.',
      needs: 'A member of its workspace.',
      answer: { list: steps },
    },
    async (ctx) => {
      const { row } = await findTask(ctx.db, ctx.actor, ctx.params.taskId)
      return ctx.page<StepRow>(steps, [ofTask(row)], (found) =>
        found.map((each) => presentStep(ctx.site, each)),
      )
    },
  )

  api.get(
    '/v1/steps/:stepId',
    { summary: 'Shows one step.', needs: 'A member of its workspace.', answer: { one: step } },
    async ({ actor, db, site, params }) =>
      one(presentStep(site, (await findStep(db, actor, params.stepId)).row)),
  )

  api.post(
    '/v1/tasks/:taskId/steps',
    {
      summary: 'Adds a step to a task, after the others.',
      needs: 'A Contributor of its workspace.',
      body: { new: step, given: ['taskId'] },
      answer: { created: step },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: parent, workspace } = await findTask(tx, actor, params.taskId)
      demand(mayContribute(workspace.role), mayNotChange)
      const values = await ctx.newRecord(step, { taskId: parent.id })
      demandWritable(workspace)
      const { companyNo, id } = parent
      const found = await rows(
        tx,
        sql`SELECT "id" FROM "steps" WHERE "companyNo" = ${companyNo} AND "taskId" = ${id} LIMIT ${most}`,
      )
      if (found.length === most)
        throw problem('conflict', `A task can have ${most} steps. Turn some of them into subtasks.`)
      const row = await tx.insert(step, values)
      tx.log({ verb: 'created', kind: 'step', recordId: row.id, workspaceId: workspace.id })
      return created(presentStep(site, row), `/v1/steps/${row.id}`)
    },
  )

  api.change(
    '/v1/steps/:stepId',
    {
      summary: 'Changes a step.',
      needs: 'A Contributor of its workspace.',
      body: { change: step },
      answer: { changed: step },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { tx, site } = ctx
      const { row: before, workspace } = await findToChange(ctx)
      const changes = await ctx.changes(step, presentStep(site, before))
      demandWritable(workspace)
      const { row, fields, previous } = await tx.update(step, before, changes)
      if (fields.length > 0)
        tx.log({
          verb: 'updated',
          kind: 'step',
          recordId: row.id,
          workspaceId: workspace.id,
          fields,
          previous,
        })
      return changed(presentStep(site, row))
    },
  )

  const state = {
    needs: 'A Contributor of its workspace.',
    answer: { changed: step },
    problems: ['archived'],
  } as const

  api.put('/v1/steps/:stepId/done', { ...state, summary: 'Marks a step as done.' }, (ctx) =>
    mark(ctx, { doneAt: clock.timestamp(), doneBy: ctx.actor.userId }),
  )

  api.delete('/v1/steps/:stepId/done', { ...state, summary: 'Marks a step as not done.' }, (ctx) =>
    mark(ctx, { doneAt: null, doneBy: null }),
  )

  api.put(
    '/v1/steps/:stepId/place',
    {
      summary: 'Puts a step in its place in the checklist, directly after or before another.',
      needs: 'A Contributor of its workspace.',
      body: { members: placement, optional: true },
      answer: { changed: step },
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { tx, site } = ctx
      const { row, workspace } = await findToChange(ctx)
      const place = await ctx.members(placement)
      ctx.match(presentStep(site, row))
      demandWritable(workspace)
      await putInPlace(tx, 'steps', 'step', { ...row, workspaceId: workspace.id }, place)
      return changed(presentStep(site, row))
    },
  )

  api.post(
    '/v1/steps/:stepId/task',
    {
      summary: 'Turns a step into a subtask of its task; the step is gone.',
      needs: 'A Contributor of its workspace.',
      answer: { created: task },
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { tx, site } = ctx
      const { row, task: parent, workspace } = await findToChange(ctx)
      ctx.match(presentStep(site, row))
      const answer = await createTask(ctx, workspace, {
        ...newTask(row.title, workspace.id),
        parentTaskId: parent.id,
        tasklistId: parent.tasklistId,
        milestoneId: parent.milestoneId,
        status: row.doneAt === null ? 'Open' : 'Completed',
      })
      await removeRecord(tx, 'steps', row)
      tx.log({ verb: 'deleted', kind: 'step', recordId: row.id, workspaceId: workspace.id })
      return answer
    },
  )

  api.delete(
    '/v1/steps/:stepId',
    {
      summary: 'Deletes a step.',
      needs: 'A Contributor of its workspace.',
      answer: 'nothing',
      problems: ['archived'],
    },
    async (ctx) => {
      const { tx, site } = ctx
      const { row, workspace } = await findToChange(ctx)
      ctx.match(presentStep(site, row))
      demandWritable(workspace)
      await removeRecord(tx, 'steps', row)
      tx.log({ verb: 'deleted', kind: 'step', recordId: row.id, workspaceId: workspace.id })
      return nothing()
    },
  )
}
