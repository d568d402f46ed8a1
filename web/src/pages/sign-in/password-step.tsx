import { Alert, Anchor, Button, Divider, TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { useArrive, useAuth } from '../../api/session.ts'
import { hasEnded } from '../../api/session-state.ts'
import { AuthForm } from '../../parts/auth-form.tsx'
import { FormFault, faultOf } from '../../parts/form-dialog.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { outsideTexts } from '../../texts/outside.ts'
import { OutsideFrame } from '../outside-frame.tsx'
import { keepWayBack } from './way-back.ts'

const { signIn: words } = outsideTexts

/** The problem that single sign-on returned with: `#problem=unknown_person`. */
const problemInAddress = (): string | undefined =>
  new URLSearchParams(window.location.hash.slice(1)).get('problem') ?? undefined

interface PasswordStepProps {
  hasSingleSignOn: boolean
  onGiven: (password: string) => void
}

export function PasswordStep({ hasSingleSignOn, onGiven }: PasswordStepProps) {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [problem] = useState(problemInAddress)
  const [tried, setTried] = useState(false)
  const signIn = useAuth('/auth/sign-in')
  const arrive = useArrive()
  useEffect(() => {
    // A reload does not show it again.
    if (problem !== undefined)
      window.history.replaceState(null, '', window.location.pathname + window.location.search)
  }, [problem])
  return (
    <OutsideFrame title={words.title}>
      {problem !== undefined && !tried && (
        <Alert color="red" role="alert">
          {words.problems[problem] ?? words.problem}
        </Alert>
      )}
      {problem === undefined && !tried && hasEnded() && (
        <Alert color="gray" role="status">
          {words.ended}
        </Alert>
      )}
      <AuthForm
        verb={words.verb}
        wide
        busy={signIn.isPending}
        error={signIn.error}
        fields={['email', 'password']}
        problems={{ sign_in_failed: words.wrong }}
        onSubmit={() => {
          setTried(true)
          signIn.mutate(
            { email, password },
            {
              onSuccess: (session) => {
                onGiven(password)
                arrive(session)
              },
            },
          )
        }}
      >
        <TextInput
          label={outsideTexts.email}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={faultOf(signIn.error, 'email')}
          autoFocus
        />
        <PasswordField
          label={outsideTexts.password}
          value={password}
          onChange={setPassword}
          error={faultOf(signIn.error, 'password')}
        />
      </AuthForm>
      <Anchor component={Link} href="/sign-in/forgotten" size="sm" style={{ alignSelf: 'flex-start' }}>
        {words.forgotten}
      </Anchor>
      {hasSingleSignOn && (
        <>
          <Divider label={words.or} />
          <SingleSignOn email={email} />
        </>
      )}
    </OutsideFrame>
  )
}

/** The email address determines the company, and the company its provider. */
function SingleSignOn({ email }: { email: string }) {
  const sso = useAuth('/auth/sso')
  const [missing, setMissing] = useState(false)
  const leave = (): void => {
    setMissing(email.trim() === '')
    if (email.trim() === '') return
    sso.mutate(
      { email },
      {
        onSuccess: ({ location }) => {
          keepWayBack()
          window.location.assign(location)
        },
      },
    )
  }
  return (
    <>
      {missing && email.trim() === '' ? (
        <Alert color="gray" role="alert">
          {words.ssoNeedsEmail}
        </Alert>
      ) : (
        <FormFault error={sso.error} />
      )}
      <Button variant="default" onClick={leave} loading={sso.isPending}>
        {words.sso}
      </Button>
    </>
  )
}
