import { useRecord } from '../../api/queries.ts'
import { type KnownWorkspace, useRole } from '../../api/role.ts'
import type { Workspace } from '../../api/types.ts'

/** Whether the person who is signed in may edit things in a workspace. */
export function useMayContribute(workspace: KnownWorkspace | undefined): boolean {
  const role = useRole(workspace)
  return role === 'Admin' || role === 'Contributor'
}

/** Whether the person who is signed in may comment on things in a workspace. */
export function useMayComment(workspaceId: string): boolean {
  const workspace = useRecord<Workspace>(`/v1/workspaces/${workspaceId}`).data
  const role = useRole(workspace)
  return role !== undefined && (role !== 'Reader' || workspace?.details.readersMayComment === true)
}
