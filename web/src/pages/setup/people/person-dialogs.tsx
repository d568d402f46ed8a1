import { List, Skeleton, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange, usePage } from '../../../api/queries.ts'
import type { Client, Session, User } from '../../../api/types.ts'
import { FormDialog } from '../../../parts/form-dialog.tsx'
import { useNotices } from '../../../parts/notices.tsx'
import { useWriteWithNotice } from '../../../parts/write-with-notice.ts'
import { addressOf, is } from '../../../table/list-address.ts'
import { peopleTexts as words } from '../../../texts/setup-people.ts'
import { texts } from '../../../texts/texts.ts'

interface AboutPerson {
  person: User
  onClose: () => void
  /** Called afterwards. */
  onDone?: () => void
}

/** The first 500 sessions of one person. */
export const sessionsOf = (userHash: string): string =>
  addressOf('/v1/sessions', { terms: [is('userHash', userHash)], limit: 500 })

/** Reactivates a person. */
export function useReactivate() {
  return useWriteWithNotice<User>(
    ({ id }) => ({ method: 'PUT', path: `/v1/users/${id}`, body: { status: 'Active' } }),
    ({ details }) => words.reactivated(details.fullName),
  )
}

export function Deactivate({ person, onClose, onDone }: AboutPerson) {
  const notices = useNotices()
  const reactivate = useReactivate()
  const change = useChange(() => ({
    method: 'PUT',
    path: `/v1/users/${person.id}`,
    body: { status: 'Inactive' },
  }))
  const sessions = usePage<Session>(sessionsOf(person.id)).data?.items
  const clients = usePage<Client>('/v1/clients?limit=500').data?.items
  const acting = clients?.filter(({ details }) => details.actAs === person.id && details.status === 'Active')
  const { fullName } = person.details
  return (
    <FormDialog
      onClose={onClose}
      title={words.deactivateTitle(fullName)}
      verb={words.deactivate}
      danger
      busy={change.isPending}
      error={change.error}
      onSubmit={() =>
        change.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.deactivated(fullName), () => reactivate.mutate(person))
            onClose()
            onDone?.()
          },
        })
      }
    >
      <Text size="sm">{words.deactivateHint}</Text>
      {sessions === undefined || acting === undefined ? (
        <Skeleton height={48} />
      ) : (
        <List size="sm">
          <List.Item>{words.deactivateSessions(sessions.length)}</List.Item>
          {acting.length > 0 && (
            <List.Item>
              {words.deactivateClients(acting.map(({ details }) => details.name).join(', '))}
            </List.Item>
          )}
        </List>
      )}
      <Text size="sm">{words.deactivateUndo}</Text>
    </FormDialog>
  )
}

/** Deleting for good requires typing the name. */
export function DeletePerson({ person, onClose, onDone }: AboutPerson) {
  const [typed, setTyped] = useState('')
  const notices = useNotices()
  const { fullName } = person.details
  const remove = useChange(() => ({ method: 'DELETE', path: `/v1/users/${person.id}` }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.removeTitle(fullName)}
      verb={words.remove}
      danger
      disabled={typed.trim() !== fullName}
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.removed(fullName))
            onClose()
            onDone?.()
          },
        })
      }
    >
      <Text size="sm">{words.removeHint}</Text>
      <TextInput
        label={texts.form.typeToConfirm(fullName)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}

export function RemoveCodes({ person, onClose }: AboutPerson) {
  const notices = useNotices()
  const { fullName } = person.details
  const remove = useChange(() => ({ method: 'DELETE', path: `/v1/users/${person.id}/oneTimeCodes` }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.removeCodesTitle(fullName)}
      verb={words.removeCodes}
      danger
      busy={remove.isPending}
      error={remove.error}
      onSubmit={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.codesRemoved(fullName))
            onClose()
          },
        })
      }
    >
      <Text size="sm">{words.removeCodesHint}</Text>
    </FormDialog>
  )
}
