import { Alert, Radio, Stack, Table, Text } from '@mantine/core'
import { useMe } from '../../api/me.ts'
import { useRecord } from '../../api/queries.ts'
import type { NotificationSettings, NotificationSettingsChanges } from '../../api/types.ts'
import { useNotices } from '../../parts/notices.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { accountTexts } from '../../texts/account.ts'
import classes from './notifications.module.css'
import { QuietHours } from './quiet-hours.tsx'
import { useInstantChange } from './use-instant-change.ts'

const { notifications: words } = accountTexts
const path = '/v1/users/me/notificationSettings'

type Reason = keyof typeof words.reasons
const reasons = Object.keys(words.reasons) as Reason[]
const times = ['now', 'hourly', 'daily', 'never'] as const

/** When the person gets mail about notifications. Each choice is saved immediately. */
export function Notifications() {
  const notices = useNotices()
  const { may } = useMe()
  const shown = reasons.filter((reason) => reason !== 'review' || may('approveTime'))
  const settings = useRecord<NotificationSettings>(path)
  const instant = useInstantChange<NotificationSettings['details'], NotificationSettingsChanges>(
    path,
    settings.data?.details,
  )
  const details = instant.shown
  if (details === undefined)
    return settings.isError ? (
      <Failed error={settings.error} retry={() => void settings.refetch()} />
    ) : (
      <Loading rows={8} />
    )
  const save = (changes: NotificationSettingsChanges): void =>
    void instant.save(changes).then(
      () => notices.done(words.saved),
      (error: unknown) => notices.failed(error),
    )
  return (
    <Stack gap="lg">
      {!details.mailAvailable && <Alert color="gray">{words.noMail}</Alert>}
      <div>
        <Table aria-label={words.table} className={classes['table'] ?? ''} withRowBorders={false}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.about}</Table.Th>
              {times.map((time) => (
                <Table.Th key={time}>{words.times[time]}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((reason) => (
              <Table.Tr key={reason}>
                <Table.Th scope="row">{words.reasons[reason]}</Table.Th>
                {times.map((time) => (
                  <Table.Td key={time}>
                    <Radio
                      name={reason}
                      size="sm"
                      aria-label={words.choice(words.reasons[reason], words.times[time])}
                      checked={details[reason] === time}
                      onChange={() => save({ [reason]: time })}
                    />
                  </Table.Td>
                ))}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Text size="sm" c="var(--atrium-quiet)" mt="xs">
          {words.digests}
        </Text>
      </div>
      <QuietHours settings={{ ...details, quietDays: details.quietDays ?? [] }} save={save} />
    </Stack>
  )
}
