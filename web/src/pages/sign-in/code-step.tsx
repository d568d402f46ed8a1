import { Anchor, Group, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useArrive, useAuth, useSession } from '../../api/session.ts'
import { signedOut } from '../../api/session-state.ts'
import { AuthForm } from '../../parts/auth-form.tsx'
import { CodeField } from '../../parts/code-field.tsx'
import { faultOf } from '../../parts/form-dialog.tsx'
import { outsideTexts } from '../../texts/outside.ts'
import { OutsideFrame } from '../outside-frame.tsx'

const { code: words } = outsideTexts

/** Asks for a code from the authenticator app, or for a recovery code. */
export function CodeStep() {
  const [recovery, setRecovery] = useState(false)
  const [code, setCode] = useState('')
  const give = useAuth('/auth/sign-in/code')
  const signOut = useAuth('/auth/sign-out')
  const { refetch } = useSession()
  const arrive = useArrive()
  const swap = (): void => {
    setRecovery(!recovery)
    setCode('')
    give.reset()
  }
  const startOver = (): void =>
    signOut.mutate(
      {},
      {
        onSettled: () => {
          signedOut()
          refetch()
        },
      },
    )
  return (
    <OutsideFrame
      title={recovery ? words.recoveryTitle : words.title}
      lead={recovery ? words.recoveryLead : words.lead}
    >
      <AuthForm
        verb={words.verb}
        wide
        busy={give.isPending}
        error={give.error}
        fields={['code']}
        onSubmit={() =>
          give.mutate(
            { code: code.trim() },
            { onSuccess: arrive, onError: () => setCode(recovery ? code : '') },
          )
        }
      >
        {recovery ? (
          <TextInput
            key="recovery"
            label={words.recoveryLabel}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={faultOf(give.error, 'code')}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            autoFocus
          />
        ) : (
          <CodeField
            key="code"
            label={words.label}
            value={code}
            onChange={setCode}
            error={faultOf(give.error, 'code')}
            autoFocus
          />
        )}
      </AuthForm>
      <Group justify="space-between">
        <Anchor component="button" type="button" size="sm" onClick={swap}>
          {recovery ? words.useCode : words.useRecovery}
        </Anchor>
        <Anchor component="button" type="button" size="sm" onClick={startOver}>
          {words.startOver}
        </Anchor>
      </Group>
      {recovery && (
        <Text size="sm" c="var(--atrium-quiet)">
          {words.lostBoth}
        </Text>
      )}
    </OutsideFrame>
  )
}
