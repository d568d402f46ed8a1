import type { Workspace } from '../../../api/types.ts'
import { useAtOnce } from '../../../parts/at-once.ts'
import { useNotices } from '../../../parts/notices.tsx'
import { workspaceTexts as words } from '../../../texts/setup-places.ts'

/** Archives a workspace or brings it back: it leaves the list at once, and the notice undoes it. */
export function useArchiving() {
  const notices = useNotices()
  const archiving = useAtOnce<{ workspace: Workspace; archived: boolean }>({
    list: '/v1/workspaces',
    id: ({ workspace }) => workspace.id,
    request: ({ workspace, archived }) => ({
      method: archived ? 'PUT' : 'DELETE',
      path: `/v1/workspaces/${workspace.id}/archive`,
    }),
    becomes: () => null,
    done: ({ workspace, archived }) => {
      const name = workspace.details.workspaceName
      notices.done(archived ? words.archiveDone(name) : words.unarchiveDone(name), () =>
        archiving.mutate({ workspace, archived: !archived }),
      )
    },
  })
  return archiving
}
