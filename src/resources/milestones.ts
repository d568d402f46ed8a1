import { demand, mayContribute, mayDelete } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { invalid, problem } from '../base/errors.ts'
import { type Reader, rows, type Transaction } from '../db/database.ts'
import { demandFreeExternalId, insertRow, newRow, updateRow } from '../db/records.ts'
import { type MilestoneRow, taskStatuses } from '../db/rows/work.ts'
import { changed, created, nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import { foldText } from '../query/fields.ts'
import { customFields } from '../schema/fields/custom.ts'
import { choice, date, onlyNew } from '../schema/fields/fields.ts'
import { reference, texts } from '../schema/fields/reference.ts'
import { name, notes } from '../schema/fields/text.ts'
import { present, type Representation } from '../schema/present.ts'
import { resource } from '../schema/resource.ts'
import { type Found, findInside, inWorkspace, removeRow, visibleInside } from './workspaces/inside.ts'
import { demandWritable, enterWorkspace } from './workspaces/workspace.ts'

export const milestone = resource('milestone', 'A point that the work of a workspace is to reach.', {
  title: name('What is to be reached.', { example: 'Design approved' }),
  description: notes('More about it.'),
  status: choice('Where it stands. Any status can follow any other.', taskStatuses, { fallback: 'Open' }),
  startDate: date('The day on which the work towards it begins.', { example: '2026-03-02' }),
  dueDate: date('The day by which it is to be reached; not before `startDate`.'),
  reminders: texts('Texts of your own that say when to remind whom; empty ones are dropped.', {
    example: ['1 day before'],
  }),
  workspaceId: onlyNew(reference('The workspace that it is in.', 'workspace', { required: true })),
  customFields: customFields(),
})

export const milestones = listOf(milestone, {
  from: '"milestones" t',
  below: true,
  sort: ['title', 'status', 'startDate', 'dueDate'],
  filter: ['title', 'status', 'startDate', 'dueDate'],
  sortIndexes: ['title', 'status', 'startDate', 'dueDate', 'updatedAt'],
  filterIndexes: ['externalId'],
})

const presentMilestone = (site: Site, row: MilestoneRow): Representation =>
  present(milestone, site.publicUrl, row.id, row)

export function visibleMilestoneIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  return visibleInside(reader, actor, 'milestones', milestones, ids)
}

export function findMilestone(reader: Reader, actor: Actor, id: string): Promise<Found<MilestoneRow>> {
  return findInside(reader, actor, 'milestones', id, 'milestone')
}

/** Both are days written alike, and compare as texts. */
function demandInOrder({ startDate, dueDate }: MilestoneRow, named: keyof MilestoneRow): void {
  if (startDate !== null && dueDate !== null && dueDate < startDate)
    throw invalid([
      {
        pointer: `/${named}`,
        detail: `"${named}": the dueDate ${dueDate} is before the startDate ${startDate}.`,
      },
    ])
}

/** What is in the trash has no claim: a task that is restored does without a milestone that is gone. */
async function demandUnused(tx: Transaction, { companyNo, id }: MilestoneRow): Promise<void> {
  const tasks = await rows(tx, {
    sql: `SELECT t."id" FROM "taskLinks" v JOIN "tasks" t ON t."companyNo" = v."companyNo" AND t."id" = v."taskId"
      WHERE v."companyNo" = ? AND v."targetId" = ? AND t."deletedAt" IS NULL LIMIT 1`,
    values: [companyNo, id],
  })
  const lists = await rows(tx, {
    sql: `SELECT "id" FROM "tasklists" WHERE "companyNo" = ? AND "milestoneId" = ? LIMIT 1`,
    values: [companyNo, id],
  })
  const files = await rows(tx, {
    sql: `SELECT "id" FROM "files" WHERE "companyNo" = ? AND "milestoneId" = ? AND "deletedAt" IS NULL LIMIT 1`,
    values: [companyNo, id],
  })
  const users = [
    ...(tasks.length > 0 ? ['tasks'] : []),
    ...(lists.length > 0 ? ['task lists'] : []),
    ...(files.length > 0 ? ['files'] : []),
  ]
  if (users.length > 0)
    throw problem(
      'conflict',
      `The milestone still has ${users.join(' and ')}; give them another one, or none, first.`,
    )
}

export function milestoneRoutes(api: Api): void {
  api.get(
    '/v1/workspaces/:workspaceId/milestones',
    {
      summary: 'Lists the milestones of a workspace.',
      needs: 'A member of the workspace.',
      answer: { list: milestones },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return ctx.page<MilestoneRow>(milestones, [inWorkspace(workspace, 'milestones')], (found) =>
        found.map((row) => presentMilestone(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/milestones/:milestoneId',
    { summary: 'Shows one milestone.', needs: 'A member of its workspace.', answer: { one: milestone } },
    async ({ actor, db, site, params }) =>
      one(presentMilestone(site, (await findMilestone(db, actor, params.milestoneId)).row)),
  )

  api.post(
    '/v1/workspaces/:workspaceId/milestones',
    {
      summary: 'Creates a milestone in a workspace.',
      needs: 'A Contributor of the workspace.',
      body: { new: milestone, given: ['workspaceId'] },
      answer: { created: milestone },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const workspace = await enterWorkspace(tx, actor, ctx.params.workspaceId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not add milestones to it.')
      const values = await ctx.newRecord(milestone, { workspaceId: workspace.id })
      const row: MilestoneRow = {
        ...newRow(actor.companyNo, actor.userId),
        ...values,
        titleKey: foldText(values.title),
        reminders: JSON.stringify(values.reminders),
        customFields: JSON.stringify(values.customFields),
      }
      demandInOrder(row, 'dueDate')
      demandWritable(workspace)
      await demandFreeExternalId(tx, 'milestones', row, row.externalId)
      await insertRow(tx, 'milestones', row)
      tx.log({ verb: 'created', kind: 'milestone', recordId: row.id, workspaceId: row.workspaceId })
      return created(presentMilestone(site, row), `/v1/milestones/${row.id}`)
    },
  )

  api.change(
    '/v1/milestones/:milestoneId',
    {
      summary: 'Changes a milestone.',
      needs: 'A Contributor of its workspace.',
      body: { change: milestone },
      answer: { changed: milestone },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findMilestone(tx, actor, params.milestoneId)
      demand(mayContribute(workspace.role), 'Readers of a workspace may not change its milestones.')
      const {
        reminders,
        customFields: custom,
        ...plain
      } = await ctx.changes(milestone, presentMilestone(site, before))
      demandInOrder({ ...before, ...plain }, plain.dueDate === undefined ? 'startDate' : 'dueDate')
      demandWritable(workspace)
      const { row, fields } = await updateRow(tx, 'milestones', before, {
        ...plain,
        ...(plain.title !== undefined && { titleKey: foldText(plain.title) }),
        ...(reminders !== undefined && { reminders: JSON.stringify(reminders) }),
        ...(custom !== undefined && { customFields: JSON.stringify(custom) }),
      })
      if (fields.length > 0)
        tx.log({ verb: 'updated', kind: 'milestone', recordId: row.id, workspaceId: row.workspaceId, fields })
      return changed(presentMilestone(site, row))
    },
  )

  api.delete(
    '/v1/milestones/:milestoneId',
    {
      summary: 'Deletes a milestone that no task, no task list and no file belongs to.',
      needs: 'A Contributor of its workspace for their own milestones, an Admin for all.',
      answer: 'nothing',
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findMilestone(tx, actor, params.milestoneId)
      demand(
        mayDelete(actor, workspace.role, row),
        'Only Admins of the workspace may delete milestones that others made.',
      )
      ctx.match(presentMilestone(site, row))
      demandWritable(workspace)
      await demandUnused(tx, row)
      await removeRow(tx, 'milestones', row)
      tx.log({ verb: 'deleted', kind: 'milestone', recordId: row.id, workspaceId: row.workspaceId })
      return nothing()
    },
  )
}
