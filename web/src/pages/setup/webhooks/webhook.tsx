import { Alert, Button, Group, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useParams } from 'wouter'
import { useChange } from '../../../api/queries.ts'
import type { Webhook } from '../../../api/types.ts'
import { exactly } from '../../../parts/days.ts'
import {
  IconDots,
  IconKey,
  IconPause,
  IconPlayerPlay,
  IconRotate,
  IconSend,
  IconTrash,
} from '../../../parts/icons.tsx'
import { RowMenu } from '../../../parts/row-menu.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { useWriteWithNotice } from '../../../parts/write-with-notice.ts'
import { recordTexts } from '../../../texts/records.ts'
import { webhookTexts as words } from '../../../texts/setup-webhooks.ts'
import { DraftForm } from '../draft-form.tsx'
import { Section } from '../section.tsx'
import { SetupFrame } from '../setup-frame.tsx'
import { type Tagged, useDraft, useTagged } from '../tagged.ts'
import { Deliveries } from './deliveries.tsx'
import { HealthSign, healthOf } from './health.tsx'
import { type NewSecret, Secret } from './secret.tsx'
import { useFresh } from './use-fresh.ts'
import { DeleteWebhook, Replay, ResumeFromNow, RotateSecret } from './webhook-dialogs.tsx'
import { fieldLabels, WebhookFields } from './webhook-fields.tsx'
import classes from './webhooks.module.css'

type Open = 'replay' | 'rotate' | 'resumeNow' | 'delete'

/** One webhook: its health, its deliveries and its settings. */
export function WebhookPage() {
  useFresh()
  const { webhookId = '' } = useParams<{ webhookId: string }>()
  const { data, error, refetch } = useTagged<Webhook>(`/v1/webhooks/${webhookId}`)
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<NewSecret>()
  const close = (): void => setOpen(undefined)
  const webhook = data?.record
  return (
    <SetupFrame
      title={webhook?.details.name ?? recordTexts.one('webhook')}
      action={webhook !== undefined && <Actions webhook={webhook} open={setOpen} />}
    >
      {data === undefined || webhook === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <Stack gap="lg">
          <Summary webhook={webhook} />
          <Deliveries webhook={webhook} />
          <Settings key={webhook.id} current={data} />
          {open === 'replay' && <Replay webhook={webhook} onClose={close} />}
          {open === 'rotate' && <RotateSecret webhook={webhook} onClose={close} onMade={setSecret} />}
          {open === 'resumeNow' && <ResumeFromNow webhook={webhook} onClose={close} />}
          {open === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
        </Stack>
      )}
      {secret !== undefined && <Secret made={secret} onClose={() => setSecret(undefined)} />}
    </SetupFrame>
  )
}

function Actions({ webhook, open }: { webhook: Webhook; open: (what: Open) => void }) {
  const path = `/v1/webhooks/${webhook.id}`
  const isActive = webhook.details.status === 'Active'
  const toggle = useWriteWithNotice<void>(
    () => ({ method: 'POST', path: `${path}/${isActive ? 'pause' : 'resume'}` }),
    () => (isActive ? words.paused : words.resumed),
  )
  return (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconRotate size={16} />} onClick={() => open('replay')}>
        {words.replay}
      </Button>
      <Button
        variant="default"
        leftSection={isActive ? <IconPause size={16} /> : <IconPlayerPlay size={16} />}
        loading={toggle.isPending}
        onClick={() => toggle.mutate()}
      >
        {isActive ? words.pause : words.resume}
      </Button>
      <RowMenu label={webhook.details.name} icon={<IconDots size={16} />}>
        {!isActive && (
          <Menu.Item leftSection={<IconPlayerPlay size={16} />} onClick={() => open('resumeNow')}>
            {words.resumeNow}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconKey size={16} />} onClick={() => open('rotate')}>
          {words.rotate}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => open('delete')}>
          {words.remove}
        </Menu.Item>
      </RowMenu>
    </Group>
  )
}

interface Pinged {
  status: number | null
  error: string | null
  milliseconds: number
}

function Summary({ webhook }: { webhook: Webhook }) {
  const { url, types, workspaceIds, order, status, statusReason, publicKey, failingSince, pending } =
    webhook.details
  const ping = useChange<void, Pinged>(() => ({ method: 'POST', path: `/v1/webhooks/${webhook.id}/ping` }))
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <HealthSign state={healthOf(webhook)} />
        <span className={classes['code']}>{url}</span>
        <Text size="sm" c="var(--atrium-quiet)">
          {words.summary(types.length, workspaceIds.length)}, {words.orders[order].toLowerCase()}
        </Text>
      </Group>
      {status !== 'Active' && statusReason !== null && (
        <Alert color={status === 'Disabled' ? 'red' : 'gray'} role="status">
          {words.why[statusReason]} {publicKey === null && words.needsSecret}
        </Alert>
      )}
      {status === 'Active' && failingSince !== null && (
        <Alert color="red" role="status">
          {words.failingSince(exactly(failingSince), pending)}
        </Alert>
      )}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconSend size={16} />}
          loading={ping.isPending}
          onClick={() => ping.mutate()}
        >
          {words.ping}
        </Button>
        <Text size="sm" role="status" className={ping.data?.error == null ? '' : (classes['bad'] ?? '')}>
          {ping.error !== null
            ? ping.error.message
            : ping.data !== undefined &&
              words.pinged(ping.data.status, ping.data.error, ping.data.milliseconds)}
        </Text>
      </Group>
    </Stack>
  )
}

function Settings({ current }: { current: Tagged<Webhook> }) {
  const draft = useDraft(
    `/v1/webhooks/${current.record.id}`,
    current,
    ({ details: { name, url, types, workspaceIds, fields, payload, order } }) => ({
      ...{ name, url, types, workspaceIds, fields, payload, order },
    }),
  )
  return (
    <Section title={words.settings}>
      <DraftForm draft={draft} labels={fieldLabels} saved={words.saved}>
        <WebhookFields values={draft.values} set={draft.set} error={draft.error} />
      </DraftForm>
    </Section>
  )
}
