import { Button, Switch } from '@mantine/core'
import { type RefObject, useState } from 'react'
import { clock, fullDay, today, weekdayNames } from '../../parts/days.ts'
import { parseDuration } from '../../parts/durations.ts'
import { WorkspaceMark } from '../../parts/marks.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { timeTexts } from '../../texts/time.ts'
import { Float } from '../tasks/float.tsx'
import type { WeekEdits } from './cell-edits.ts'
import { type CellEdit, daysOf, sumOf } from './cells.ts'
import classes from './day-view.module.css'
import { AddRow } from './offered-rows.tsx'
import type { ShownCell, WeekRow } from './rows.ts'
import form from './time-form.module.css'

const words = timeTexts.week

interface DayViewProps {
  monday: string
  day: string
  rows: readonly WeekRow[]
  edits: WeekEdits
  mayEdit: boolean
  go: (day: string) => void
  addRow: RefObject<HTMLButtonElement | null>
  onAdd: (at: HTMLElement) => void
}

/** One day of the week, for a phone: a strip of days, and the rows with their time. */
export function DayView({ monday, day, rows, edits, mayEdit, go, addRow, onAdd }: DayViewProps) {
  const names = weekdayNames(monday)
  const [editing, setEditing] = useState<{ at: HTMLElement; id: string }>()
  const change = (row: WeekRow, cell: ShownCell, edit: CellEdit): void => {
    const isNew = cell.entries.length === 0
    const given = isNew ? { note: cell.note, billable: cell.billable, ...edit } : edit
    edits.edit([{ work: row.work, day: cell.day, edit: given }], words.changeOf(row.name, cell.day))
  }
  const open = rows.find(({ cells }) => cells.some(({ id }) => id === editing?.id))
  const openCell = open?.cells.find(({ id }) => id === editing?.id)
  return (
    <>
      <nav className={classes['strip']} aria-label={words.label}>
        {daysOf(monday).map((each, n) => (
          <button
            key={each}
            type="button"
            aria-current={each === day ? 'date' : undefined}
            title={fullDay(each)}
            data-now={each === today() || undefined}
            onClick={() => go(each)}
          >
            <small>{names[n]}</small>
            <b>{Number(each.slice(8))}</b>
            <span>{clock(sumOf(rows.flatMap(({ cells }) => cells[n] ?? [])))}</span>
          </button>
        ))}
      </nav>
      <h2 className={classes['dayName']}>{fullDay(day)}</h2>
      <ul className={classes['dayRows']}>
        {rows.map((row) => {
          const cell = row.cells.find((each) => each.day === day)
          if (cell === undefined) return null
          return (
            <li key={row.id} data-state={cell.edit?.state}>
              <button
                type="button"
                className={classes['dayRow']}
                disabled={!mayEdit}
                onClick={(event) => setEditing({ at: event.currentTarget, id: cell.id })}
              >
                <WorkspaceMark id={row.work.workspaceId} />
                <span>
                  <VisuallyHidden>{words.editTime} </VisuallyHidden>
                  {row.name}
                  <small>{cell.edit?.why ?? (cell.note === '' ? row.place : cell.note)}</small>
                </span>
                <b className={classes['amount']} data-zero={cell.minutes === 0 || undefined}>
                  {cell.minutes === 0 ? '·' : clock(cell.minutes)}
                </b>
              </button>
              <button
                type="button"
                className={classes['plus']}
                disabled={!mayEdit}
                aria-label={words.add15(row.name)}
                onClick={() => change(row, cell, { minutes: Math.min(1_440, cell.minutes + 15) })}
              >
                +15
              </button>
            </li>
          )
        })}
      </ul>
      {mayEdit && <AddRow ref={addRow} isEmpty={rows.length === 0} onAdd={onAdd} />}
      {editing !== undefined && open !== undefined && openCell !== undefined && (
        <Float at={editing.at} label={words.edit(open.name)} onClose={() => setEditing(undefined)}>
          <DayForm
            cell={openCell}
            onSave={(edit) => {
              setEditing(undefined)
              change(open, openCell, edit)
            }}
          />
        </Float>
      )}
    </>
  )
}

function DayForm({ cell, onSave }: { cell: ShownCell; onSave: (edit: CellEdit) => void }) {
  const [text, setText] = useState(cell.minutes === 0 ? '' : clock(cell.minutes))
  const [note, setNote] = useState(cell.note)
  const [billable, setBillable] = useState(cell.billable)
  const minutes = parseDuration(text, cell.minutes)
  return (
    <form
      className={form['form']}
      onSubmit={(event) => {
        event.preventDefault()
        if (minutes !== undefined) onSave({ minutes, note, billable })
      }}
    >
      <label>
        {timeTexts.duration}
        <input
          className={form['field']}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </label>
      <p className={minutes === undefined ? form['fault'] : form['help']}>
        {minutes === undefined ? timeTexts.durationFault : words.hint}
      </p>
      <label>
        {words.noteFor}
        <input
          className={form['field']}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      </label>
      <Switch
        label={timeTexts.billable}
        checked={billable}
        onChange={(event) => setBillable(event.currentTarget.checked)}
      />
      <div className={form['acts']}>
        <Button type="submit" disabled={minutes === undefined}>
          {words.save}
        </Button>
      </div>
    </form>
  )
}
