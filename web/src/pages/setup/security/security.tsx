import { Badge, Box, Group, Menu, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Company, Session } from '../../../api/types.ts'
import { IconDots, IconLogout, IconUserOff } from '../../../parts/icons.tsx'
import { Ago } from '../../../parts/moments.tsx'
import { useNotices } from '../../../parts/notices.tsx'
import { useOptimisticChange } from '../../../parts/optimistic-change.ts'
import { RowMenu } from '../../../parts/row-menu.tsx'
import { Failed, Loading } from '../../../parts/states.tsx'
import { DataTable } from '../../../table/data-table.tsx'
import { securityTexts as words } from '../../../texts/setup-security.ts'
import { browserNameOf } from '../../account/browser-name.ts'
import { OneTimeCodes } from '../general/one-time-codes.tsx'
import { PersonName } from '../person-name.tsx'
import { Section } from '../section.tsx'
import { SetupFrame } from '../setup-frame.tsx'
import { useTagged } from '../tagged.ts'
import { Backups } from './backups.tsx'
import { EndSessions } from './end-sessions.tsx'

/** Company Setup, Advanced, Sessions and security. */
export function SecurityPage() {
  const { data, error, refetch } = useTagged<Company>('/v1/company')
  return (
    <SetupFrame>
      <Stack gap="lg">
        {data === undefined ? (
          error === null ? (
            <Loading rows={3} />
          ) : (
            <Failed error={error} retry={() => void refetch()} />
          )
        ) : (
          <OneTimeCodes current={data} />
        )}
        <Backups />
        <Sessions />
      </Stack>
    </SetupFrame>
  )
}

function Sessions() {
  const [endingAll, setEndingAll] = useState<string>()
  const notices = useNotices()
  const end = useOptimisticChange<Session>({
    list: '/v1/sessions',
    id: ({ id }) => id,
    request: ({ id }) => ({ method: 'DELETE', path: `/v1/sessions/${id}` }),
    becomes: () => null,
    done: () => notices.done(words.ended),
  })
  return (
    <Section title={words.sessions} hint={words.sessionsHint} wide>
      <DataTable<Session>
        path="/v1/sessions"
        sort="-lastUsedAt"
        nameOf={({ details }) => words.rowOf(words.methods[details.method], details.address)}
        columns={[
          {
            field: 'userHash',
            label: words.person,
            show: ({ details }) => (
              <Box miw={0}>
                <Group gap="sm">
                  <PersonName id={details.userHash} link />
                  {details.current && (
                    <Badge variant="default" size="sm" tt="none" fw={500}>
                      {words.here}
                    </Badge>
                  )}
                </Group>
                <Text size="xs" c="var(--atrium-quiet)" hiddenFrom="sm">
                  {browserNameOf(details.userAgent)}
                </Text>
              </Box>
            ),
          },
          {
            field: 'userAgent',
            label: words.browser,
            wide: true,
            show: ({ details }) => (
              <span title={details.userAgent ?? undefined}>{browserNameOf(details.userAgent)}</span>
            ),
          },
          { field: 'address', label: words.address, wide: true, show: ({ details }) => details.address },
          {
            field: 'method',
            label: words.method,
            wide: true,
            show: ({ details }) => words.methods[details.method],
          },
          {
            field: 'lastUsedAt',
            label: words.lastUse,
            short: true,
            show: ({ details }) => <Ago at={details.lastUsedAt} />,
          },
          {
            field: 'expiresAt',
            label: words.ends,
            short: true,
            wide: true,
            show: ({ details }) => <Ago at={details.expiresAt} />,
          },
        ]}
        actions={(session) => (
          <RowMenu
            label={words.rowOf(words.methods[session.details.method], session.details.address)}
            icon={<IconDots size={16} />}
          >
            <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => end.mutate(session)}>
              {session.details.current ? words.endHere : words.end}
            </Menu.Item>
            <Menu.Item
              color="red"
              leftSection={<IconUserOff size={16} />}
              onClick={() => setEndingAll(session.details.userHash)}
            >
              {words.endAll}
            </Menu.Item>
          </RowMenu>
        )}
        empty={{ title: words.emptyTitle, hint: words.emptyHint }}
      />
      {endingAll !== undefined && (
        <EndSessions userHash={endingAll} onClose={() => setEndingAll(undefined)} />
      )}
    </Section>
  )
}
