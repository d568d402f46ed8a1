import { Checkbox, Group, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { useArrive, useAuth } from '../api/session.ts'
import { AuthForm } from '../parts/auth-form.tsx'
import { faultOf } from '../parts/form-dialog.tsx'
import { PasswordField } from '../parts/password-field.tsx'
import { Loading } from '../parts/states.tsx'
import { ownTimeZone } from '../parts/time-zone-field.tsx'
import { outsideTexts } from '../texts/outside.ts'
import { CreatingSample } from './creating-sample.tsx'
import { DeadLink } from './dead-link.tsx'
import { tokenInAddress, useLink } from './link-token.ts'
import { OutsideFrame } from './outside-frame.tsx'
import classes from './welcome.module.css'

const { welcome: words } = outsideTexts

/** The first start creates the company and its first administrator. */
export function WelcomePage() {
  const [token] = useState(tokenInAddress)
  const link = useLink('POST /auth/setup-links', token)
  if (link.isError) return <DeadLink error={link.error} words={words} retry={() => void link.refetch()} />
  return (
    <OutsideFrame title={words.title} lead={words.lead} wide>
      {link.isPending ? (
        <Loading />
      ) : link.data.making === null ? (
        <SetupForm token={token} />
      ) : (
        // Started in another tab, or in this one before a reload.
        <CreatingSample token={token} onOver={() => void link.refetch()} />
      )}
    </OutsideFrame>
  )
}

const organizations = [
  { value: 'workspaceGroups', label: words.workspaceGroups, help: words.workspaceGroupsHelp },
  { value: 'accounts', label: words.accounts, help: words.accountsHelp },
] as const

const shownFaults = ['companyName', 'organization', 'fullName', 'email', 'password']

/** Whether something has been going on for a while: the form does not disappear for errors in it. */
function useSlow(isPending: boolean): boolean {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    if (!isPending) {
      setSlow(false)
      return undefined
    }
    const timer = setTimeout(() => setSlow(true), 300)
    return () => clearTimeout(timer)
  }, [isPending])
  return isPending && isSlow
}

function SetupForm({ token }: { token: string }) {
  const [given, setGiven] = useState({
    companyName: '',
    organization: 'workspaceGroups',
    fullName: '',
    email: '',
    password: '',
  })
  const set = (field: keyof typeof given) => (value: string) =>
    setGiven((before) => ({ ...before, [field]: value }))
  const [sample, setSample] = useState(true)
  const create = useAuth('/auth/setup')
  const isSlow = useSlow(create.isPending)
  const arrive = useArrive()
  const [, navigate] = useLocation()
  const text = (field: keyof typeof given) => ({
    value: given[field],
    onChange: (event: { currentTarget: { value: string } }) => set(field)(event.currentTarget.value),
    error: faultOf(create.error, field),
  })
  if (isSlow && sample) return <CreatingSample token={token} />
  return (
    <AuthForm
      verb={words.create}
      wide
      busy={create.isPending}
      error={create.error}
      fields={shownFaults}
      onSubmit={() =>
        create.mutate(
          { token, timeZone: ownTimeZone(), sample, ...given },
          {
            onSuccess: (session) => {
              arrive(session)
              navigate('/', { replace: true })
            },
          },
        )
      }
    >
      <Title order={2}>{words.company}</Title>
      <TextInput label={words.companyName} autoComplete="organization" {...text('companyName')} autoFocus />
      <Radio.Group
        label={words.organization}
        description={words.organizationHelp}
        value={given.organization}
        onChange={set('organization')}
        error={faultOf(create.error, 'organization')}
      >
        <Stack gap="sm" mt="sm">
          {organizations.map(({ value, label, help }) => (
            <Radio.Card
              key={value}
              value={value}
              className={classes['card'] ?? ''}
              aria-label={label}
              tabIndex={given.organization === value ? 0 : -1}
            >
              <Group wrap="nowrap" align="flex-start">
                <Radio.Indicator mt={2} />
                <div>
                  <Text size="sm" fw={600}>
                    {label}
                  </Text>
                  <Text size="sm" c="var(--atrium-quiet)">
                    {help}
                  </Text>
                </div>
              </Group>
            </Radio.Card>
          ))}
        </Stack>
      </Radio.Group>
      <Title order={2} mt="sm">
        {words.you}
      </Title>
      <TextInput label={outsideTexts.fullName} autoComplete="name" {...text('fullName')} />
      <TextInput
        label={outsideTexts.email}
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        {...text('email')}
      />
      <PasswordField
        label={outsideTexts.password}
        description={outsideTexts.passwordHelp}
        fresh
        value={given.password}
        onChange={set('password')}
        error={faultOf(create.error, 'password')}
      />
      <Checkbox
        label={words.sample}
        description={words.sampleHelp}
        checked={sample}
        onChange={(event) => setSample(event.currentTarget.checked)}
        mt="sm"
      />
    </AuthForm>
  )
}
