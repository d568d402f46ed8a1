import { useMe } from '../../../api/me.ts'
import type { Workspace } from '../../../api/types.ts'
import { useNotices } from '../../../parts/notices.tsx'
import { useOptimisticChange } from '../../../parts/optimistic-change.ts'
import { workspaceTexts as words } from '../../../texts/setup-places.ts'

/** Archives or unarchives a workspace. It leaves the list immediately, and the notice offers to undo it. */
export function useArchiving() {
  const notices = useNotices()
  const { isAdmin } = useMe()
  const archiving = useOptimisticChange<{ workspace: Workspace; archived: boolean }>({
    list: '/v1/workspaces',
    id: ({ workspace }) => workspace.id,
    request: ({ workspace, archived }) => ({
      method: archived ? 'PUT' : 'DELETE',
      path: `/v1/workspaces/${workspace.id}/archive`,
    }),
    becomes: () => null,
    done: ({ workspace, archived }) => {
      const name = workspace.details.workspaceName
      // Only company administrators may unarchive.
      const undo = isAdmin ? () => archiving.mutate({ workspace, archived: !archived }) : undefined
      notices.done(archived ? words.archiveDone(name) : words.unarchiveDone(name), undo)
    },
  })
  return archiving
}
