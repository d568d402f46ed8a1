import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useIsDeleted } from '../../../api/me.ts'
import type { Webhook } from '../../../api/types.ts'
import { IconPlus } from '../../../parts/icons.tsx'
import { Ago } from '../../../parts/moments.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { webhookTexts as words } from '../../../texts/setup-webhooks.ts'
import { SetupFrame } from '../setup-frame.tsx'
import { CreateWebhook } from './create-webhook.tsx'
import { HealthSign, healthOf } from './health.tsx'
import { type NewSecret, Secret } from './secret.tsx'
import { useFresh } from './use-fresh.ts'
import classes from './webhooks.module.css'

/** Company Setup, Advanced, Webhooks: all webhooks and their health. */
export function WebhooksPage() {
  useFresh()
  const isDeleted = useIsDeleted()
  const [creating, setCreating] = useState(false)
  const [secret, setSecret] = useState<NewSecret>()
  const create = (
    <Button leftSection={<IconPlus size={16} />} disabled={isDeleted} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  return (
    <SetupFrame action={create}>
      <Stack gap="md">
        <Text maw={720}>{words.intro}</Text>
        <DataTable<Webhook>
          path="/v1/webhooks"
          nameOf={({ details }) => details.name}
          hrefOf={({ id }) => `/setup/advanced/webhooks/${id}`}
          columns={[
            { field: 'name', label: words.name, show: ({ details }) => details.name },
            {
              field: 'url',
              label: words.url,
              wide: true,
              show: ({ details: { url } }) => (
                <span className={classes['address']} title={url}>
                  {url.replace(/^https?:\/\//, '')}
                </span>
              ),
            },
            {
              field: 'status',
              label: words.state,
              short: true,
              show: (webhook) => <HealthSign state={healthOf(webhook)} />,
            },
            {
              field: 'pending',
              label: words.waiting,
              numeric: true,
              wide: true,
              show: ({ details }) => details.pending.toLocaleString(),
            },
            {
              field: 'delivered',
              label: words.delivered,
              numeric: true,
              wide: true,
              show: ({ details }) => details.delivered.toLocaleString(),
            },
            {
              field: 'lastSuccessAt',
              label: words.last,
              short: true,
              wide: true,
              show: ({ details }) => <Ago at={details.lastSuccessAt} none={words.never} />,
            },
          ]}
          empty={{ title: words.emptyTitle, hint: words.emptyHint, action: create }}
        />
      </Stack>
      {creating && <CreateWebhook onClose={() => setCreating(false)} onMade={setSecret} />}
      {secret !== undefined && <Secret made={secret} onClose={() => setSecret(undefined)} />}
    </SetupFrame>
  )
}
