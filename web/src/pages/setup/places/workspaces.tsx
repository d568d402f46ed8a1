import { Button, Group, Menu, SegmentedControl, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useIsDeleted } from '../../../api/me.ts'
import { useRecord } from '../../../api/queries.ts'
import type { Company, Workspace } from '../../../api/types.ts'
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconPlus,
  IconSettings,
  IconTrash,
} from '../../../parts/icons.tsx'
import { Ago } from '../../../parts/moments.tsx'
import { RowMenu } from '../../../parts/row-menu.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { is } from '../../../table/list-address.ts'
import { placeTexts, workspaceTexts as words } from '../../../texts/setup-places.ts'
import { SetupFrame } from '../setup-frame.tsx'
import { useArchiving } from './archiving.ts'
import classes from './place-tree.module.css'
import { PlaceTree } from './place-tree.tsx'
import { type Organization, organized, type Place, pathOf, usePlaces } from './places.ts'
import { Trash } from './trash.tsx'
import { CreateWorkspace, TrashWorkspace } from './workspace-dialogs.tsx'

/** Company Setup, Workspaces: the accounts or groups, and the workspaces in them. */
export function SetupWorkspacesPage() {
  const { data, error, refetch } = useRecord<Company>('/v1/company')
  if (data === undefined)
    return (
      <SetupFrame>
        {error === null ? <Loading /> : <Failed error={error} retry={() => void refetch()} />}
      </SetupFrame>
    )
  return <Organized organization={data.details.organization} />
}

function Organized({ organization }: { organization: Organization }) {
  const { places, error, refetch } = usePlaces(organization)
  const isDeleted = useIsDeleted()
  const [search, setSearch] = useSearchParams()
  const chosen = search.get('in')
  const [creating, setCreating] = useState(false)
  const choose = (id: string | null): void => setSearch(id === null ? {} : { in: id })
  const create = (
    <Button
      leftSection={<IconPlus size={16} />}
      disabled={isDeleted || places === undefined}
      onClick={() => setCreating(true)}
    >
      {words.create}
    </Button>
  )
  return (
    <SetupFrame action={create}>
      {places === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <div className={classes['columns']}>
          <PlaceTree organization={organization} places={places} chosen={chosen} choose={choose} />
          <WorkspaceTable organization={organization} places={places} chosen={chosen} create={create} />
          {creating && (
            <CreateWorkspace
              organization={organization}
              places={places}
              inside={chosen}
              onClose={() => setCreating(false)}
            />
          )}
        </div>
      )}
    </SetupFrame>
  )
}

interface WorkspaceTableProps {
  organization: Organization
  places: readonly Place[]
  chosen: string | null
  create: ReactNode
}

type Kind = 'inUse' | 'archived' | 'trash'

function WorkspaceTable({ organization, places, chosen, create }: WorkspaceTableProps) {
  const { placeField } = organized[organization]
  const [kind, setKind] = useState<Kind>('inUse')
  const [trashing, setTrashing] = useState<Workspace>()
  const archiving = useArchiving()
  const isArchive = kind === 'archived'
  return (
    <Stack gap="md" miw={0}>
      <Group>
        <SegmentedControl
          aria-label={words.show}
          data={[
            { value: 'inUse', label: words.inUse },
            { value: 'archived', label: words.archived },
            { value: 'trash', label: words.trash },
          ]}
          value={kind}
          onChange={(value) => setKind(value as Kind)}
        />
      </Group>
      {kind === 'trash' ? (
        <Trash />
      ) : (
        <DataTable<Workspace>
          path="/v1/workspaces"
          sort="workspaceName"
          fixed={[is('archived', String(isArchive)), ...(chosen === null ? [] : [is(placeField, chosen)])]}
          nameOf={({ details }) => details.workspaceName}
          hrefOf={({ id }) => `/setup/workspaces/${id}`}
          columns={[
            { field: 'workspaceName', label: words.name, show: ({ details }) => details.workspaceName },
            {
              field: 'urlShortName',
              label: words.shortName,
              wide: 'xl',
              show: ({ details }) => details.urlShortName,
            },
            {
              field: placeField,
              label: placeTexts[organization].place,
              wide: true,
              show: ({ details }) => pathOf(places, details[placeField] ?? ''),
            },
            {
              field: 'updatedAt',
              label: words.changed,
              short: true,
              wide: true,
              show: ({ details }) => <Ago at={details.updatedAt} />,
            },
          ]}
          actions={(workspace) => (
            <RowMenu label={workspace.details.workspaceName} icon={<IconDots size={16} />}>
              <Menu.Item
                component={Link}
                href={`/setup/workspaces/${workspace.id}`}
                leftSection={<IconSettings size={16} />}
              >
                {words.open}
              </Menu.Item>
              <Menu.Item
                leftSection={isArchive ? <IconArchiveOff size={16} /> : <IconArchive size={16} />}
                onClick={() => archiving.mutate({ workspace, archived: !isArchive })}
              >
                {isArchive ? words.unarchive : words.archive}
              </Menu.Item>
              {!isArchive && (
                <Menu.Item
                  color="red"
                  leftSection={<IconTrash size={16} />}
                  onClick={() => setTrashing(workspace)}
                >
                  {words.remove}
                </Menu.Item>
              )}
            </RowMenu>
          )}
          empty={
            isArchive
              ? { title: words.emptyArchiveTitle, hint: words.emptyArchiveHint }
              : { title: words.emptyTitle, hint: words.emptyHint, action: create }
          }
        />
      )}
      {trashing !== undefined && (
        <TrashWorkspace workspace={trashing} onClose={() => setTrashing(undefined)} />
      )}
    </Stack>
  )
}
