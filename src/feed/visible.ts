import type { Actor } from '../base/actor.ts'
import type { NumberedChange } from '../db/change-log/feed.ts'
import { audienceOf } from '../db/change-log/types.ts'
import { type Reader, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'

/** The permissions of a caller that decide which changes they see. */
type Caller = Pick<Actor, 'companyNo' | 'organization' | 'userId' | 'userType' | 'permissions'>

/** A caller and the workspaces they are a member of now. */
export interface Viewer {
  caller: Caller
  workspaceIds: ReadonlySet<string>
}

/** The ids, among some of a kind, of the records that a caller may see now. */
export type VisibleIds = (
  reader: Reader,
  caller: Caller,
  kind: string,
  ids: readonly string[],
) => Promise<ReadonlySet<string>>

export async function viewerOf(reader: Reader, caller: Caller): Promise<Viewer> {
  if (isAdmin(caller)) return { caller, workspaceIds: new Set() }
  const { companyNo, userId } = caller
  const found = await rows<{ workspaceId: string }>(
    reader,
    sql`SELECT "workspaceId" FROM "members" WHERE "companyNo" = ${companyNo} AND "userId" = ${userId}`,
  )
  return { caller, workspaceIds: new Set(found.map(({ workspaceId }) => workspaceId)) }
}

const isAdmin = ({ permissions }: Caller): boolean => permissions.includes('companyAdmin')

/** Whether a viewer may see a change; `ask`: if they may see the record. See `Audience`. */
export function maySeeChange(viewer: Viewer, change: NumberedChange): boolean | 'ask' {
  const { caller } = viewer
  if (isAdmin(caller)) return true
  const isInternal = caller.userType === 'Internal'
  if (change.internalOnly === true && !isInternal) return false
  switch (audienceOf(change.type)) {
    case 'members':
      return isMember(viewer, change)
    case 'person':
      return change.recordId === caller.userId || isMember(viewer, change)
    case 'workspace':
      return isInternal || isMember(viewer, change)
    case 'directory':
      return isInternal || change.recordId === caller.userId || 'ask'
    case 'record':
      return change.userId === caller.userId || 'ask'
    case 'own':
      return change.userId === caller.userId
    case 'admins':
      return false
  }
}

const isMember = ({ workspaceIds }: Viewer, { workspaceId, otherWorkspaceId }: NumberedChange): boolean =>
  (workspaceId !== null && workspaceIds.has(workspaceId)) ||
  (otherWorkspaceId !== null && workspaceIds.has(otherWorkspaceId))

/** The changes that a viewer may see, as they may see them. */
export async function visibleChanges(
  reader: Reader,
  viewer: Viewer,
  changes: readonly NumberedChange[],
  visibleIds: VisibleIds,
): Promise<NumberedChange[]> {
  const asked = new Map<string, Set<string>>()
  const first = changes.filter((change) => {
    const answer = maySeeChange(viewer, change)
    if (answer === 'ask') asked.set(change.kind, (asked.get(change.kind) ?? new Set()).add(change.recordId))
    return answer !== false
  })
  if (asked.size === 0) return first.map((change) => asSeenBy(viewer, change))
  const seen = new Map<string, ReadonlySet<string>>()
  for (const [kind, ids] of asked) seen.set(kind, await visibleIds(reader, viewer.caller, kind, [...ids]))
  return first
    .filter(
      (change) =>
        maySeeChange(viewer, change) === true || seen.get(change.kind)?.has(change.recordId) === true,
    )
    .map((change) => asSeenBy(viewer, change))
}

/** A record that moved out of sight, or into sight, is shown without the workspace that the viewer does not see. */
function asSeenBy(viewer: Viewer, change: NumberedChange): NumberedChange {
  const { workspaceId, otherWorkspaceId } = change
  if (otherWorkspaceId === null || isAdmin(viewer.caller)) return change
  const sees = (id: string | null): boolean => id !== null && viewer.workspaceIds.has(id)
  return {
    ...change,
    workspaceId: sees(workspaceId) ? workspaceId : null,
    otherWorkspaceId: sees(otherWorkspaceId) ? otherWorkspaceId : null,
    // These values belong to the workspace that the record came from.
    previous: sees(otherWorkspaceId) ? change.previous : null,
  }
}
