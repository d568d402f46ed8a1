import type { Change, Comment } from '../../api/types.ts'

export type StreamFilter = 'all' | 'comments' | 'changes'

export interface ToldChange {
  change: Change
  text: string
}

export type StreamEntry = { comment: Comment } | ToldChange

const momentOf = (entry: StreamEntry): string =>
  'change' in entry ? entry.change.details.createdAt : entry.comment.details.createdAt

/**
 * Comments and changes as one stream, oldest first. A reply belongs to its comment. While there are older comments to
 * load, changes from before the loaded ones wait for them.
 */
export function inOrder(
  comments: { items: readonly Comment[]; hasOlder: boolean },
  changes: readonly ToldChange[],
  shown: StreamFilter,
): StreamEntry[] {
  const known = new Set(comments.items.map(({ id }) => id))
  const first = comments.items[0]?.details.createdAt
  const threads = comments.items
    .filter(({ details }) => details.parentCommentId === null || !known.has(details.parentCommentId))
    .map((comment) => ({ comment }))
  const isCovered = ({ change }: ToldChange): boolean =>
    shown === 'changes' || !comments.hasOlder || (first !== undefined && change.details.createdAt >= first)
  const entries: StreamEntry[] = [
    ...(shown === 'changes' ? [] : threads),
    ...(shown === 'comments' ? [] : changes.filter(isCovered)),
  ]
  return entries.toSorted((one, other) => momentOf(one).localeCompare(momentOf(other)))
}
