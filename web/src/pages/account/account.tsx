import { Box, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { Link, Redirect, useParams } from 'wouter'
import { useMe } from '../../api/me.ts'
import { useRecord } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { CalendarAddress } from '../../parts/calendar-address.tsx'
import { LinkedSection } from '../../parts/linked-section.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { accountTexts as words } from '../../texts/account.ts'
import { calendarAddressTexts } from '../../texts/calendar-address.ts'
import { pageTitles } from '../../texts/pages.ts'
import { NotFound } from '../not-found.tsx'
import classes from './account.module.css'
import { Appearance } from './appearance.tsx'
import { Codes } from './codes.tsx'
import { Keyboard } from './keyboard.tsx'
import { Notifications } from './notifications.tsx'
import { Password } from './password.tsx'
import { Preferences } from './preferences.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'

/** How a person signs in. */
interface SignIn {
  hasPassword: boolean
  hasOneTimeCodes: boolean
  hasSingleSignOn: boolean
}

const tabs = ['', 'preferences', 'notifications', 'security'] as const
type Tab = (typeof tabs)[number]

const isTab = (name: string): name is Tab => tabs.some((each) => each === name)

/** The person's own profile, preferences, notifications and ways to sign in. */
export function AccountPage() {
  const { tab = '' } = useParams()
  const { session } = useSession()
  const { user } = useMe()
  const userHash = session?.user?.userHash
  const signIn = useRecord<SignIn>(userHash && `/v1/users/${userHash}/signIn`)
  if (!isTab(tab)) return <NotFound />
  if (tab === '' && window.location.hash === '#notifications')
    return <Redirect to="/account/notifications" replace />
  if (signIn.isError && signIn.data === undefined)
    return <Failed error={signIn.error} retry={() => void signIn.refetch()} />
  const shown: Readonly<Record<Tab, () => ReactNode>> = {
    '': () => (
      <Section title={words.you.title} hint={words.you.hint}>
        {user === undefined ? <Loading rows={4} /> : <Profile user={user} />}
      </Section>
    ),
    preferences: () => (
      <>
        <Section name="appearance" title={words.appearance.title} hint={words.appearance.hint}>
          <Appearance />
        </Section>
        <Section name="preferences" title={words.preferences.title} hint={words.preferences.hint}>
          <Preferences />
        </Section>
        <Section name="keyboard" title={words.keyboard.title} hint={words.keyboard.hint}>
          <Keyboard />
        </Section>
        <Section name="calendar" title={calendarAddressTexts.section} hint={calendarAddressTexts.hint}>
          <CalendarAddress />
        </Section>
      </>
    ),
    notifications: () => (
      <Section title={words.notifications.title} hint={words.notifications.hint}>
        <Notifications />
      </Section>
    ),
    security: () => (
      <>
        <Section name="password" title={words.password.title} hint={words.password.hint}>
          {signIn.data === undefined ? <Loading rows={3} /> : <Password isSet={signIn.data.hasPassword} />}
        </Section>
        <Section name="codes" title={words.codes.title} hint={words.codes.hint}>
          {signIn.data === undefined ? (
            <Loading rows={2} />
          ) : (
            <Codes hasPassword={signIn.data.hasPassword} isOn={signIn.data.hasOneTimeCodes} />
          )}
        </Section>
        <Section name="sessions" title={words.sessions.title} hint={words.sessions.hint}>
          {userHash !== undefined && <Sessions userHash={userHash} />}
        </Section>
      </>
    ),
  }
  return (
    <Box maw={1120}>
      <PageHead title={pageTitles.account} />
      <nav className={classes['tabs']} aria-label={pageTitles.account}>
        {tabs.map((each) => (
          <Link
            key={each}
            href={each === '' ? '/account' : `/account/${each}`}
            aria-current={each === tab ? 'page' : undefined}
          >
            {words.tabs[each]}
          </Link>
        ))}
      </nav>
      {shown[tab]()}
    </Box>
  )
}

interface SectionProps {
  /** The end of an address that leads to it. */
  name?: string
  title: string
  hint: string
  children: ReactNode
}

function Section({ name, title, hint, children }: SectionProps) {
  const id = useId()
  return (
    <LinkedSection id={name} aria-labelledby={id} className={classes['section']}>
      <Stack gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text size="sm" c="var(--atrium-quiet)">
          {hint}
        </Text>
      </Stack>
      <Box miw={0}>{children}</Box>
    </LinkedSection>
  )
}
