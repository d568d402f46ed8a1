import { Alert, Button, Group, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useId } from 'react'
import { ApiProblem } from '../api/problem.ts'
import { texts } from '../texts/texts.ts'
import { CopyText } from './copy-text.tsx'
import classes from './form-dialog.module.css'

interface FormDialogProps {
  opened: boolean
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

/** A form in a dialog. It stays open, with everything that was typed, until it is saved. */
export function FormDialog(props: FormDialogProps) {
  const {
    opened,
    onClose,
    title,
    verb,
    onSubmit,
    busy,
    error,
    danger,
    disabled,
    children,
    fields = [],
  } = props
  const id = useId()
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!busy) onSubmit()
  }
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="md"
      closeButtonProps={{ 'aria-label': texts.form.close }}
    >
      <form onSubmit={submit} id={id} noValidate>
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
    </Modal>
  )
}

interface FormFaultProps {
  error: unknown
  /** Fields that show their own fault. */
  fields?: readonly string[]
  /** Messages that say it better than the service does, by the code of the problem. */
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
      {error instanceof ApiProblem && error.requestId !== undefined && (
        <CopyText label={texts.states.requestId} value={error.requestId} />
      )}
    </Alert>
  )
}

/** The messages of the service for an empty field. */
const emptyFaults = ['may not be empty.', 'is required.']

/**
 * The message next to a field that the service refused. It does not repeat the name of the field, which the label
 * shows.
 */
export function faultOf(error: unknown, field: string): string | undefined {
  const detail = error instanceof ApiProblem ? error.faultOf(field) : undefined
  if (detail === undefined) return undefined
  const name = `"${field}" `
  const fault = detail.startsWith(name) ? detail.slice(name.length) : detail
  return emptyFaults.includes(fault) ? texts.form.required : fault.charAt(0).toUpperCase() + fault.slice(1)
}
