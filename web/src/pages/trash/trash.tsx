import { Select } from '@mantine/core'
import { useSearchParams } from 'wouter'
import { useRecent } from '../../api/favorites.ts'
import { usePage } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { trashTexts as words } from '../../texts/trash.ts'
import classes from './trash.module.css'
import { DeletedWorkspaces, WorkspaceTrash } from './trash-list.tsx'

const address = '/v1/workspaces?limit=500&sort=workspaceName&fields=workspaceName'

/** Lists deleted workspaces, and the deleted records of a workspace. The address names the workspace. */
export function TrashPage() {
  const [search, setSearch] = useSearchParams()
  const { data, error, refetch } = usePage<Workspace>(address)
  const workspaces = data?.items ?? []
  const recent = useRecent()
  // People look for what they have deleted lately.
  const last = recent.data?.items.find(({ workspaceId }) => workspaces.some(({ id }) => id === workspaceId))
  const chosen = search.get('workspace') ?? last?.workspaceId ?? workspaces[0]?.id
  return (
    <div className={classes['page']}>
      <PageHead />
      <p className={classes['hint']}>{words.hint}</p>
      <DeletedWorkspaces />
      {data === undefined || recent.isPending ? (
        error === null ? (
          <Loading rows={4} />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : chosen === undefined ? (
        <Empty title={words.noWorkspace} hint={words.emptyHint} />
      ) : (
        <>
          <Select
            label={words.workspace}
            searchable
            allowDeselect={false}
            w={320}
            maw="100%"
            data={workspaces.map(({ id, details }) => ({ value: id, label: details.workspaceName }))}
            value={chosen}
            onChange={(value) =>
              value !== null && setSearch(new URLSearchParams({ workspace: value }), { replace: true })
            }
          />
          <WorkspaceTrash key={chosen} workspaceId={chosen} />
        </>
      )}
    </div>
  )
}
