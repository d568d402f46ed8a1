import { Select } from '@mantine/core'
import { outsideTexts as words } from '../texts/outside.ts'

/** The time zone of this browser. */
export const ownTimeZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

const zones = (): string[] => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]

interface TimeZoneFieldProps {
  value: string
  onChange: (value: string) => void
  error?: string | undefined
}

export function TimeZoneField({ value, onChange, error }: TimeZoneFieldProps) {
  const known = zones()
  return (
    <Select
      label={words.timeZone}
      description={words.timeZoneHelp}
      searchable
      data={known.includes(value) ? known : [value, ...known]}
      value={value}
      onChange={(zone) => zone !== null && onChange(zone)}
      error={error}
      limit={50}
      autoComplete="off"
    />
  )
}
