import { useIsDeleted, useMe } from '../../api/me.ts'
import { useRecord } from '../../api/queries.ts'
import type { Member, Workspace } from '../../api/types.ts'

/** Whether the person who is signed in may edit things in a workspace. */
export function useMayContribute(workspace: Pick<Workspace, 'id' | 'details'> | undefined): boolean {
  const { user } = useMe()
  const isDeleted = useIsDeleted()
  const known = workspace !== undefined && user !== undefined
  const path = known ? `/v1/workspaces/${workspace.id}/members/${user.id}` : undefined
  const role = useRecord<Member>(path).data?.details.role
  return known && !isDeleted && !workspace.details.archived && (role === 'Admin' || role === 'Contributor')
}
