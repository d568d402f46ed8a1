import { demand, mayAdministerWorkspace, mayContribute } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import { demandFreeExternalId } from '../../db/records.ts'
import { type Answer, changed, nothing } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { type CommentRow, comment } from '../../schema/records/comment.ts'
import { demandWritable } from '../workspaces/workspace.ts'
import { demandMayComment, type FoundComment, findComment, findCommentEvenInTrash } from './comment.ts'
import { demandPlace } from './places.ts'
import { presented } from './read-reactions.ts'

type CommentContext = WriteContext<{ commentId: string }>

/** Resolves a comment, or opens it again. */
async function mark(
  ctx: CommentContext,
  state: Pick<CommentRow, 'resolvedAt' | 'resolvedBy'>,
): Promise<Answer> {
  const { actor, tx, site, params } = ctx
  const { row: before, workspace } = await findComment(tx, actor, params.commentId)
  if (before.createdBy === actor.userId) demandMayComment(workspace)
  else demand(mayContribute(workspace.role), 'Readers may only resolve comments of their own.')
  ctx.match(await presented(tx, site, actor, before))
  demandWritable(workspace)
  if (before.parentCommentId !== null)
    throw problem(
      'conflict',
      `A reply cannot be resolved. Resolve the comment that it replies to: ${before.parentCommentId}.`,
    )
  // The first one to resolve it counts.
  if ((before.resolvedAt === null) === (state.resolvedAt === null))
    return changed(await presented(tx, site, actor, before))
  const { row, fields, previous } = await tx.update(comment, before, state)
  const change = { recordId: row.id, workspaceId: workspace.id, internalOnly: row.internalOnly }
  tx.log({ verb: 'updated', kind: 'comment', ...change, fields, previous })
  return changed(await presented(tx, site, actor, row))
}

const mayRestore = ({ userId }: Actor, { row, workspace }: FoundComment): boolean =>
  mayAdministerWorkspace(workspace.role) ||
  (row.createdBy === userId && (row.deletedBy === null || row.deletedBy === userId))

export function commentStateRoutes(api: Api): void {
  const state = {
    needs: 'Its author, or a Contributor of its workspace.',
    answer: { changed: comment },
    problems: ['archived', 'conflict'],
  } as const

  api.put(
    '/v1/comments/:commentId/resolved',
    { ...state, summary: 'Resolves a comment with its replies. A reply cannot be resolved.' },
    (ctx) => mark(ctx, { resolvedAt: clock.timestamp(), resolvedBy: ctx.actor.userId }),
  )

  api.delete(
    '/v1/comments/:commentId/resolved',
    { ...state, summary: 'Reopens a resolved comment.' },
    (ctx) => mark(ctx, { resolvedAt: null, resolvedBy: null }),
  )

  api.delete(
    '/v1/comments/:commentId',
    {
      summary: 'Moves a comment to the trash, for 30 days. Replies to it stay.',
      needs: 'Its author, or an Admin of its workspace.',
      answer: 'nothing',
      problems: ['archived'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findComment(tx, actor, params.commentId)
      demand(
        before.createdBy === actor.userId || mayAdministerWorkspace(workspace.role),
        'Only Admins of the workspace may delete comments of others.',
      )
      ctx.match(await presented(tx, site, actor, before))
      demandWritable(workspace)
      const { row } = await tx.update(comment, before, {
        deletedAt: clock.timestamp(),
        deletedBy: actor.userId,
      })
      const change = { recordId: row.id, workspaceId: workspace.id, internalOnly: row.internalOnly }
      tx.log({ verb: 'deleted', kind: 'comment', ...change })
      return nothing()
    },
  )

  api.post(
    '/v1/comments/:commentId/restore',
    {
      summary: 'Restores a comment from the trash.',
      needs: 'Its author, if they deleted it; an Admin of its workspace.',
      answer: { changed: comment },
      problems: ['archived', 'duplicate', 'conflict'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const found = await findCommentEvenInTrash(tx, actor, params.commentId)
      const { row: before, workspace } = found
      demand(mayRestore(actor, found), 'Only Admins of the workspace may restore this comment.')
      ctx.match(await presented(tx, site, actor, before))
      demandWritable(workspace)
      if (before.deletedAt === null) return changed(await presented(tx, site, actor, before))
      await demandPlace(tx, before)
      await demandFreeExternalId(tx, comment, before, before.externalId)
      const { row } = await tx.update(comment, before, { deletedAt: null, deletedBy: null })
      const change = { recordId: row.id, workspaceId: workspace.id, internalOnly: row.internalOnly }
      tx.log({ verb: 'restored', kind: 'comment', ...change })
      return changed(await presented(tx, site, actor, row))
    },
  )
}
