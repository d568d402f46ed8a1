import { demand } from '../../auth/permissions.ts'
import { seesInternal } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { invalid } from '../../base/errors.ts'
import { together } from '../../base/together.ts'
import { type Reader, rows } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { changed, created, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { aKind } from '../../schema/kind-words.ts'
import { type CommentRow, comment } from '../../schema/records/comment.ts'
import { historyRoute, seenByMembers } from '../history.ts'
import { demandWritable, type FoundWorkspace } from '../workspaces/workspace.ts'
import { comments, commentsOn, demandMayComment, findComment, presentComment } from './comment.ts'
import { demandMaySee, readMentions } from './mentions.ts'
import { type CommentPlace, commentPlaces } from './places.ts'
import { reactionRoutes } from './reactions.ts'
import { presented, readReactions } from './read-reactions.ts'
import { commentStateRoutes } from './states.ts'

/** "One level of replies", on the same record. */
async function findParent(
  reader: Reader,
  companyNo: number,
  { column }: CommentPlace,
  id: string,
  parentCommentId: string | null,
): Promise<CommentRow | undefined> {
  if (parentCommentId === null) return undefined
  const parent = await findRow(reader, 'comments', companyNo, parentCommentId)
  const fault = (detail: string): Error =>
    invalid([{ pointer: '/parentCommentId', detail: `"parentCommentId" ${detail}` }])
  if (parent === undefined || parent[column] !== id) throw fault('names a comment on another record.')
  if (parent.parentCommentId !== null)
    throw fault(`names a reply. Reply to the comment ${parent.parentCommentId} instead.`)
  return parent
}

async function demandFilesHere(
  reader: Reader,
  { companyNo, id: workspaceId }: FoundWorkspace,
  files: readonly string[],
): Promise<void> {
  if (files.length === 0) return
  const elsewhere = await rows<{ id: string }>(
    reader,
    sql`SELECT "id" FROM "files" WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(files)}
      AND "workspaceId" <> ${workspaceId}`,
  )
  if (elsewhere.length === 0) return
  throw invalid(
    elsewhere.map(({ id }) => ({
      pointer: `/files/${files.indexOf(id)}`,
      detail: `"files" names a file of another workspace: ${id}.`,
    })),
  )
}

export function commentRoutes(api: Api): void {
  for (const place of commentPlaces) placeRoutes(api, place)
  commentStateRoutes(api)
  reactionRoutes(api)

  api.get(
    '/v1/comments/:commentId',
    { summary: 'Shows one comment.', needs: 'A member of its workspace.', answer: { one: comment } },
    async ({ actor, db, site, params }) =>
      one(await presented(db, site, actor, (await findComment(db, actor, params.commentId)).row)),
  )

  api.change(
    '/v1/comments/:commentId',
    {
      summary: 'Changes a comment.',
      needs: 'Its author, as long as they may comment.',
      body: { change: comment },
      answer: { changed: comment },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const { row: before, workspace } = await findComment(tx, actor, params.commentId)
      demand(before.createdBy === actor.userId, 'Only the author of a comment may change it.')
      demandMayComment(workspace)
      const shown = await presented(tx, site, actor, before)
      const changes = await ctx.changes(comment, shown)
      demandWritable(workspace)
      const body = changes.body ?? before.body
      const mentions = readMentions(body)
      const known = JSON.parse(before.mentions) as string[]
      const added = mentions.filter((id) => !known.includes(id))
      await together([
        demandMaySee(tx, actor, workspace.id, added, before.internalOnly),
        demandFilesHere(tx, workspace, changes.files ?? []),
      ])
      const edited = body === before.body ? {} : { mentions, editedAt: clock.timestamp() }
      const { row, fields, previous } = await tx.update(comment, before, { ...changes, ...edited })
      const { internalOnly } = row
      const change = { recordId: row.id, workspaceId: workspace.id, internalOnly, fields, previous }
      if (fields.length > 0) tx.log({ verb: 'updated', kind: 'comment', ...change })
      return changed(await presented(tx, site, actor, row))
    },
  )
  historyRoute(api, '/v1/comments/:commentId', 'comment', findComment, seenByMembers)
}

/** The path has the name of the column as its parameter. */
function placeRoutes(api: Api, place: CommentPlace): void {
  const path = `/v1/${place.table}/:${place.column}/comments`
  const idIn = (params: object): string => String((params as Record<string, string>)[place.column])

  api.get(
    path,
    {
      summary: `Lists the comments on ${aKind(place.kind)}.`,
      needs: 'A member of its workspace; external people do not see internal comments.',
      answer: { list: comments },
    },
    async (ctx) => {
      const { row } = await place.find(ctx.db, ctx.actor, idIn(ctx.params))
      return ctx.page<CommentRow>(comments, [commentsOn(ctx.actor, place, row)], async (found) => {
        const reactions = await readReactions(
          ctx.db,
          ctx.actor,
          found.map(({ id }) => id),
        )
        return found.map((each) => presentComment(ctx.site, each, reactions.get(each.id)))
      })
    },
  )

  api.post(
    path,
    {
      summary: `Comments on ${aKind(place.kind)}.`,
      needs: 'A Contributor of its workspace; Readers too if it has `readersMayComment`.',
      body: { new: comment },
      answer: { created: comment },
      problems: ['archived', 'duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      const { row: subject, workspace } = await place.find(tx, actor, idIn(ctx.params))
      demandMayComment(workspace)
      const values = await ctx.newRecord(comment)
      demand(!values.internalOnly || seesInternal(actor), 'External people may not write internal comments.')
      demandWritable(workspace)
      const { companyNo, id } = subject
      const mentions = readMentions(values.body)
      const parent = await findParent(tx, companyNo, place, id, values.parentCommentId)
      const internalOnly = values.internalOnly || parent?.internalOnly === true
      await together([
        demandMaySee(tx, actor, workspace.id, mentions, internalOnly),
        demandFilesHere(tx, workspace, values.files),
      ])
      const row = await tx.insert(comment, {
        ...values,
        internalOnly,
        mentions,
        workspaceId: workspace.id,
        [place.column]: id,
      })
      tx.log({
        verb: 'created',
        kind: 'comment',
        recordId: row.id,
        workspaceId: workspace.id,
        internalOnly,
        // Lets activity name the record without another request.
        fields: [place.column],
      })
      return created(presentComment(site, row), `/v1/comments/${row.id}`)
    },
  )
}
