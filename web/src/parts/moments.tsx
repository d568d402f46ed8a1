import { Text } from '@mantine/core'

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]

/** As people say it: "2 hours ago". */
export function ago(moment: string, now = Date.now()): string {
  const seconds = (Date.parse(moment) - now) / 1000
  const words = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' })
  const [unit, size] = steps.find(([, least]) => Math.abs(seconds) >= least) ?? ['second', 1]
  return Math.abs(seconds) < 60 ? words.format(0, 'minute') : words.format(Math.round(seconds / size), unit)
}

/** The exact moment, in the zone of the person who reads it. */
export function exactly(moment: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(undefined, {
    dateStyle: 'medium',
    timeStyle: 'short',
    ...(timeZone !== undefined && { timeZone }),
  }).format(new Date(moment))
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
