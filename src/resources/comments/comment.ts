import { demand, mayComment } from '../../auth/permissions.ts'
import { type Actor, seesInternal } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { existingIds } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type CommentRow, comment, type Reaction } from '../../schema/records/comment.ts'
import { type Found, findInside, findInsideEvenInTrash, visibleInside } from '../workspaces/inside.ts'
import type { FoundWorkspace } from '../workspaces/workspace.ts'
import type { CommentPlace } from './places.ts'

export const comments = listOf(comment, {
  below: true,
  written: {
    // A list of ids as JSON. LIKE would ignore case on SQLite.
    mentions: (_, value) => ({
      condition: sql`replace(t."mentions", ${`"${value}"`}, '') <> t."mentions"`,
    }),
    resolved: (_, value) => ({
      condition: value === true ? sql`t."resolvedAt" IS NOT NULL` : sql`t."resolvedAt" IS NULL`,
    }),
  },
})

export const presentComment = (
  site: Site,
  row: CommentRow,
  reactions: readonly Reaction[] = [],
): Representation =>
  present(comment, site.publicUrl, row.id, row, { resolved: row.resolvedAt !== null, reactions })

/** The first restriction of a list of one record's comments. */
export function commentsOn(
  actor: Actor,
  { column }: CommentPlace,
  { companyNo, id }: { companyNo: number; id: string },
): Restriction {
  const condition = sql`t.${sql.id(column)} = ${id}`
  const shown = seesInternal(actor) ? sql`` : sql` AND NOT t."internalOnly"`
  const where = sql`t."companyNo" = ${companyNo} AND ${condition} AND t."deletedAt" IS NULL${shown}`
  return { condition, indexRanges: [{ from: '"comments" t', id: 't."id"', where }] }
}

export function demandMayComment(workspace: FoundWorkspace): void {
  demand(mayComment(workspace.role, workspace), 'Readers of this workspace may not comment.')
}

export type FoundComment = Found<CommentRow>

export async function findComment(reader: Reader, actor: Actor, id: string): Promise<FoundComment> {
  return demandShown(actor, await findInside(reader, actor, 'comments', id, 'comment'))
}

export async function findCommentEvenInTrash(
  reader: Reader,
  actor: Actor,
  id: string,
): Promise<FoundComment> {
  return demandShown(actor, await findInsideEvenInTrash(reader, actor, 'comments', id, 'comment'))
}

function demandShown(actor: Actor, found: FoundComment): FoundComment {
  if (found.row.internalOnly && !seesInternal(actor)) throw problem('not_found', 'There is no such comment.')
  return found
}

export async function visibleCommentIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  const visible = await visibleInside(reader, actor, 'comments', ids)
  return seesInternal(actor) || visible.size === 0
    ? visible
    : existingIds(reader, 'comments', actor.companyNo, [...visible], sql`NOT t."internalOnly"`)
}
