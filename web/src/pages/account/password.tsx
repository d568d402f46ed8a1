import { Text } from '@mantine/core'
import { useState } from 'react'
import { useArrive, useAuth } from '../../api/session.ts'
import { AuthForm } from '../../parts/auth-form.tsx'
import { faultOf } from '../../parts/form-dialog.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { accountTexts } from '../../texts/account.ts'
import { outsideTexts } from '../../texts/outside.ts'

const { password: words } = accountTexts

export function Password({ isSet }: { isSet: boolean }) {
  const [currentPassword, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const change = useAuth('/auth/password')
  const arrive = useArrive()
  const notices = useNotices()
  if (!isSet) return <Text>{words.none}</Text>
  return (
    <AuthForm
      verb={words.verb}
      busy={change.isPending}
      error={change.error}
      fields={['currentPassword', 'password']}
      onSubmit={() =>
        change.mutate(
          { currentPassword, password },
          {
            onSuccess: (session) => {
              setCurrent('')
              setPassword('')
              // Changing the password starts a new session.
              arrive(session)
              notices.done(words.done)
            },
          },
        )
      }
    >
      <PasswordField
        label={words.current}
        value={currentPassword}
        onChange={setCurrent}
        error={faultOf(change.error, 'currentPassword')}
      />
      <PasswordField
        label={outsideTexts.newPassword}
        description={outsideTexts.passwordHelp}
        fresh
        value={password}
        onChange={setPassword}
        error={faultOf(change.error, 'password')}
      />
    </AuthForm>
  )
}
