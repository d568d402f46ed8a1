import { Alert, Button, Menu, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import type { Client, ClientKey } from '../../api/types.ts'
import { faultOf } from '../../parts/form-dialog.tsx'
import { IconDots, IconPlus, IconTrash } from '../../parts/icons.tsx'
import { Ago } from '../../parts/moments.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { recordTexts } from '../../texts/records.ts'
import { apiTexts as words } from '../../texts/setup-api.ts'
import { ActAs } from './act-as.tsx'
import { RevokeClient, RevokeKey, RotateKey, shortPrint } from './api-dialogs.tsx'
import { DraftForm } from './draft-form.tsx'
import { Fact } from './fact.tsx'
import { type Credential, KeyFile } from './key-file.tsx'
import { Section } from './section.tsx'
import { SetupFrame } from './setup-frame.tsx'
import { StateBadge } from './state-badge.tsx'
import { type Tagged, useDraft, useTagged } from './tagged.ts'

type Open = { what: 'rotate' | 'revoke' } | { what: 'key'; key: ClientKey } | undefined

/** One API client: its settings and its keys. */
export function ApiClientPage() {
  const { clientId = '' } = useParams<{ clientId: string }>()
  const { data, error, refetch } = useTagged<Client>(`/v1/clients/${clientId}`)
  const [open, setOpen] = useState<Open>()
  const [credential, setCredential] = useState<Credential>()
  const close = (): void => setOpen(undefined)
  const client = data?.record
  const isActive = client?.details.status === 'Active'
  return (
    <SetupFrame title={client?.details.name ?? recordTexts.one('client')}>
      {data === undefined || client === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <Stack gap="lg">
          {!isActive && (
            <Alert color="gray" role="status">
              {words.revokedHint}
            </Alert>
          )}
          <Settings key={client.id} current={data} />
          <Keys
            client={client}
            makeKey={() => setOpen({ what: 'rotate' })}
            revoke={(key) => setOpen({ what: 'key', key })}
          />
          {isActive && (
            <Section
              title={words.revokeSection}
              hint={words.revokeSectionHint}
              action={
                <Button color="red" variant="outline" onClick={() => setOpen({ what: 'revoke' })}>
                  {words.revoke}
                </Button>
              }
            />
          )}
          {open?.what === 'rotate' && <RotateKey client={client} onClose={close} onMade={setCredential} />}
          {open?.what === 'revoke' && <RevokeClient client={client} onClose={close} />}
          {open?.what === 'key' && <RevokeKey client={client} apiKey={open.key} onClose={close} />}
        </Stack>
      )}
      {credential !== undefined && (
        <KeyFile credential={credential} onClose={() => setCredential(undefined)} />
      )}
    </SetupFrame>
  )
}

function Settings({ current }: { current: Tagged<Client> }) {
  const { id, details } = current.record
  const draft = useDraft(`/v1/clients/${id}`, current, ({ details: { name, actAs } }) => ({ name, actAs }))
  const disabled = details.status !== 'Active'
  return (
    <Section title={words.details}>
      <DraftForm
        draft={draft}
        labels={{ name: words.name, actAs: words.actAs }}
        saved={words.saved}
        formats={{ actAs: () => words.somebodyElse }}
      >
        <TextInput
          label={words.name}
          description={words.nameHelp}
          value={draft.values.name}
          onChange={(event) => draft.set({ name: event.currentTarget.value })}
          error={faultOf(draft.error, 'name')}
          disabled={disabled}
        />
        <ActAs
          value={draft.values.actAs}
          onChange={(actAs) => actAs !== null && draft.set({ actAs })}
          error={faultOf(draft.error, 'actAs')}
          disabled={disabled}
        />
        <Fact label={words.compatibility}>
          {details.compatibility ? words.compatibilityOn : words.compatibilityOff}
        </Fact>
        <Fact label={words.lastUse}>
          <Ago at={details.lastUsedAt} none={words.neverUsed} />
        </Fact>
      </DraftForm>
    </Section>
  )
}

interface KeysProps {
  client: Client
  makeKey: () => void
  revoke: (key: ClientKey) => void
}

function Keys({ client, makeKey, revoke }: KeysProps) {
  const isActive = client.details.status === 'Active'
  const make = isActive && (
    <Button variant="default" leftSection={<IconPlus size={16} />} onClick={makeKey}>
      {words.rotate}
    </Button>
  )
  return (
    <Section title={words.keysTitle} hint={words.keysHint} action={make} wide>
      <DataTable<ClientKey>
        path="/v1/clients/{clientId}/keys"
        below={`/v1/clients/${client.id}/keys`}
        nameOf={({ details }) => words.keyNoun(shortPrint(details.fingerprint))}
        columns={[
          {
            field: 'fingerprint',
            label: words.key,
            show: ({ details: { fingerprint } }) => (
              <Text span inherit ff="monospace" title={fingerprint}>
                {shortPrint(fingerprint)}
              </Text>
            ),
          },
          {
            field: 'status',
            label: words.status,
            show: ({ details: { status } }) => (
              <StateBadge good={status === 'Active'}>
                {status === 'Active' ? words.statusActive : words.statusRevoked}
              </StateBadge>
            ),
          },
          {
            field: 'createdAt',
            label: words.created,
            wide: true,
            show: ({ details }) => <Ago at={details.createdAt} />,
          },
          {
            field: 'lastUsedAt',
            label: words.lastUse,
            wide: true,
            show: ({ details }) => <Ago at={details.lastUsedAt} none={words.neverUsed} />,
          },
        ]}
        actions={(key) =>
          key.details.status === 'Active' && (
            <RowMenu label={words.keyNoun(shortPrint(key.details.fingerprint))} icon={<IconDots size={16} />}>
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => revoke(key)}>
                {words.revokeKey}
              </Menu.Item>
            </RowMenu>
          )
        }
        empty={{ title: words.noKeys, hint: words.noKeysHint, action: make }}
      />
    </Section>
  )
}
