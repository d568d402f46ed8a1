import { Alert, Button, Stack } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { outsideTexts } from '../texts/outside.ts'
import { FormFault, useFocusOnFault, useSubmit } from './form-dialog.tsx'
import { isThrottle, useWait } from './wait.ts'

interface AuthFormProps {
  verb: string
  onSubmit: () => void
  busy: boolean
  error: unknown
  /** Fields that show their own fault. */
  fields?: readonly string[]
  /** Messages that are clearer here than those of the service, by the code of the problem. */
  problems?: Readonly<Record<string, string>>
  disabled?: boolean
  /** The button is as wide as the form. */
  wide?: boolean
  children: ReactNode
}

/** A form on a page. After too many attempts its button counts down. */
export function AuthForm(props: AuthFormProps) {
  const {
    verb,
    onSubmit,
    busy,
    error,
    fields = [],
    problems = {},
    disabled = false,
    wide = false,
    children,
  } = props
  const wait = useWait(error)
  const form = useRef<HTMLFormElement>(null)
  useFocusOnFault(form, error)
  const submit = useSubmit(busy || wait > 0 || disabled, onSubmit)
  return (
    <form ref={form} onSubmit={submit} noValidate>
      <Stack gap="md">
        {children}
        {isThrottle(error) ? (
          wait > 0 && (
            <Alert color="yellow" role="alert">
              {outsideTexts.tooMany}
            </Alert>
          )
        ) : (
          <FormFault error={error} fields={fields} problems={problems} />
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
