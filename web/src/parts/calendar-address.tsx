import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, auth } from '../api/client.ts'
import { useIsDeleted } from '../api/me.ts'
import { ApiProblem } from '../api/problem.ts'
import { useChange } from '../api/queries.ts'
import type { CalendarFeed } from '../api/types.ts'
import { calendarAddressTexts as words } from '../texts/calendar-address.ts'
import { texts } from '../texts/texts.ts'
import { CopyText } from './copy-text.tsx'
import { FormFault } from './form-dialog.tsx'
import { Ago } from './moments.tsx'
import { useNotices } from './notices.tsx'
import { Failed, Loading } from './states.tsx'

const path = '/v1/users/me/calendar'

/** The address of the person; null if there is none. */
const useFeed = () =>
  useQuery({
    queryKey: ['one', path],
    queryFn: async ({ signal }): Promise<CalendarFeed | null> => {
      // Without an address the service returns a 404, which browsers show as an error.
      const { user } = await auth('GET /auth/session')
      if (!user?.hasCalendarAddress) return null
      return api<CalendarFeed>('GET', path, { signal }).catch((error: unknown) => {
        // It has just been revoked.
        if (error instanceof ApiProblem && error.status === 404) return null
        throw error
      })
    },
  })

/** The secret address at which calendar programs read the person's calendar: created, replaced and revoked. */
export function CalendarAddress() {
  const notices = useNotices()
  const isDeleted = useIsDeleted()
  const [address, setAddress] = useState<string>()
  const [asking, setAsking] = useState<'renew' | 'revoke'>()
  const { data, error, isPending, refetch } = useFeed()
  const create = useChange<void, { address: string }>(() => ({ method: 'POST', path }))
  const revoke = useChange<void>(() => ({ method: 'DELETE', path }))
  if (isPending) return <Loading rows={2} />
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />
  const make = (): void =>
    create.mutate(undefined, {
      onSuccess: (made) => {
        setAddress(made.address)
        setAsking(undefined)
      },
    })
  const end = (): void =>
    revoke.mutate(undefined, {
      onSuccess: () => {
        setAddress(undefined)
        setAsking(undefined)
        notices.done(words.revoked)
      },
    })
  return (
    <Stack gap="md" align="flex-start">
      {address !== undefined && <NewAddress address={address} />}
      {address === undefined && data !== null && <Existing feed={data} />}
      <FormFault error={create.error ?? revoke.error} />
      {data === null && address === undefined ? (
        <>
          <Text size="sm">{words.secret}</Text>
          <Button loading={create.isPending} disabled={isDeleted} onClick={make}>
            {words.create}
          </Button>
        </>
      ) : asking === undefined ? (
        <Group gap="sm">
          <Button variant="default" disabled={isDeleted} onClick={() => setAsking('renew')}>
            {words.renew}
          </Button>
          <Button variant="subtle" color="red" disabled={isDeleted} onClick={() => setAsking('revoke')}>
            {words.revoke}
          </Button>
        </Group>
      ) : (
        <>
          <Text size="sm" role="alert">
            {asking === 'renew' ? words.renewHint : words.revokeHint}
          </Text>
          <Group gap="sm">
            <Button
              color="red"
              loading={create.isPending || revoke.isPending}
              onClick={asking === 'renew' ? make : end}
            >
              {asking === 'renew' ? words.renewVerb : words.revoke}
            </Button>
            <Button variant="default" onClick={() => setAsking(undefined)}>
              {texts.form.cancel}
            </Button>
          </Group>
        </>
      )}
    </Stack>
  )
}

function NewAddress({ address }: { address: string }) {
  return (
    <Alert w="100%">
      <Stack gap="xs">
        <CopyText label={words.address} value={address} />
        <Text size="sm">{words.once}</Text>
        {/* Calendar programs register themselves for this scheme. */}
        <Anchor size="sm" href={address.replace(/^https?:/, 'webcal:')}>
          {words.open}
        </Anchor>
      </Stack>
    </Alert>
  )
}

function Existing({ feed: { details } }: { feed: CalendarFeed }) {
  const created = new Intl.DateTimeFormat(undefined, { dateStyle: 'long' }).format(
    new Date(details.createdAt),
  )
  return (
    <Text size="sm">
      {words.exists(created)}{' '}
      {details.lastUsedAt === null ? (
        words.unused
      ) : (
        <>
          {words.used} <Ago at={details.lastUsedAt} />.
        </>
      )}
    </Text>
  )
}
