import type { Change, Favorite } from '../../api/types.ts'

/** Kinds whose changes show that somebody works in a workspace. A new workspace or member does not. */
const work = new Set(['task', 'file', 'milestone', 'event', 'comment'])

interface Known {
  userId: string
  favorites: readonly Favorite[]
  /** The workspaces of the tasks that need the person, the most urgent first. */
  needing: readonly string[]
  /** The newest first. */
  changes: readonly Change[]
}

/**
 * The workspaces that matter to the person, the most important first: their favorites, those with tasks that need them,
 * those that they work in, and those that others work in.
 */
export function rankWorkspaces({ userId, favorites, needing, changes }: Known): string[] {
  const worked = changes.filter(({ details }) => work.has(details.kind))
  const isOwn = ({ details }: Change): boolean => details.userHash === userId
  const ids = [
    ...favorites.filter(({ details }) => details.kind === 'workspace').map(({ details }) => details.recordId),
    ...needing,
    ...[...worked.filter(isOwn), ...worked].map(({ details }) => details.workspaceId),
  ]
  return [...new Set(ids.filter((id) => id !== null))]
}
