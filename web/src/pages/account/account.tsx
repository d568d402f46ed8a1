import { Box, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { useMe } from '../../api/me.ts'
import { useRecord } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Failed, Loading } from '../../parts/states.tsx'
import { accountTexts as words } from '../../texts/account.ts'
import classes from './account.module.css'
import { Appearance } from './appearance.tsx'
import { Codes } from './codes.tsx'
import { Password } from './password.tsx'
import { Profile } from './profile.tsx'
import { Sessions } from './sessions.tsx'

/** How a person signs in. */
interface SignIn {
  hasPassword: boolean
  hasOneTimeCodes: boolean
  hasSingleSignOn: boolean
}

/** The person's own profile, ways to sign in, and sessions. */
export function AccountPage() {
  const { session } = useSession()
  const { user } = useMe()
  const userHash = session?.user?.userHash
  const signIn = useRecord<SignIn>(userHash && `/v1/users/${userHash}/signIn`)
  if (signIn.isError && signIn.data === undefined)
    return <Failed error={signIn.error} retry={() => void signIn.refetch()} />
  return (
    <Box maw={1120}>
      <PageHead />
      <Section title={words.you.title} hint={words.you.hint}>
        {user === undefined ? <Loading rows={4} /> : <Profile user={user} />}
      </Section>
      <Section title={words.password.title} hint={words.password.hint}>
        {signIn.data === undefined ? <Loading rows={3} /> : <Password isSet={signIn.data.hasPassword} />}
      </Section>
      <Section title={words.codes.title} hint={words.codes.hint}>
        {signIn.data === undefined ? (
          <Loading rows={2} />
        ) : (
          <Codes hasPassword={signIn.data.hasPassword} isOn={signIn.data.hasOneTimeCodes} />
        )}
      </Section>
      <Section title={words.sessions.title} hint={words.sessions.hint}>
        {userHash !== undefined && <Sessions userHash={userHash} />}
      </Section>
      <Section title={words.appearance.title} hint={words.appearance.hint}>
        <Appearance />
      </Section>
    </Box>
  )
}

function Section({ title, hint, children }: { title: string; hint: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={classes['section']}>
      <Stack gap="xs">
        <Title order={2} id={id}>
          {title}
        </Title>
        <Text size="sm" c="var(--atrium-quiet)">
          {hint}
        </Text>
      </Stack>
      <Box miw={0}>{children}</Box>
    </section>
  )
}
