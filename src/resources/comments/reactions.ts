import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import { insertRow } from '../../db/records.ts'
import { nothing } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { isEmoji } from '../../schema/emoji.ts'
import type { Reaction } from '../../schema/records/comment.ts'
import { demandWritable } from '../workspaces/workspace.ts'
import { demandMayComment, type FoundComment, findComment, presentComment } from './comment.ts'
import { readReactions } from './read-reactions.ts'

/** The most kinds of reactions to a comment. */
const mostKinds = 20

/** The emoji in the path; some keyboards leave out the mark that makes a character one. */
function readEmoji(text: string): string {
  const found = [text, `${text}\uFE0F`].find(isEmoji)
  if (found !== undefined) return found
  const detail = 'The reaction must be one emoji, such as 👍, encoded in the path.'
  throw problem('invalid_request', detail, { faults: [{ parameter: 'emoji', detail }] })
}

type ReactionContext = WriteContext<{ commentId: string; emoji: string }>

async function findToReact(
  ctx: ReactionContext,
): Promise<FoundComment & { emoji: string; reactions: readonly Reaction[] }> {
  const { actor, tx, site, params } = ctx
  const found = await findComment(tx, actor, params.commentId)
  demandMayComment(found.workspace)
  const emoji = readEmoji(params.emoji)
  const { id } = found.row
  const reactions = (await readReactions(tx, actor, [id])).get(id) ?? []
  ctx.match(presentComment(site, found.row, reactions))
  demandWritable(found.workspace)
  return { ...found, emoji, reactions }
}

export function reactionRoutes(api: Api): void {
  const path = '/v1/comments/:commentId/reactions/:emoji'
  const needs = 'Anyone who may comment there.'

  api.put(
    path,
    { summary: 'Reacts to a comment.', needs, answer: 'nothing', problems: ['archived', 'conflict'] },
    async (ctx) => {
      const { actor, tx } = ctx
      const { row, workspace, emoji, reactions } = await findToReact(ctx)
      const known = reactions.find((each) => each.emoji === emoji)
      if (known?.own) return nothing()
      if (known === undefined && reactions.length >= mostKinds)
        throw problem('conflict', `A comment can have ${mostKinds} different reactions.`)
      await insertRow(tx, 'commentReactions', {
        companyNo: row.companyNo,
        commentId: row.id,
        emoji,
        userId: actor.userId,
        createdAt: clock.timestamp(),
      })
      const change = { recordId: row.id, workspaceId: workspace.id, internalOnly: row.internalOnly }
      tx.log({ verb: 'reacted', kind: 'comment', ...change, fields: ['reactions'] })
      return nothing()
    },
  )

  api.delete(
    path,
    { summary: 'Removes your reaction.', needs, answer: 'nothing', problems: ['archived'] },
    async (ctx) => {
      const { actor, tx } = ctx
      const { row, workspace, emoji, reactions } = await findToReact(ctx)
      if (!reactions.some((each) => each.emoji === emoji && each.own)) return nothing()
      await tx.query
        .deleteFrom('commentReactions')
        .where('companyNo', '=', row.companyNo)
        .where('commentId', '=', row.id)
        .where('emoji', '=', emoji)
        .where('userId', '=', actor.userId)
        .execute()
      const change = { recordId: row.id, workspaceId: workspace.id, internalOnly: row.internalOnly }
      tx.log({ verb: 'unreacted', kind: 'comment', ...change, fields: ['reactions'] })
      return nothing()
    },
  )
}
