import { Checkbox, Select, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange, usePage } from '../../api/queries.ts'
import type { Client, User } from '../../api/types.ts'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { setupTexts } from '../../texts/setup.ts'
import { texts } from '../../texts/texts.ts'
import type { Credential } from './key-file.tsx'

const { api: words } = setupTexts

interface Making {
  onClose: () => void
  onMade: (credential: Credential) => void
}

/** "Only a user with `createWorkspaces` and `manageAccounts` (or a company admin) can be chosen." */
function mayBeActedAs({ details: { permissions, status } }: User): boolean {
  if (status !== 'Active') return false
  return (
    permissions.includes('companyAdmin') ||
    (permissions.includes('createWorkspaces') && permissions.includes('manageAccounts'))
  )
}

export function CreateClient({ onClose, onMade }: Making) {
  const people = usePage<User>('/v1/users?limit=500&sort=fullName')
  const [name, setName] = useState('')
  const [actAs, setActAs] = useState<string | null>(null)
  const [compatibility, setCompatibility] = useState(false)
  const create = useChange<void, { credential: Credential }>(() => ({
    method: 'POST',
    path: '/v1/clients',
    body: { name, ...(actAs !== null && { actAs }), compatibility },
  }))
  const choices = (people.data?.items ?? []).filter(mayBeActedAs)
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.create}
      verb={words.create}
      busy={create.isPending}
      error={create.error}
      fields={['name', 'actAs']}
      onSubmit={() =>
        create.mutate(undefined, {
          onSuccess: ({ credential }) => {
            onMade(credential)
            onClose()
          },
        })
      }
    >
      <TextInput
        label={words.name}
        description={words.nameHelp}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={faultOf(create.error, 'name')}
        data-autofocus
      />
      <Select
        label={words.actAs}
        description={words.actAsHelp}
        searchable
        data={choices.map(({ id, details }) => ({
          value: id,
          label: `${details.fullName} (${details.email})`,
        }))}
        value={actAs}
        onChange={setActAs}
        error={faultOf(create.error, 'actAs')}
        nothingFoundMessage={words.noActAs}
      />
      <Checkbox
        label={words.compatibility}
        description={words.compatibilityHelp}
        checked={compatibility}
        onChange={(event) => setCompatibility(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}

export function RotateKey({ client, onClose, onMade }: Making & { client: Client }) {
  const rotate = useChange<void, { credential: Credential }>(() => ({
    method: 'POST',
    path: `/v1/clients/${client.id}/keys`,
  }))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.rotateTitle(client.details.name)}
      verb={words.rotate}
      busy={rotate.isPending}
      error={rotate.error}
      onSubmit={() =>
        rotate.mutate(undefined, {
          onSuccess: ({ credential }) => {
            onMade(credential)
            onClose()
          },
        })
      }
    >
      <Text>{words.rotateHint}</Text>
    </FormDialog>
  )
}

/** What cannot be undone asks for the name to be typed. */
export function RevokeClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const notices = useNotices()
  const { name } = client.details
  const revoke = useChange(() => ({ method: 'DELETE', path: `/v1/clients/${client.id}` }))
  return (
    <FormDialog
      opened
      onClose={onClose}
      title={words.revokeTitle(name)}
      verb={words.revoke}
      danger
      disabled={typed.trim() !== name}
      busy={revoke.isPending}
      error={revoke.error}
      onSubmit={() =>
        revoke.mutate(undefined, {
          onSuccess: () => {
            notices.done(`${name} is revoked.`)
            onClose()
          },
        })
      }
    >
      <Text>{words.revokeHint}</Text>
      <TextInput
        label={texts.form.typeToConfirm(name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}
