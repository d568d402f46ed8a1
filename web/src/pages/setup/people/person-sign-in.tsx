import { Button, Group, List, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { usePage, useRecord } from '../../../api/queries.ts'
import type { Invitation, Session, User } from '../../../api/types.ts'
import { exactly } from '../../../parts/days.ts'
import { Failed } from '../../../parts/states.tsx'
import { useWriteWithNotice } from '../../../parts/write-with-notice.ts'
import { addressOf, is } from '../../../table/list-address.ts'
import { peopleTexts as words } from '../../../texts/setup-people.ts'
import type { SignIn } from '../general/one-time-codes.tsx'
import { Section } from '../section.tsx'
import { EndSessions } from '../security/end-sessions.tsx'
import { LinkDialog, type MadeLink, NewLink } from './link-dialog.tsx'
import { RemoveCodes, sessionsOf } from './person-dialogs.tsx'

/** How a person signs in, and help for people who cannot. */
export function PersonSignIn({ person }: { person: User }) {
  const { data: signIn, error, refetch } = useRecord<SignIn>(`/v1/users/${person.id}/signIn`)
  // Expired links are not shown.
  const [now] = useState(() => new Date().toISOString())
  const sessions = usePage<Session>(sessionsOf(person.id)).data?.items ?? []
  const pending = usePage<Invitation>(
    addressOf('/v1/invitations', {
      terms: [
        is('userHash', person.id),
        is('status', 'Pending'),
        { field: 'expiresAt', operator: '>', value: now },
      ],
      limit: 1,
    }),
  ).data?.items[0]
  const [open, setOpen] = useState<'link' | 'codes' | 'sessions'>()
  const [made, setMade] = useState<MadeLink>()
  const withdraw = useWriteWithNotice<string>(
    (id) => ({ method: 'DELETE', path: `/v1/invitations/${id}` }),
    () => words.withdrawn,
  )
  const close = (): void => setOpen(undefined)
  const isActive = person.details.status === 'Active'
  return (
    <Section title={words.signIn}>
      {signIn === undefined ? (
        error === null ? (
          <Skeleton height={72} />
        ) : (
          <Failed error={error} retry={() => void refetch()} />
        )
      ) : (
        <List size="sm" spacing={4}>
          <List.Item>{signIn.hasPassword ? words.hasPassword : words.hasNoPassword}</List.Item>
          <List.Item>{signIn.hasOneTimeCodes ? words.hasCodes : words.hasNoCodes}</List.Item>
          {signIn.hasSingleSignOn && <List.Item>{words.hasSso}</List.Item>}
          <List.Item>{words.sessions(sessions.length)}</List.Item>
          {pending !== undefined && (
            <List.Item>{words.pending(exactly(pending.details.expiresAt))}</List.Item>
          )}
        </List>
      )}
      {!isActive && (
        <Text size="sm" c="var(--atrium-quiet)">
          {words.noLinkInactive}
        </Text>
      )}
      <Group gap="sm">
        <Button
          variant="default"
          disabled={!isActive || signIn === undefined}
          onClick={() => setOpen('link')}
        >
          {signIn?.hasPassword ? words.resetLink : words.inviteAgain}
        </Button>
        {pending !== undefined && (
          <Button variant="default" loading={withdraw.isPending} onClick={() => withdraw.mutate(pending.id)}>
            {words.withdraw}
          </Button>
        )}
        {signIn?.hasOneTimeCodes && (
          <Button variant="default" onClick={() => setOpen('codes')}>
            {words.removeCodes}
          </Button>
        )}
        {sessions.length > 0 && (
          <Button variant="default" onClick={() => setOpen('sessions')}>
            {words.endSessions}
          </Button>
        )}
      </Group>
      {open === 'link' && signIn !== undefined && (
        <NewLink person={person} hasPassword={signIn.hasPassword} onClose={close} onMade={setMade} />
      )}
      {open === 'codes' && <RemoveCodes person={person} onClose={close} />}
      {open === 'sessions' && <EndSessions userHash={person.id} onClose={close} />}
      {made !== undefined && <LinkDialog made={made} onClose={() => setMade(undefined)} />}
    </Section>
  )
}
