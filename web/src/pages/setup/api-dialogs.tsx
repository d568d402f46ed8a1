import { Checkbox, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../api/queries.ts'
import type { Client, ClientKey } from '../../api/types.ts'
import { FormDialog, faultOf } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { apiTexts as words } from '../../texts/setup-api.ts'
import { texts } from '../../texts/texts.ts'
import { ActAs } from './act-as.tsx'
import type { Credential } from './key-file.tsx'

interface Making {
  onClose: () => void
  onMade: (credential: Credential) => void
}

export function CreateClient({ onClose, onMade }: Making) {
  const [name, setName] = useState('')
  const [actAs, setActAs] = useState<string | null>(null)
  const [compatibility, setCompatibility] = useState(false)
  const create = useChange<void, { credential: Credential }>(() => ({
    method: 'POST',
    path: '/v1/clients',
    body: { name, ...(actAs !== null && { actAs }), compatibility },
  }))
  return (
    <FormDialog
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
      <ActAs value={actAs} onChange={setActAs} error={faultOf(create.error, 'actAs')} />
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

/** Deleting for good requires typing the name. */
export function RevokeClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const [typed, setTyped] = useState('')
  const notices = useNotices()
  const { name } = client.details
  const revoke = useChange(() => ({ method: 'DELETE', path: `/v1/clients/${client.id}` }))
  return (
    <FormDialog
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
            notices.done(words.clientRevoked(name))
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

/** Short enough to compare at a glance. */
export const shortPrint = (fingerprint: string): string => fingerprint.replace(/^SHA256:/, '').slice(0, 12)

interface RevokeKeyProps {
  client: Client
  apiKey: ClientKey
  onClose: () => void
}

export function RevokeKey({ client, apiKey, onClose }: RevokeKeyProps) {
  const [typed, setTyped] = useState('')
  const notices = useNotices()
  const { name, keys } = client.details
  const last = keys.filter(({ status }) => status === 'Active').length < 2
  const revoke = useChange(() => ({ method: 'DELETE', path: `/v1/clients/${client.id}/keys/${apiKey.id}` }))
  return (
    <FormDialog
      onClose={onClose}
      title={words.revokeKeyTitle(shortPrint(apiKey.details.fingerprint))}
      verb={words.revokeKey}
      danger
      disabled={typed.trim() !== name}
      busy={revoke.isPending}
      error={revoke.error}
      onSubmit={() =>
        revoke.mutate(undefined, {
          onSuccess: () => {
            notices.done(words.keyRevoked)
            onClose()
          },
        })
      }
    >
      <Text>{words.revokeKeyHint(last)}</Text>
      <TextInput
        label={texts.form.typeToConfirm(name)}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        data-autofocus
      />
    </FormDialog>
  )
}
