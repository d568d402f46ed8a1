import { useIsDeleted, useMe } from '../../api/me.ts'
import { useRecord } from '../../api/queries.ts'
import type { Member, Workspace } from '../../api/types.ts'

type Role = Member['details']['role']
type Known = Pick<Workspace, 'id' | 'details'> | undefined

/** The role of the person who is signed in. Company administrators are Admins everywhere. */
export function useRoleIn(workspace: Known): Role | undefined {
  const { user, isAdmin } = useMe()
  const known = workspace !== undefined && user !== undefined && !isAdmin
  const path = known ? `/v1/workspaces/${workspace.id}/members/${user.id}` : undefined
  const role = useRecord<Member>(path).data?.details.role
  return isAdmin ? 'Admin' : role
}

/** The role, while things in the workspace can be changed at all. */
function useRole(workspace: Known): Role | undefined {
  const isDeleted = useIsDeleted()
  const role = useRoleIn(workspace)
  return workspace !== undefined && !isDeleted && !workspace.details.archived ? role : undefined
}

/** Whether the person who is signed in may edit things in a workspace. */
export function useMayContribute(workspace: Known): boolean {
  const role = useRole(workspace)
  return role === 'Admin' || role === 'Contributor'
}

/** Whether the person who is signed in is an Admin of a workspace. */
export function useMayAdminister(workspace: Known): boolean {
  return useRole(workspace) === 'Admin'
}

/** Whether the person who is signed in may comment on things in a workspace. */
export function useMayComment(workspaceId: string): boolean {
  const workspace = useRecord<Workspace>(`/v1/workspaces/${workspaceId}`).data
  const role = useRole(workspace)
  return role !== undefined && (role !== 'Reader' || workspace?.details.readersMayComment === true)
}
