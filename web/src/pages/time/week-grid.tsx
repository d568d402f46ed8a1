import {
  type ClipboardEvent,
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useRef,
  useState,
} from 'react'
import { flushSync } from 'react-dom'
import { clock, fullDay, today } from '../../parts/days.ts'
import { parseDuration } from '../../parts/durations.ts'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { timeTexts } from '../../texts/time.ts'
import type { WeekEdits } from './cell-edits.ts'
import { type CellEdit, daysOf, type Work } from './cells.ts'
import type { Editing, ShownCell, WeekRow } from './rows.ts'
import { columnWords } from './week-data.ts'
import classes from './week-grid.module.css'
import { WeekRowLine } from './week-row.tsx'
import { WeekTotals } from './week-totals.tsx'

const words = timeTexts.week

interface WeekGridProps {
  monday: string
  rows: readonly WeekRow[]
  edits: WeekEdits
  mayEdit: boolean
  /** Keeps rows that lose their last time. */
  onKeep: (works: readonly Work[]) => void
  onRemove: (id: string) => void
  /** The rows below: those of last week, and the one that adds a task. */
  children: React.ReactNode
}

/** Keys that begin typing into a cell. */
const begins = /^[\d+\-.,:−]$/

/** A cell takes text, so letters in it are not shortcuts. */
const letter = /^\p{L}$/u

type CellChange = Parameters<WeekEdits['edit']>[0][number]

interface Place {
  row: number
  column: number
}

/** The announcement for screen readers: whether the latest edits were saved. */
function saidOf(rows: readonly WeekRow[]): string {
  const edits = rows.flatMap(({ cells }) => cells.flatMap(({ edit }) => edit ?? []))
  const failed = edits.find(({ state }) => state === 'failed')
  if (failed !== undefined) return words.notSaved(failed.why ?? '')
  return edits.length > 0 && edits.every(({ state }) => state === 'saved') ? words.states.saved : ''
}

/** The hours of a week as a table that works like a spreadsheet. */
export function WeekGrid({ monday, rows: shown, edits, mayEdit, onKeep, onRemove, children }: WeekGridProps) {
  const days = daysOf(monday)
  const now = today()
  const grid = useRef<HTMLTableElement>(null)
  const cursor = useRef<HTMLElement | null>(null)
  const [editing, setEditing] = useState<Editing>()
  // Rows that are not rendered again call functions from an earlier render.
  const latest = useRef(shown)
  useEffect(() => {
    latest.current = shown
  })

  const placeOf = (element: Element | null): Place | undefined => {
    const cell = element?.closest<HTMLElement>('[data-cell]')
    if (cell === null || cell === undefined) return undefined
    const row = latest.current.findIndex(({ id }) => id === cell.dataset['row'])
    return row === -1 ? undefined : { row, column: days.indexOf(cell.dataset['day'] ?? '') }
  }
  const cellAt = ({ row, column }: Place): ShownCell | undefined => latest.current[row]?.cells[column]
  const focusAt = ({ row, column }: Place): void => {
    const rows = latest.current
    const at = {
      row: Math.max(0, Math.min(row, rows.length - 1)),
      column: Math.max(0, Math.min(column, days.length - 1)),
    }
    const selector = `[data-row="${rows[at.row]?.id}"][data-day="${days[at.column]}"]`
    grid.current?.querySelector<HTMLElement>(selector)?.focus()
  }
  // One cell is a stop of the Tab key. It is set without rendering the table again.
  const onFocus = (event: FocusEvent): void => {
    const cell = (event.target as Element).closest<HTMLElement>('[data-cell]')
    if (cell === null || cell === cursor.current) return
    if (cursor.current !== null) cursor.current.tabIndex = -1
    cell.tabIndex = 0
    cursor.current = cell
  }

  /** The edits that change something. */
  const changing = (row: WeekRow, cell: ShownCell, edit: CellEdit): CellChange[] => {
    const isSame =
      (edit.minutes === undefined || edit.minutes === cell.minutes) &&
      (edit.note === undefined || edit.note === cell.note) &&
      (edit.billable === undefined || edit.billable === cell.billable)
    if (isSame) return []
    // A new entry takes over what the cell shows.
    const isNew = cell.entries.length === 0
    const given = isNew ? { note: cell.note, billable: cell.billable, ...edit } : edit
    return [{ work: row.work, day: cell.day, edit: given }]
  }
  const change = (row: WeekRow, cell: ShownCell, edit: CellEdit): void => {
    const changes = changing(row, cell, edit)
    if (changes.length === 0) return
    // The row stays, and with it the place of the cursor.
    if (edit.minutes === 0) onKeep([row.work])
    edits.edit(changes, words.changeOf(row.name, columnWords(cell.day)))
  }
  const begin = (place: Place, typed: string | undefined, inNote = false): void => {
    // Text that was not understood is not thrown away.
    const wrong = grid.current?.querySelector<HTMLElement>('input[aria-invalid]')
    if (wrong) {
      wrong.focus()
      return
    }
    const cell = cellAt(place)
    if (cell !== undefined && mayEdit)
      setEditing({ id: cell.id, typed, inNote, moves: (by) => moveFrom(place, by) })
  }
  const moveFrom = ({ row, column }: Place, { down, right }: { down: number; right: number }): void => {
    // Renders immediately, so that the next key goes to the cell that gets the focus.
    flushSync(() => setEditing(undefined))
    const wraps = column + right >= days.length && right > 0 && row < latest.current.length - 1
    focusAt(wraps ? { row: row + 1, column: 0 } : { row: row + down, column: column + right })
  }

  const removeRow = (id: string): void => {
    const row = latest.current.findIndex((each) => each.id === id)
    flushSync(() => onRemove(id))
    if (latest.current.length > 0) focusAt({ row, column: 0 })
    else grid.current?.parentElement?.querySelector('button')?.focus()
  }

  const onKeyDown = (event: KeyboardEvent): void => {
    const isCell = (event.target as HTMLElement).matches('[data-cell]')
    const place = placeOf(event.target as Element)
    if (!isCell || place === undefined || event.altKey) return
    const { row, column } = place
    const rows = latest.current
    const [line, cell] = [rows[row], cellAt(place)]
    const isMod = event.ctrlKey || event.metaKey
    const { key } = event
    if (key === 'ArrowDown') focusAt({ row: isMod ? rows.length : row + 1, column })
    else if (key === 'ArrowUp') focusAt({ row: isMod ? 0 : row - 1, column })
    else if (key === 'ArrowRight') focusAt({ row, column: isMod ? days.length : column + 1 })
    else if (key === 'ArrowLeft') focusAt({ row, column: isMod ? 0 : column - 1 })
    else if (key === 'Home') focusAt({ row: isMod ? 0 : row, column: 0 })
    else if (key === 'End') focusAt({ row: isMod ? rows.length : row, column: days.length })
    else if (isMod) return
    else if (key === 'F2' && event.shiftKey) begin(place, undefined, true)
    else if (key === 'Enter' || key === 'F2') begin(place, undefined)
    else if (begins.test(key)) begin(place, key)
    else if ((key === 'Delete' || key === 'Backspace') && line !== undefined && cell !== undefined) {
      if (mayEdit) change(line, cell, { minutes: 0 })
    } else if (!letter.test(key)) return
    event.preventDefault()
  }
  const onClick = ({ target }: MouseEvent): void => {
    const place = placeOf(target as Element)
    if (place !== undefined && (target as HTMLElement).matches('[data-cell]')) begin(place, undefined)
  }
  const onCopy = (event: ClipboardEvent): void => {
    const place = placeOf(event.target as Element)
    const cell = place && cellAt(place)
    if (cell === undefined || !(event.target as HTMLElement).matches('[data-cell]')) return
    event.clipboardData.setData('text/plain', clock(cell.minutes))
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const place = placeOf(event.target as Element)
    if (place === undefined || !mayEdit || !(event.target as HTMLElement).matches('[data-cell]')) return
    event.preventDefault()
    const rows = latest.current
    // Lines and tabs fill the cells below and to the right, as in a spreadsheet.
    const lines = event.clipboardData.getData('text/plain').trimEnd().split('\n')
    const changes = lines.slice(0, rows.length).flatMap((line, down) =>
      line
        .split('\t')
        .slice(0, days.length)
        .flatMap((text, right) => {
          const at = { row: place.row + down, column: place.column + right }
          const [row, cell, minutes] = [rows[at.row], cellAt(at), parseDuration(text)]
          if (row === undefined || cell === undefined || minutes === undefined) return []
          return changing(row, cell, { minutes })
        }),
    )
    if (changes.length === 0) return
    onKeep(changes.filter(({ edit }) => edit.minutes === 0).map(({ work }) => work))
    edits.edit(changes, words.pasteOf)
  }

  return (
    <div className={classes['week']}>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the arrow keys move through its cells.
        role="grid"
        aria-label={words.label}
        aria-rowcount={shown.length + 1}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={onFocus}
        onCopy={onCopy}
        onPaste={onPaste}
      >
        <thead>
          <tr className={`${classes['line']} ${classes['heads']}`}>
            <th scope="col">
              <span className={classes['unseen']}>{timeTexts.task}</span>
            </th>
            {days.map((day) => (
              <th key={day} scope="col" data-now={day === now || undefined} title={fullDay(day)}>
                {columnWords(day)}
              </th>
            ))}
            <th scope="col">{words.total}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((row, at) => (
            <WeekRowLine
              key={row.id}
              row={row}
              now={now}
              isFirst={at === 0}
              mayEdit={mayEdit}
              editing={editing?.id.startsWith(`${row.id} `) ? editing : undefined}
              onChange={change}
              onClose={() => setEditing(undefined)}
              onRetry={(id) => edits.retry(id)}
              onRemove={removeRow}
            />
          ))}
        </tbody>
      </table>
      <VisuallyHidden role="status">{saidOf(shown)}</VisuallyHidden>
      {children}
      <WeekTotals rows={shown} monday={monday} />
    </div>
  )
}
