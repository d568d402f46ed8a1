import { demand, mayAdministerWorkspace } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import { type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { changed, created, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { removeRecord } from '../../jobs/purge-attached.ts'
import { foldText } from '../../query/fields.ts'
import { type StageRow, stage } from '../../schema/records/stage.ts'
import { placeFields, putInPlace } from '../placement.ts'
import { inWorkspace } from '../workspaces/inside.ts'
import { demandWritable, enterWorkspace, type FoundWorkspace } from '../workspaces/workspace.ts'
import { findStage, presentStage, stages } from './stage.ts'
import { emptyStage, fillStage } from './tasks.ts'

/** The most stages that a workspace can have. */
const most = 50

type OtherStage = Pick<StageRow, 'id' | 'stageName'>

const stagesOf = (reader: Reader, { companyNo, id }: FoundWorkspace): Promise<OtherStage[]> =>
  rows(
    reader,
    sql`SELECT "id", "stageName" FROM "stages" WHERE "companyNo" = ${companyNo} AND "workspaceId" = ${id} LIMIT ${most}`,
  )

/** Two columns of the same name could not be told apart on the board. */
function demandFreeName(others: readonly OtherStage[], stageName: string): void {
  const other = others.find((each) => foldText(each.stageName) === foldText(stageName))
  if (other === undefined) return
  throw problem('duplicate', `The stage ${other.id} of this workspace already has this name.`, {
    faults: [{ pointer: '/stageName', detail: 'Another stage of this workspace already has this name.' }],
  })
}

const placement = placeFields('stage')
const mayNotChange = 'Only Admins of the workspace may change its stages.'

export function stageRoutes(api: Api): void {
  api.get(
    '/v1/workspaces/:workspaceId/stages',
    {
      summary: 'Lists the stages of a workspace: the columns of its board.',
      needs: 'A member of the workspace.',
      answer: { list: stages },
    },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return ctx.page<StageRow>(stages, [inWorkspace(workspace, 'stages')], (found) =>
        found.map((row) => presentStage(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/stages/:stageId',
    { summary: 'Shows one stage.', needs: 'A member of its workspace.', answer: { one: stage } },
    async ({ actor, db, site, params }) =>
      one(presentStage(site, (await findStage(db, actor, params.stageId)).row)),
  )

  api.post(
    '/v1/workspaces/:workspaceId/stages',
    {
      summary:
        'Creates a stage in a workspace, after the others. The first stage of a status takes the tasks of that status.',
      needs: 'An Admin of the workspace.',
      body: { new: stage, given: ['workspaceId'] },
      answer: { created: stage },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const workspace = await enterWorkspace(tx, actor, ctx.params.workspaceId)
      demand(mayAdministerWorkspace(workspace.role), 'Only Admins of the workspace may add stages to it.')
      const values = await ctx.newRecord(stage, { workspaceId: workspace.id })
      demandWritable(workspace)
      const others = await stagesOf(tx, workspace)
      demandFreeName(others, values.stageName)
      if (others.length === most)
        throw problem(
          'conflict',
          `A workspace can have ${most} stages. Delete one that is no longer used first.`,
        )
      const row = await tx.insert(stage, values)
      await fillStage(tx, row)
      tx.log({ verb: 'created', kind: 'stage', recordId: row.id, workspaceId: row.workspaceId })
      return created(presentStage(site, row), `/v1/stages/${row.id}`)
    },
  )

  api.change(
    '/v1/stages/:stageId',
    {
      summary: 'Changes a stage.',
      needs: 'An Admin of its workspace.',
      body: { change: stage },
      answer: { changed: stage },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findStage(tx, actor, params.stageId)
      demand(mayAdministerWorkspace(workspace.role), mayNotChange)
      const changes = await ctx.changes(stage, presentStage(site, before))
      demandWritable(workspace)
      const { stageName = before.stageName } = changes
      if (stageName !== before.stageName) {
        const others = await stagesOf(tx, workspace)
        demandFreeName(
          others.filter(({ id }) => id !== before.id),
          stageName,
        )
      }
      const { row, fields, previous } = await tx.update(stage, before, changes)
      const { id: recordId, workspaceId } = row
      if (fields.length > 0)
        tx.log({ verb: 'updated', kind: 'stage', recordId, workspaceId, fields, previous })
      return changed(presentStage(site, row))
    },
  )

  api.put(
    '/v1/stages/:stageId/place',
    {
      summary: 'Puts a stage in its place on the board, directly after or before another.',
      needs: 'An Admin of its workspace.',
      body: { members: placement, optional: true },
      answer: { changed: stage },
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findStage(tx, actor, params.stageId)
      demand(mayAdministerWorkspace(workspace.role), mayNotChange)
      const place = await ctx.members(placement)
      ctx.match(presentStage(site, row))
      demandWritable(workspace)
      await putInPlace(tx, 'stages', 'stage', row, place)
      return changed(presentStage(site, row))
    },
  )

  api.delete(
    '/v1/stages/:stageId',
    {
      summary: 'Deletes a stage. Its tasks keep their status, and go to the next stage of it, or to none.',
      needs: 'An Admin of its workspace.',
      answer: 'nothing',
      problems: ['archived', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row, workspace } = await findStage(tx, actor, params.stageId)
      demand(mayAdministerWorkspace(workspace.role), 'Only Admins of the workspace may delete its stages.')
      ctx.match(presentStage(site, row))
      demandWritable(workspace)
      await emptyStage(tx, row)
      await removeRecord(tx, 'stages', row)
      tx.log({ verb: 'deleted', kind: 'stage', recordId: row.id, workspaceId: row.workspaceId })
      return nothing()
    },
  )
}
