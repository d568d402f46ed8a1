import { Badge, Button, Group, Select, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useLocation } from 'wouter'
import { useCompany, useIsDeleted, useMe } from '../../api/me.ts'
import { useChange, usePage } from '../../api/queries.ts'
import type { Account, Workspace, WorkspaceGroup } from '../../api/types.ts'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { IconPlus } from '../../parts/icons.tsx'
import { Ago } from '../../parts/moments.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { recordTexts } from '../../texts/records.ts'
import { workTexts as words } from '../../texts/work.ts'
import { FieldValue } from '../records/field-value.tsx'

/** The person's workspaces; company administrators see all of them. */
export function WorkspacesPage() {
  const { may } = useMe()
  const company = useCompany()
  const isDeleted = useIsDeleted()
  const [creating, setCreating] = useState(false)
  const place = company?.details.organization === 'accounts' ? 'accountId' : 'workspaceGroupId'
  const create = may('createWorkspaces') && (
    <Button leftSection={<IconPlus size={16} />} disabled={isDeleted} onClick={() => setCreating(true)}>
      {words.newWorkspace}
    </Button>
  )
  return (
    <>
      <PageHead action={create} />
      <DataTable<Workspace>
        path="/v1/workspaces"
        exportAs="workspaces"
        nameOf={({ details }) => details.workspaceName}
        hrefOf={({ id }) => `/p/workspace/${id}`}
        columns={[
          {
            field: 'workspaceName',
            label: recordTexts.field('workspace', 'workspaceName'),
            show: ({ details }) => (
              <Group gap="sm" component="span">
                {details.workspaceName}
                {details.archived && (
                  <Badge variant="light" color="gray" tt="none">
                    {words.archived}
                  </Badge>
                )}
              </Group>
            ),
          },
          {
            field: place,
            label: recordTexts.field('workspace', place),
            short: true,
            show: ({ details }) => <FieldValue kind="workspace" field={place} value={details[place]} brief />,
            wide: true,
          },
          {
            field: 'urlShortName',
            label: recordTexts.field('workspace', 'urlShortName'),
            show: ({ details }) => details.urlShortName,
            wide: true,
          },
          {
            field: 'updatedAt',
            label: recordTexts.field('workspace', 'updatedAt'),
            short: true,
            show: ({ details }) => <Ago at={details.updatedAt} />,
            wide: true,
          },
        ]}
        empty={{
          title: words.emptyWorkspaces,
          hint: words.emptyWorkspacesHint,
          ...(create !== false && { action: create }),
        }}
      />
      {creating && <CreateWorkspace place={place} onClose={() => setCreating(false)} />}
    </>
  )
}

interface CreateWorkspaceProps {
  /** How the company organizes its workspaces. */
  place: 'accountId' | 'workspaceGroupId'
  onClose: () => void
}

function CreateWorkspace({ place, onClose }: CreateWorkspaceProps) {
  const [, go] = useLocation()
  const notices = useNotices()
  const [workspaceName, setName] = useState('')
  const [description, setDescription] = useState('')
  const [placeId, setPlaceId] = useState<string | null>(null)
  const list =
    place === 'accountId' ? '/v1/accounts?sort=accountName' : '/v1/workspaceGroups?sort=workspaceGroupName'
  const places = usePage<Account | WorkspaceGroup>(`${list}&limit=500`).data?.items ?? []
  const create = useChange<void, { id: string }>(() => ({
    method: 'POST',
    path: '/v1/workspaces',
    body: {
      workspaceName,
      ...(description !== '' && { description }),
      ...(placeId !== null && { [place]: placeId }),
    },
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.newWorkspace}
      verb={words.createWorkspace}
      busy={create.isPending}
      error={create.error}
      fields={['workspaceName', 'description', place]}
      onSubmit={() =>
        create.mutate(undefined, {
          onSuccess: ({ id }) => {
            notices.done(words.workspaceCreated(workspaceName))
            onClose()
            go(`/p/workspace/${id}`)
          },
        })
      }
    >
      <TextInput
        label={words.workspaceName}
        description={words.workspaceNameHelp}
        value={workspaceName}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(create.error, 'workspaceName')}
        data-autofocus
      />
      {places.length > 0 && (
        <Select
          label={place === 'accountId' ? words.account : words.group}
          clearable
          searchable
          allowDeselect
          data={places.map(({ id, details }) => ({
            value: id,
            label: 'accountName' in details ? details.accountName : details.workspaceGroupName,
          }))}
          value={placeId}
          onChange={setPlaceId}
          error={faultOf(create.error, place)}
        />
      )}
      <Textarea
        label={words.workspaceDescription}
        autosize
        minRows={2}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={faultOf(create.error, 'description')}
      />
    </FormDialog>
  )
}
