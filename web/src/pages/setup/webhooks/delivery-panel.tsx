import { Anchor, Button, Code, Drawer, Group, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { useRecord } from '../../../api/queries.ts'
import type { Delivery } from '../../../api/types.ts'
import { CopyText } from '../../../parts/copy-text.tsx'
import { exactly, timeAndDay } from '../../../parts/days.ts'
import { IconRotate } from '../../../parts/icons.tsx'
import { ago } from '../../../parts/moments.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { useWriteWithNotice } from '../../../parts/write-with-notice.ts'
import { webhookTexts as words } from '../../../texts/setup-webhooks.ts'
import { texts } from '../../../texts/texts.ts'
import { HealthSign } from './health.tsx'
import classes from './webhooks.module.css'

/** One delivery beside the log: its attempts, what is sent, and the receiver's response. */
export function DeliveryPanel({ path, onClose }: { path: string; onClose: () => void }) {
  const { data, error, refetch } = useRecord<Delivery>(path)
  const again = useWriteWithNotice<void>(
    () => ({ method: 'POST', path: `${path}/redeliver` }),
    () => words.sentAgain,
  )
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={480}
      title={words.delivery}
      closeButtonProps={{ 'aria-label': texts.form.close }}
    >
      {data === undefined ? (
        error === null ? (
          <Loading />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <Stack gap="lg">
          <Group justify="space-between">
            <Title order={2} className={classes['code'] ?? ''} fz={18}>
              {data.details.type}
            </Title>
            <Button
              variant="default"
              leftSection={<IconRotate size={16} />}
              loading={again.isPending}
              onClick={() => again.mutate()}
            >
              {words.sendAgain}
            </Button>
          </Group>
          <Facts details={data.details} />
          <Attempts details={data.details} />
          <Payload path={`${path}/payload`} />
          <Part title={words.response}>
            <Content label={words.response}>
              {[data.details.lastStatus, data.details.lastError, data.details.response]
                .filter((part) => part !== null && part !== '')
                .join('\n') || (data.details.attempts.length === 0 ? words.notSent : words.noResponse)}
            </Content>
          </Part>
        </Stack>
      )}
    </Drawer>
  )
}

function Part({ title, hint, children }: { title: string; hint?: string; children: ReactNode }) {
  return (
    <section>
      <Group gap="xs" mb={4} align="baseline">
        <Title order={3} fz="sm">
          {title}
        </Title>
        {hint !== undefined && (
          <Text size="xs" c="var(--atrium-quiet)">
            {hint}
          </Text>
        )}
      </Group>
      {children}
    </section>
  )
}

/** Scrolls, so the keyboard must reach it. */
function Content({ label, children }: { label: string; children: string }) {
  return (
    <Code block className={classes['pre'] ?? ''} tabIndex={0} aria-label={label} role="region">
      {children}
    </Code>
  )
}

function Facts({ details }: { details: Delivery['details'] }) {
  const [kind = ''] = details.type.split('.')
  return (
    <dl className={classes['facts']}>
      <dt>{words.state}</dt>
      <dd>
        <HealthSign state={details.state} />
      </dd>
      <dt>{words.about}</dt>
      <dd>
        <Anchor component={Link} href={`/p/${kind}/${details.recordId}`} size="sm">
          {words.openRecord}
        </Anchor>
      </dd>
      <dt>{words.id}</dt>
      <dd>
        <CopyText value={details.changeId} />
      </dd>
      <dt>{words.position}</dt>
      <dd>
        <CopyText value={details.position} />
      </dd>
    </dl>
  )
}

function Attempts({ details: { attempts, dueAt, state } }: { details: Delivery['details'] }) {
  return (
    <Part title={words.attempts} hint={words.attemptsOf(attempts.length)}>
      <ol className={classes['attempts']}>
        {attempts.map(({ at, status, error, milliseconds }) => (
          <li key={at} className={classes['attempt']}>
            <time dateTime={at} title={exactly(at)}>
              {timeAndDay(at)}
            </time>
            <span className={error === null ? '' : classes['bad']}>{error ?? status}</span>
            <span>{words.milliseconds(milliseconds)}</span>
          </li>
        ))}
      </ol>
      {state === 'Pending' && dueAt !== null && (
        <Text size="sm" c="var(--atrium-quiet)" mt="xs" title={exactly(dueAt)}>
          {Date.parse(dueAt) > Date.now() ? words.nextAttempt(ago(dueAt)) : words.nextSoon}
        </Text>
      )}
    </Part>
  )
}

function Payload({ path }: { path: string }) {
  const { data, error } = useRecord<object>(path)
  return (
    <Part title={words.sent} hint={words.sentHint}>
      {error !== null ? (
        <Text size="sm" c="var(--atrium-quiet)">
          {error.message || words.noPayload}
        </Text>
      ) : data === undefined ? (
        <Loading rows={3} />
      ) : (
        <Content label={words.sent}>{JSON.stringify(data, null, 2)}</Content>
      )}
    </Part>
  )
}
