import { Alert, Button, Group, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { withoutName } from '../api/messages.ts'
import { ApiProblem } from '../api/problem.ts'
import { texts } from '../texts/texts.ts'
import { CopyText } from './copy-text.tsx'
import classes from './form-dialog.module.css'
import { MountedDialog } from './mounted-dialog.tsx'

interface FormDialogProps {
  onClose: () => void
  title: string
  /** The verb: "Create client", not "Submit". */
  verb: string
  onSubmit: () => void
  busy: boolean
  error: unknown
  danger?: boolean
  disabled?: boolean
  children: ReactNode
  /** Fields that show their own fault; other faults are shown above the buttons. */
  fields?: readonly string[]
}

/** Milliseconds. */
const doubleClick = 500

/** Submits once: a double click is over before `busy` is true. */
export function useSubmit(busy: boolean, onSubmit: () => void): (event: FormEvent) => void {
  const last = useRef(-doubleClick)
  useEffect(() => {
    if (!busy) last.current = -doubleClick
  }, [busy])
  return (event) => {
    event.preventDefault()
    if (busy || event.timeStamp - last.current < doubleClick) return
    last.current = event.timeStamp
    onSubmit()
  }
}

/** A form in a dialog. It stays open, with everything that was typed, until it is saved. */
export function FormDialog(props: FormDialogProps) {
  const { onClose, title, verb, onSubmit, busy, error, danger, disabled, children, fields = [] } = props
  const form = useRef<HTMLFormElement>(null)
  useFocusOnFault(form, error)
  const submit = useSubmit(busy, onSubmit)
  return (
    <MountedDialog
      onClose={onClose}
      title={title}
      size="md"
      closeButtonProps={{ 'aria-label': texts.form.close }}
    >
      <form ref={form} onSubmit={submit} noValidate>
        <Stack gap="md">
          {children}
          <FormFault error={error} fields={fields} />
          <Group justify="flex-end" className={classes['foot'] ?? ''}>
            <Button variant="default" onClick={onClose}>
              {texts.form.cancel}
            </Button>
            <Button
              type="submit"
              loading={busy}
              disabled={disabled ?? false}
              {...(danger && { color: 'red' })}
            >
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </MountedDialog>
  )
}

/** Moves the focus to the first field that was refused. */
export function useFocusOnFault(form: RefObject<HTMLFormElement | null>, error: unknown): void {
  useEffect(() => {
    if (error === null || error === undefined) return
    // The fields show their faults first.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }, [form, error])
}

interface FormFaultProps {
  error: unknown
  /** Fields that show their own fault. */
  fields?: readonly string[]
  /** Messages that are clearer here than those of the service, by the code of the problem. */
  problems?: Readonly<Record<string, string>>
}

/** Why a form could not be saved, unless a field already shows it. */
export function FormFault({ error, fields = [], problems = {} }: FormFaultProps) {
  if (error === null || error === undefined) return null
  const shown = error instanceof ApiProblem && fields.some((field) => error.faultOf(field) !== undefined)
  if (shown) return null
  const own: Readonly<Record<string, string>> = {
    precondition_failed: texts.form.somethingChanged,
    ...problems,
  }
  const code = error instanceof ApiProblem ? error.code : ''
  const message = own[code] ?? (error instanceof Error ? error.message : String(error))
  return (
    <Alert color="red" role="alert">
      {message}
      {error instanceof ApiProblem && error.status >= 500 && error.requestId !== undefined && (
        <CopyText label={texts.states.requestId} value={error.requestId} />
      )}
    </Alert>
  )
}

/** The messages of the service for an empty field. */
const emptyFaults = ['May not be empty.', 'Is required.']

/**
 * The message next to a field that the service refused. It does not repeat the name of the field, which the label
 * shows.
 */
export function faultOf(error: unknown, field: string): string | undefined {
  const detail = error instanceof ApiProblem ? error.faultOf(field) : undefined
  if (detail === undefined) return undefined
  const fault = withoutName(detail, field)
  return emptyFaults.includes(fault) ? texts.form.required : fault
}
