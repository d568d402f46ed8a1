import { Button, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useIsDeleted } from '../../api/me.ts'
import type { Client } from '../../api/types.ts'
import { IconDots, IconExternalLink, IconKey, IconPlus, IconSettings, IconTrash } from '../../parts/icons.tsx'
import { Ago } from '../../parts/moments.tsx'
import { RowMenu } from '../../parts/row-menu.tsx'
import { DataTable } from '../../table/data-table.tsx'
import { apiTexts as words } from '../../texts/setup-api.ts'
import { CreateClient, RevokeClient, RotateKey } from './api-dialogs.tsx'
import { type Credential, KeyFile } from './key-file.tsx'
import { PersonName } from './person-name.tsx'
import { SetupFrame } from './setup-frame.tsx'
import { StateBadge } from './state-badge.tsx'

type Open = { what: 'create' } | { what: 'rotate' | 'revoke'; client: Client } | undefined

/** Company Setup, Advanced, API: the API clients. */
export function ApiPage() {
  const isDeleted = useIsDeleted()
  const [open, setOpen] = useState<Open>()
  const [credential, setCredential] = useState<Credential>()
  const close = (): void => setOpen(undefined)
  const create = (
    <Button
      leftSection={<IconPlus size={16} />}
      disabled={isDeleted}
      onClick={() => setOpen({ what: 'create' })}
    >
      {words.create}
    </Button>
  )
  return (
    <SetupFrame action={create}>
      <Stack gap="md">
        <Text maw={720}>{words.intro}</Text>
        <Button
          component="a"
          href="/explorer"
          variant="default"
          rightSection={<IconExternalLink size={16} />}
          style={{ alignSelf: 'flex-start' }}
        >
          {words.explorer}
        </Button>
        <DataTable<Client>
          path="/v1/clients"
          nameOf={({ details }) => details.name}
          hrefOf={({ id }) => `/setup/advanced/api/${id}`}
          columns={[
            { field: 'name', label: words.name, show: ({ details }) => details.name },
            {
              field: 'actAs',
              label: words.actAs,
              wide: true,
              show: ({ details }) => <PersonName id={details.actAs} />,
            },
            {
              field: 'status',
              label: words.status,
              short: true,
              show: ({ details: { status } }) => (
                <StateBadge good={status === 'Active'}>
                  {status === 'Active' ? words.statusActive : words.statusRevoked}
                </StateBadge>
              ),
            },
            {
              field: 'keys',
              label: words.keys,
              wide: true,
              numeric: true,
              show: ({ details }) => details.keys.filter(({ status }) => status === 'Active').length,
            },
            {
              field: 'compatibility',
              label: words.compatibility,
              wide: true,
              show: ({ details }) => (details.compatibility ? words.yes : words.no),
            },
            {
              field: 'lastUsedAt',
              label: words.lastUse,
              short: true,
              wide: true,
              show: ({ details }) => <Ago at={details.lastUsedAt} none={words.neverUsed} />,
            },
          ]}
          actions={(client) => (
            <RowMenu label={client.details.name} icon={<IconDots size={16} />}>
              <Menu.Item
                component={Link}
                href={`/setup/advanced/api/${client.id}`}
                leftSection={<IconSettings size={16} />}
              >
                {words.details}
              </Menu.Item>
              {client.details.status === 'Active' && (
                <>
                  <Menu.Item
                    leftSection={<IconKey size={16} />}
                    onClick={() => setOpen({ what: 'rotate', client })}
                  >
                    {words.rotate}
                  </Menu.Item>
                  <Menu.Item
                    color="red"
                    leftSection={<IconTrash size={16} />}
                    onClick={() => setOpen({ what: 'revoke', client })}
                  >
                    {words.revoke}
                  </Menu.Item>
                </>
              )}
            </RowMenu>
          )}
          empty={{ title: words.emptyTitle, hint: words.emptyHint, action: create }}
        />
      </Stack>
      {open?.what === 'create' && <CreateClient onClose={close} onMade={setCredential} />}
      {open?.what === 'rotate' && <RotateKey client={open.client} onClose={close} onMade={setCredential} />}
      {open?.what === 'revoke' && <RevokeClient client={open.client} onClose={close} />}
      {credential !== undefined && (
        <KeyFile credential={credential} onClose={() => setCredential(undefined)} />
      )}
    </SetupFrame>
  )
}
