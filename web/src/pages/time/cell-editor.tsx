import { Switch } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { clock } from '../../parts/days.ts'
import { parseDuration } from '../../parts/durations.ts'
import shared from '../../parts/field.module.css'
import { timeTexts } from '../../texts/time.ts'
import classes from './cell-editor.module.css'
import type { CellEdit } from './cells.ts'
import type { Editing, ShownCell } from './rows.ts'

const words = timeTexts.week

interface CellEditorProps {
  label: string
  cell: ShownCell
  editing: Editing
  onChange: (edit: CellEdit) => void
  onClose: () => void
  onRetry: () => void
}

/** The field in the place of the value, and below it the note and whether the time is billable. */
export function CellEditor({ label, cell, editing, onChange, onClose, onRetry }: CellEditorProps) {
  const [text, setText] = useState(editing.typed ?? (cell.minutes === 0 ? '' : clock(cell.minutes)))
  const [note, setNote] = useState(cell.note)
  const [billable, setBillable] = useState(cell.billable)
  const [isWrong, setWrong] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  const noteField = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (editing.inNote) noteField.current?.focus()
    else field.current?.focus()
    // Selecting would also move the focus.
    if (editing.typed === undefined && !editing.inNote) field.current?.select()
  }, [editing])
  /** Takes over what was typed; false if it is not understood. */
  const save = (): boolean => {
    const minutes = parseDuration(text, cell.minutes)
    if (minutes === undefined) {
      setWrong(true)
      field.current?.focus()
      return false
    }
    onChange({
      minutes,
      ...(note !== cell.note && { note }),
      ...(billable !== cell.billable && { billable }),
    })
    return true
  }
  // Without time, a note has nowhere to be stored.
  const saveNow = (edit: CellEdit): void => {
    if (cell.minutes > 0) onChange(edit)
  }
  const leave = (down: number, right: number): void => {
    if (save()) editing.moves({ down, right })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const isTime = event.target === field.current
    if (event.key === 'Escape') editing.moves({ down: 0, right: 0 })
    else if (event.key === 'Enter') leave(event.shiftKey ? -1 : 1, 0)
    else if (event.key === 'ArrowDown' && event.altKey && isTime) noteField.current?.focus()
    else if (event.key === 'ArrowDown' && isTime) leave(1, 0)
    else if (event.key === 'ArrowUp' && isTime) leave(-1, 0)
    else if (event.key === 'Tab' && isTime) leave(0, event.shiftKey ? -1 : 1)
    else {
      event.stopPropagation()
      return
    }
    event.preventDefault()
    event.stopPropagation()
  }
  const [, ...others] = cell.entries
  const state = cell.edit?.state
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the fields in it have the focus.
    <div
      ref={box}
      data-editor
      className={classes['editor']}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (event.relatedTarget instanceof Node && box.current?.contains(event.relatedTarget)) return
        // Another window has the focus; the person comes back to the field.
        if (event.relatedTarget === null && !document.hasFocus()) return
        if (parseDuration(text, cell.minutes) === undefined) setWrong(true)
        else {
          save()
          onClose()
        }
      }}
    >
      <input
        ref={field}
        className={classes['field']}
        aria-label={label}
        aria-invalid={isWrong || undefined}
        aria-describedby="cell-hint"
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setWrong(false)
        }}
      />
      <div className={classes['pop']}>
        <label>
          {words.noteFor}
          <input
            ref={noteField}
            className={shared['field']}
            value={note}
            onChange={(event) => setNote(event.currentTarget.value)}
          />
        </label>
        <div className={classes['popLine']}>
          <Switch
            size="sm"
            label={timeTexts.billable}
            checked={billable}
            onChange={(event) => {
              setBillable(event.currentTarget.checked)
              saveNow({ billable: event.currentTarget.checked })
            }}
          />
          <span role="status">{state === undefined ? '' : words.states[state]}</span>
          {state === 'failed' && (
            <button type="button" onClick={onRetry}>
              {words.tryAgain}
            </button>
          )}
        </div>
        {others.length > 0 && (
          <ul aria-label={words.otherEntries}>
            {others.map(({ id, minutes, note: words }) => (
              <li key={id}>
                <Link href={`/p/time/${id}`}>{clock(minutes)}</Link> {words ?? ''}
              </li>
            ))}
          </ul>
        )}
        <p id="cell-hint" data-wrong={isWrong || undefined}>
          {state === 'failed' ? cell.edit?.why : isWrong ? timeTexts.durationFault : words.hint}
        </p>
      </div>
    </div>
  )
}
