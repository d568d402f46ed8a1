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
  /** Fields that show their own fault; what is wrong with others stands above the buttons. */
  fields?: readonly string[]
}

/** A form in a dialog. Nothing that was typed is lost when it could not be saved. */
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

/** What could not be saved and why, where no field shows it already. */
export function FormFault({ error, fields = [] }: { error: unknown; fields?: readonly string[] }) {
  if (error === null || error === undefined) return null
  const shown = error instanceof ApiProblem && fields.some((field) => error.faultOf(field) !== undefined)
  if (shown) return null
  const message =
    error instanceof ApiProblem && error.status === 412
      ? texts.form.somethingChanged
      : error instanceof Error
        ? error.message
        : String(error)
  return (
    <Alert color="red" role="alert">
      {message}
      {error instanceof ApiProblem && error.requestId !== undefined && (
        <CopyText label={texts.states.requestId} value={error.requestId} />
      )}
    </Alert>
  )
}

/** The words beside a field that the service refused, as an input takes them. */
export function faultOf(error: unknown, field: string): string | undefined {
  const detail = error instanceof ApiProblem ? error.faultOf(field) : undefined
  return detail?.replace(new RegExp(`^"?${field}"? `), '').replace(/^./, (first) => first.toUpperCase())
}
