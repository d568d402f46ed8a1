import { Checkbox, Group, Stack, Switch, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { NotificationSettings, NotificationSettingsChanges } from '../../api/types.ts'
import { accountTexts } from '../../texts/account.ts'

const { notifications: words } = accountTexts

/** The initial hours when somebody switches them on. */
const night = { quietFrom: '22:00', quietUntil: '07:00' }

type Day = keyof typeof words.dayNames
const days = Object.keys(words.dayNames) as Day[]

interface QuietHoursProps {
  settings: Pick<NotificationSettings['details'], 'quietFrom' | 'quietUntil' | 'quietDays'>
  save: (changes: NotificationSettingsChanges) => void
}

/** The hours and days at which the person gets no mail. */
export function QuietHours({ settings, save }: QuietHoursProps) {
  const { quietFrom, quietUntil, quietDays } = settings
  return (
    <Stack gap="md">
      <Switch
        label={words.quiet}
        description={words.quietHelp}
        checked={quietFrom !== null}
        onChange={(event) =>
          save(event.currentTarget.checked ? night : { quietFrom: null, quietUntil: null })
        }
      />
      {quietFrom !== null && quietUntil !== null && (
        <Group gap="md">
          <TimeField
            key={`from ${quietFrom}`}
            label={words.from}
            value={quietFrom}
            save={(time) => save({ quietFrom: time })}
          />
          <TimeField
            key={`until ${quietUntil}`}
            label={words.until}
            value={quietUntil}
            save={(time) => save({ quietUntil: time })}
          />
        </Group>
      )}
      <Checkbox.Group
        label={words.days}
        value={quietDays}
        onChange={(chosen) => save({ quietDays: days.filter((day) => chosen.includes(day)) })}
      >
        <Group gap="md" mt={8}>
          {days.map((day) => (
            <Checkbox key={day} value={day} label={words.dayNames[day]} size="sm" />
          ))}
        </Group>
      </Checkbox.Group>
    </Stack>
  )
}

/** A time of day that is saved when the person leaves the field. */
function TimeField({ label, value, save }: { label: string; value: string; save: (time: string) => void }) {
  const [time, setTime] = useState(value)
  return (
    <TextInput
      type="time"
      label={label}
      value={time}
      onChange={(event) => setTime(event.currentTarget.value)}
      onBlur={() => (time === '' || time === value ? setTime(value) : save(time))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
