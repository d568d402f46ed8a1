import { useIsDeleted, useMe } from './me.ts'
import { useRecord } from './queries.ts'
import type { Member, Workspace } from './types.ts'

export type Role = Member['details']['role']
export type KnownWorkspace = Pick<Workspace, 'id' | 'details'>

/** The role of the person who is signed in. Company administrators are Admins everywhere. */
export function useRoleIn(workspace: Pick<Workspace, 'id'> | undefined): Role | undefined {
  const { user, isAdmin } = useMe()
  const known = workspace !== undefined && user !== undefined && !isAdmin
  const path = known ? `/v1/workspaces/${workspace.id}/members/${user.id}` : undefined
  const role = useRecord<Member>(path).data?.details.role
  return isAdmin ? 'Admin' : role
}

/** The role, while things in the workspace can be changed at all. */
export function useRole(workspace: KnownWorkspace | undefined): Role | undefined {
  const isDeleted = useIsDeleted()
  const role = useRoleIn(workspace)
  return workspace !== undefined && !isDeleted && !workspace.details.archived ? role : undefined
}

/** Whether the person who is signed in is an Admin of a workspace. */
export function useMayAdminister(workspace: KnownWorkspace | undefined): boolean {
  return useRole(workspace) === 'Admin'
}
