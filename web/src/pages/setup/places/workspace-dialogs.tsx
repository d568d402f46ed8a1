import { Skeleton, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange, usePage } from '../../../api/queries.ts'
import type { Member, Workspace } from '../../../api/types.ts'
import { FormDialog, faultOf } from '../../../parts/form-dialog.tsx'
import { useNotices } from '../../../parts/notices.tsx'
import { useWriteWithNotice } from '../../../parts/write-with-notice.ts'
import { placeTexts, workspaceTexts as words } from '../../../texts/setup-places.ts'
import { PlaceSelect } from './place-dialogs.tsx'
import { type Organization, organized, type Place } from './places.ts'

interface CreateWorkspaceProps {
  organization: Organization
  places: readonly Place[]
  /** The place that is selected at first. */
  inside: string | null
  onClose: () => void
}

export function CreateWorkspace({ organization, places, inside, onClose }: CreateWorkspaceProps) {
  const { placeField } = organized[organization]
  const place = placeTexts[organization]
  const [workspaceName, setName] = useState('')
  const [urlShortName, setShortName] = useState('')
  const [description, setDescription] = useState('')
  const [at, setAt] = useState(inside ?? places.find(({ fixed }) => fixed)?.id ?? null)
  const notices = useNotices()
  const create = useChange<void, Workspace>(() => ({
    method: 'POST',
    path: '/v1/workspaces',
    body: {
      workspaceName,
      ...(urlShortName.trim() !== '' && { urlShortName }),
      ...(description.trim() !== '' && { description }),
      [placeField]: at,
    },
  }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.create}
      verb={words.create}
      busy={create.isPending}
      error={create.error}
      fields={['workspaceName', 'urlShortName', 'description', placeField]}
      onSubmit={() =>
        create.mutate(undefined, {
          onSuccess: ({ details }) => {
            notices.done(words.created(details.workspaceName))
            onClose()
          },
        })
      }
    >
      <TextInput
        label={words.name}
        description={words.nameHelp}
        value={workspaceName}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(create.error, 'workspaceName')}
        data-autofocus
      />
      <TextInput
        label={words.shortName}
        description={words.shortNameHelp}
        value={urlShortName}
        onChange={(event) => setShortName(event.currentTarget.value)}
        error={faultOf(create.error, 'urlShortName')}
      />
      <PlaceSelect
        label={place.place}
        {...(organized[organization].nested && { top: place.none })}
        places={places}
        value={at}
        onChange={setAt}
        error={faultOf(create.error, placeField)}
      />
      <Textarea
        label={words.description}
        autosize
        minRows={2}
        maxRows={8}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
        error={faultOf(create.error, 'description')}
      />
    </FormDialog>
  )
}

/** Restores a workspace from the trash. */
export function useRestore() {
  const restore = useWriteWithNotice<{ id: string; name: string }>(
    ({ id }) => ({ method: 'POST', path: `/v1/workspaces/${id}/restore` }),
    ({ name }) => words.restored(name),
  )
  return restore.mutate
}

interface TrashWorkspaceProps {
  workspace: Workspace
  onClose: () => void
  onDone?: () => void
}

export function TrashWorkspace({ workspace, onClose, onDone }: TrashWorkspaceProps) {
  const { workspaceName: name } = workspace.details
  const notices = useNotices()
  const restore = useRestore()
  const members = usePage<Member>(`/v1/workspaces/${workspace.id}/members?limit=500`).data
  const remove = useChange(() => ({ method: 'DELETE', path: `/v1/workspaces/${workspace.id}` }))
  const count = members?.items.length ?? 0
  const many = members?.links.next === undefined ? String(count) : `${count}+`
  return (
    <FormDialog
      onClose={onClose}
      title={words.removeTitle(name)}
      verb={words.remove}
      danger
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.removed(name), () => restore({ id: workspace.id, name }))
            onClose()
            onDone?.()
          },
        })
      }
    >
      <Text size="sm">{words.removeHint}</Text>
      {members === undefined ? (
        <Skeleton height={20} />
      ) : (
        <Text size="sm">{words.removeMembers(many === '1' ? words.members1 : words.membersN(many))}</Text>
      )}
      <Text size="sm">{words.removeUndo}</Text>
    </FormDialog>
  )
}
