import { Anchor, Code, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { ApiProblem } from '../../api/problem.ts'
import { useAuth } from '../../api/session.ts'
import { AuthForm } from '../../parts/auth-form.tsx'
import { faultOf } from '../../parts/form-dialog.tsx'
import { outsideTexts } from '../../texts/outside.ts'
import { OutsideFrame } from '../outside-frame.tsx'

const { forgotten: words } = outsideTexts

/** Requests a password reset link. The response does not reveal whether the address has an account. */
export function ForgottenPage() {
  const [email, setEmail] = useState('')
  const ask = useAuth('/auth/password-resets')
  const back = (
    <Anchor component={Link} href="/sign-in" size="sm" style={{ alignSelf: 'flex-start' }}>
      {words.back}
    </Anchor>
  )
  if (ask.isSuccess)
    return (
      <OutsideFrame title={words.sentTitle} lead={words.sent(email.trim())}>
        <Text c="var(--atrium-quiet)">{words.sentHint}</Text>
        {back}
      </OutsideFrame>
    )
  if (ask.error instanceof ApiProblem && ask.error.code === 'conflict')
    return (
      <OutsideFrame title={words.noMailTitle} lead={words.noMail}>
        <Text c="var(--atrium-quiet)">{words.noMailAdmin}</Text>
        <Code block style={{ whiteSpace: 'pre-wrap' }}>
          {words.recover(email.trim())}
        </Code>
        {back}
      </OutsideFrame>
    )
  return (
    <OutsideFrame title={words.title} lead={words.lead}>
      <AuthForm
        verb={words.verb}
        wide
        busy={ask.isPending}
        error={ask.error}
        fields={['email']}
        onSubmit={() => ask.mutate({ email })}
      >
        <TextInput
          label={outsideTexts.email}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          value={email}
          onChange={(event) => setEmail(event.currentTarget.value)}
          error={faultOf(ask.error, 'email')}
          autoFocus
        />
      </AuthForm>
      {back}
    </OutsideFrame>
  )
}
