import { Text } from '@mantine/core'
import type { Delivery, Webhook } from '../../../api/types.ts'
import { IconAlertTriangle, IconCheck, IconClock, IconPause, IconX } from '../../../parts/icons.tsx'
import { webhookTexts as words } from '../../../texts/setup-webhooks.ts'
import classes from './webhooks.module.css'

type Health = keyof typeof words.states

export function healthOf({ details }: Webhook): Health {
  if (details.status !== 'Active') return details.status === 'Paused' ? 'paused' : 'disabled'
  if (details.failingSince !== null) return 'failing'
  return details.lastSuccessAt === null ? 'new' : 'healthy'
}

const signs = {
  healthy: { icon: IconCheck, tone: 'good' },
  new: { icon: IconClock, tone: 'quiet' },
  failing: { icon: IconAlertTriangle, tone: 'bad' },
  paused: { icon: IconPause, tone: 'quiet' },
  disabled: { icon: IconX, tone: 'bad' },
  Delivered: { icon: IconCheck, tone: 'good' },
  Pending: { icon: IconClock, tone: 'quiet' },
  Failed: { icon: IconX, tone: 'bad' },
  Skipped: { icon: IconPause, tone: 'quiet' },
} as const

/** A state as a sign and a word. */
export function HealthSign({ state }: { state: Health | Delivery['details']['state'] }) {
  const { icon: Icon, tone } = signs[state]
  const label = { ...words.states, ...words.deliveryStates }[state]
  return (
    <Text span inherit className={classes['sign'] ?? ''} data-tone={tone}>
      <Icon size={16} />
      {label}
    </Text>
  )
}
