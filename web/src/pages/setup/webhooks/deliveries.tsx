import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { Delivery, Webhook } from '../../../api/types.ts'
import { Ago } from '../../../parts/moments.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { is } from '../../../table/list-address.ts'
import { webhookTexts as words } from '../../../texts/setup-webhooks.ts'
import { Section } from '../section.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { HealthSign } from './health.tsx'
import classes from './webhooks.module.css'

type DeliveryFilter = keyof typeof words.filters

/** The response as one word or sentence. */
export function responseOf({ lastStatus, lastError }: Delivery['details']): string {
  return lastStatus === null ? (lastError ?? words.notSent) : String(lastStatus)
}

/** The delivery log of a webhook. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const [shown, setShown] = useState<DeliveryFilter>('all')
  const [open, setOpen] = useState<string>()
  const below = `/v1/webhooks/${webhook.id}/deliveries`
  const choose = (
    <SegmentedControl
      size="xs"
      aria-label={words.filter}
      data={Object.entries(words.filters).map(([value, label]) => ({ value, label }))}
      value={shown}
      onChange={(value) => setShown(value as DeliveryFilter)}
    />
  )
  return (
    <Section title={words.deliveries} hint={words.deliveriesHint} action={choose} wide>
      <DataTable<Delivery>
        key={shown}
        path="/v1/webhooks/{webhookId}/deliveries"
        below={below}
        fixed={shown === 'all' ? [] : [is('state', shown)]}
        nameOf={({ details }) => `${details.type} ${words.deliveryStates[details.state]}`}
        onOpen={({ id }) => setOpen(id)}
        columns={[
          {
            field: 'type',
            label: words.type,
            show: ({ details }) => <span className={classes['type']}>{details.type}</span>,
          },
          {
            field: 'state',
            label: words.state,
            short: true,
            show: ({ details }) => <HealthSign state={details.state} />,
          },
          {
            field: 'lastStatus',
            label: words.response,
            wide: true,
            show: ({ details }) => responseOf(details),
          },
          {
            field: 'attempts',
            label: words.attempts,
            numeric: true,
            wide: true,
            show: ({ details }) => details.attempts.length,
          },
          {
            field: 'milliseconds',
            label: words.took,
            numeric: true,
            wide: true,
            short: true,
            show: ({ details }) => {
              const last = details.attempts.at(-1)
              return last === undefined ? '·' : words.milliseconds(last.milliseconds)
            },
          },
          {
            field: 'createdAt',
            label: words.created,
            short: true,
            show: ({ details }) => <Ago at={details.createdAt} />,
          },
        ]}
        empty={
          shown === 'all'
            ? { title: words.noDeliveries, hint: words.noDeliveriesHint }
            : { title: words.nothingHere, hint: words.nothingHereHint }
        }
      />
      {open !== undefined && <DeliveryPanel path={`${below}/${open}`} onClose={() => setOpen(undefined)} />}
    </Section>
  )
}
