import { demand, mayContribute, mayDelete } from '../../auth/permissions.ts'
import { clock } from '../../base/clock.ts'
import { sql } from '../../db/sql.ts'
import { type Answer, changed, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext } from '../../http/context.ts'
import { type FileRow, file } from '../../schema/records/file.ts'
import { moveAttached, trashAttached } from '../attached.ts'
import { historyRoute, seenByMembers } from '../history.ts'
import { tagIdsAfter, withTagNames } from '../tags/names.ts'
import { visibleOnPage } from '../workspaces/visible-content.ts'
import { demandWritable, enterWorkspace } from '../workspaces/workspace.ts'
import { files, findFile, presentFile, presentFiles } from './file.ts'
import {
  demandFreeName,
  demandMayAdd,
  type FoundPlace,
  findTarget,
  folderPlace,
  hooks,
  milestonePlace,
  taskPlace,
  workspacePlace,
} from './places.ts'
import { demandChangeable } from './rights.ts'
import { demandStatus, isReadOnlyStatus } from './statuses.ts'

const present = (ctx: ReadContext) => (found: FileRow[]) => presentFiles(ctx.db, ctx.site, ctx.actor, found)

/** The files attached directly to this place. */
function pageOf(ctx: ReadContext, { place }: FoundPlace): Promise<Answer> {
  const hook = hooks.find((each) => place[each] !== null)
  if (hook !== undefined)
    return ctx.page<FileRow>(files, [files.where(ctx.actor, hook, place.placeId)], present(ctx))
  const within = files.where(ctx.actor, 'workspaceId', place.workspaceId)
  const bare = { condition: sql`t."placeId" = t."workspaceId"` }
  return ctx.page<FileRow>(files, [within, bare], present(ctx))
}

export function fileListRoutes(api: Api): void {
  const spec = { needs: 'A member of the workspace.', answer: { list: files } } as const
  api.get(
    '/v1/workspaces/allFiles',
    {
      summary: 'Lists every file in every folder of your workspaces; for company admins, of all.',
      needs: 'Anyone who is signed in; shows their workspaces only.',
      answer: { list: files },
    },
    async (ctx) => ctx.page<FileRow>(files, await visibleOnPage(ctx.db, ctx.actor, files), present(ctx)),
  )
  api.get(
    '/v1/workspaces/:workspaceId/allFiles',
    { ...spec, summary: 'Lists every file in every folder of a workspace, and on its tasks and milestones.' },
    async (ctx) => {
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      return ctx.page<FileRow>(files, [files.where(ctx.actor, 'workspaceId', workspace.id)], present(ctx))
    },
  )
  api.get(
    '/v1/workspaces/:workspaceId/files',
    {
      ...spec,
      summary: 'Lists the files of a workspace that are in no folder, and on no task or milestone.',
    },
    async (ctx) => pageOf(ctx, await workspacePlace(ctx.db, ctx.actor, ctx.params.workspaceId)),
  )
  api.get('/v1/folders/:folderId/files', { ...spec, summary: 'Lists the files of a folder.' }, async (ctx) =>
    pageOf(ctx, await folderPlace(ctx.db, ctx.actor, ctx.params.folderId)),
  )
  api.get(
    '/v1/tasks/:taskId/files',
    { ...spec, summary: 'Lists the files that are attached to a task.' },
    async (ctx) => pageOf(ctx, await taskPlace(ctx.db, ctx.actor, ctx.params.taskId)),
  )
  api.get(
    '/v1/milestones/:milestoneId/files',
    { ...spec, summary: 'Lists the files that are attached to a milestone.' },
    async (ctx) => pageOf(ctx, await milestonePlace(ctx.db, ctx.actor, ctx.params.milestoneId)),
  )
}

export function fileRoutes(api: Api): void {
  api.get(
    '/v1/files/:fileId',
    { summary: 'Shows one file.', needs: 'A member of its workspace.', answer: { one: file } },
    async ({ actor, db, site, params }) =>
      one(await presentFile(db, site, actor, (await findFile(db, actor, params.fileId)).row)),
  )

  api.change(
    '/v1/files/:fileId',
    {
      summary: 'Changes a file, or moves it. Its content has its own method.',
      needs:
        'A Contributor of its workspace and of the target workspace; an Admin for read-only statuses and for moving others’ files away.',
      body: { change: file },
      answer: { changed: file },
      problems: ['archived', 'locked', 'read_only', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findFile(tx, actor, params.fileId)
      const { row: before, workspace } = found
      demand(mayContribute(workspace.role), 'Readers of a workspace may not change its files.')
      const changes = await ctx.changes(file, await presentFile(tx, site, actor, before))
      const { tags, workspaceId, folderId, taskId, milestoneId, ...plain } = changes
      if (Object.keys(changes).length > 0) await demandChangeable(tx, actor, found)
      const { status } = plain
      if (status !== undefined && status !== before.status) {
        await demandStatus(tx, actor.companyNo, status)
        demand(
          !isReadOnlyStatus(status) || workspace.role === 'Admin',
          'Only Admins of the workspace may make a file read-only.',
        )
      }
      const named = { workspaceId, folderId, taskId, milestoneId }
      const move = Object.fromEntries(Object.entries(named).filter(([, value]) => value !== undefined))
      const target = await findTarget(tx, actor, before, move)
      if (target.workspace.id !== workspace.id) {
        demandMayAdd(target)
        demand(
          mayDelete(actor, workspace.role, before),
          'Only Admins of the workspace may move files that others created out of it.',
        )
        demandWritable(target.workspace)
      }
      const { fileName = before.fileName } = plain
      await demandFreeName(tx, { ...before, ...target.place, fileName })
      const { row, fields, previous } = await tx.update(file, before, {
        ...plain,
        ...target.place,
        ...(tags !== undefined && { tagIds: await tagIdsAfter(tx, actor, before.tagIds, tags) }),
      })
      const otherWorkspaceId = row.workspaceId === before.workspaceId ? null : before.workspaceId
      const known = fields.filter((name) => name in file.fields)
      if (known.length > 0)
        tx.log({
          verb: 'updated',
          kind: 'file',
          recordId: row.id,
          workspaceId: row.workspaceId,
          otherWorkspaceId,
          fields: known,
          previous: await withTagNames(tx, actor, previous),
        })
      if (otherWorkspaceId !== null)
        await moveAttached({ tx, actor, workspace }, 'files', [row.id], row.workspaceId)
      return changed(await presentFile(tx, site, actor, row))
    },
  )
  historyRoute(api, '/v1/files/:fileId', 'file', findFile, seenByMembers)

  api.delete(
    '/v1/files/:fileId',
    {
      summary: 'Moves a file to the trash, for 30 days.',
      needs: 'A Contributor of its workspace for their own files, an Admin for all.',
      answer: 'nothing',
      problems: ['archived', 'locked', 'read_only'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findFile(tx, actor, params.fileId)
      const { row: before, workspace } = found
      demand(
        mayDelete(actor, workspace.role, before),
        'Only Admins of the workspace may delete files that others created.',
      )
      ctx.match(await presentFile(tx, site, actor, before))
      await demandChangeable(tx, actor, found)
      const state = { deletedAt: clock.timestamp(), deletedBy: actor.userId }
      const { row } = await tx.update(file, before, { ...state, lockedBy: null, lockExpiresAt: null })
      tx.log({ verb: 'deleted', kind: 'file', recordId: row.id, workspaceId: row.workspaceId })
      await trashAttached({ tx, actor, workspace }, 'files', [row.id], state)
      return nothing()
    },
  )
}
