import { Anchor, Stack, Text, Title } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useAuth } from '../../api/session.ts'
import { AuthForm } from '../../parts/auth-form.tsx'
import { CodeField } from '../../parts/code-field.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { FormFault, faultOf } from '../../parts/form-dialog.tsx'
import { PasswordField } from '../../parts/password-field.tsx'
import { QrCode } from '../../parts/qr-code.tsx'
import { Loading } from '../../parts/states.tsx'
import { accountTexts } from '../../texts/account.ts'
import { outsideTexts } from '../../texts/outside.ts'
import { RecoveryCodes } from './recovery-codes.tsx'

const { setUp: words } = accountTexts

interface SetUpCodesProps {
  /** The password, if it was just entered. */
  password: string | undefined
  email: string
  onDone: () => void
}

/** Sets up one-time codes: password, QR code, first code, recovery codes. */
export function SetUpCodes({ password: known, email, onDone }: SetUpCodesProps) {
  const [password, setPassword] = useState('')
  const [code, setCode] = useState('')
  const begin = useAuth('/auth/one-time-codes')
  const confirm = useAuth('/auth/one-time-codes/confirm')
  const begun = useRef(false)
  const { mutate } = begin
  useEffect(() => {
    if (known === undefined || begun.current) return
    begun.current = true
    mutate({ password: known })
  }, [known, mutate])

  if (confirm.isSuccess)
    return <RecoveryCodes codes={confirm.data.recoveryCodes} email={email} onDone={onDone} />
  if (begin.isSuccess)
    return (
      <AuthForm
        verb={words.confirm}
        wide
        busy={confirm.isPending}
        error={confirm.error}
        fields={['code']}
        onSubmit={() => confirm.mutate({ code }, { onError: () => setCode('') })}
      >
        <Stack gap="xs">
          <Title order={2} size="h3">
            {words.scan}
          </Title>
          <Text size="sm" c="var(--atrium-quiet)">
            {words.scanHint}
          </Text>
        </Stack>
        <QrCode text={begin.data.address} label={words.picture} />
        <Stack gap="xs">
          <Text size="sm">{words.typeInstead}</Text>
          <CopyText value={spaced(begin.data.seed)} />
          <Anchor href={begin.data.address} size="sm">
            {words.openApp}
          </Anchor>
        </Stack>
        <CodeField
          label={words.code}
          value={code}
          onChange={setCode}
          error={faultOf(confirm.error, 'code')}
          autoFocus
        />
      </AuthForm>
    )
  if (known !== undefined && !begin.isError) return <Loading rows={5} />
  if (known !== undefined) return <FormFault error={begin.error} />
  return (
    <AuthForm
      verb={words.passwordVerb}
      wide
      busy={begin.isPending}
      error={begin.error}
      fields={['password']}
      onSubmit={() => begin.mutate({ password })}
    >
      <Text>{words.passwordLead}</Text>
      <PasswordField
        label={outsideTexts.password}
        value={password}
        onChange={setPassword}
        error={faultOf(begin.error, 'password')}
        autoFocus
      />
    </AuthForm>
  )
}

/** Groups of four are easier to type. */
const spaced = (seed: string): string => seed.match(/.{1,4}/g)?.join(' ') ?? seed
