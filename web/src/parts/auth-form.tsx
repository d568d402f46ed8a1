import { Alert, Button, Stack } from '@mantine/core'
import type { FormEvent, ReactNode } from 'react'
import { outsideTexts } from '../texts/outside.ts'
import { FormFault } from './form-dialog.tsx'
import { isThrottle, useWait } from './wait.ts'

interface AuthFormProps {
  verb: string
  onSubmit: () => void
  busy: boolean
  error: unknown
  /** Fields that show their own fault. */
  fields?: readonly string[]
  disabled?: boolean
  /** As wide as the form, as where it stands alone. */
  wide?: boolean
  children: ReactNode
}

/** A form of its own on a page. Where the service asks for patience, the button counts down. */
export function AuthForm(props: AuthFormProps) {
  const { verb, onSubmit, busy, error, fields = [], disabled = false, wide = false, children } = props
  const wait = useWait(error)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy && wait === 0 && !disabled) onSubmit()
  }
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        {isThrottle(error) ? (
          wait > 0 && (
            <Alert color="yellow" role="alert">
              {outsideTexts.tooMany}
            </Alert>
          )
        ) : (
          <FormFault error={error} fields={fields} />
        )}
        <Button
          type="submit"
          loading={busy}
          disabled={wait > 0 || disabled}
          style={{ alignSelf: wide ? 'stretch' : 'flex-start' }}
        >
          {wait > 0 ? outsideTexts.waitFor(wait) : verb}
        </Button>
      </Stack>
    </form>
  )
}
