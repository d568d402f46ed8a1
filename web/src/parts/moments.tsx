import { Text } from '@mantine/core'
import { texts } from '../texts/texts.ts'
import { exactly } from './days.ts'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })

/** Relative to now: "2 hours ago". */
export function ago(moment: string, now = Date.now()): string {
  const seconds = (Date.parse(moment) - now) / 1000
  const [unit, size] = steps.find(([, least]) => Math.abs(seconds) >= least) ?? ['minute', 60]
  return Math.abs(seconds) < 60 ? texts.states.justNow : words.format(Math.round(seconds / size), unit)
}

export function Ago({ at, none = '' }: { at: string | null; none?: string }) {
  if (at === null)
    return (
      <Text span size="sm" c="var(--atrium-quiet)">
        {none}
      </Text>
    )
  return (
    <time dateTime={at} title={exactly(at)}>
      {ago(at)}
    </time>
  )
}
