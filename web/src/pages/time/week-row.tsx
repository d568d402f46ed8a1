import { memo } from 'react'
import { Link } from 'wouter'
import { clock, fullDay } from '../../parts/days.ts'
import { IconX } from '../../parts/icons.tsx'
import { WorkspaceMark } from '../../parts/marks.tsx'
import { timeTexts } from '../../texts/time.ts'
import { CellEditor } from './cell-editor.tsx'
import type { CellEdit } from './cells.ts'
import type { Editing, ShownCell, WeekRow } from './rows.ts'
import classes from './week-grid.module.css'

const words = timeTexts.week

interface WeekRowLineProps {
  row: WeekRow
  now: string
  isFirst: boolean
  mayEdit: boolean
  editing: Editing | undefined
  onChange: (row: WeekRow, cell: ShownCell, edit: CellEdit) => void
  onClose: () => void
  onRetry: (id: string) => void
  /** Takes a row without time out of the week. */
  onRemove: (id: string) => void
}

function labelOf(row: WeekRow, { day, minutes, note, billable, entries, edit }: ShownCell): string {
  return [
    words.cell(row.name, fullDay(day), minutes === 0 ? words.none : clock(minutes)),
    minutes > 0 && billable && words.isBillable,
    note !== '' && words.withNote,
    entries.length > 1 && words.several(entries.length),
    edit?.state === 'failed' && words.notSaved(edit.why ?? ''),
  ]
    .filter(Boolean)
    .join(', ')
}

/** A row of the week. It is rendered again only if something in it is different. */
export const WeekRowLine = memo(
  function WeekRowLine(props: WeekRowLineProps) {
    const { row, now, isFirst, mayEdit, editing, onChange, onClose, onRetry, onRemove } = props
    const { taskId, workspaceId } = row.work
    return (
      <tr className={classes['line']}>
        <th scope="row" className={classes['name']}>
          <WorkspaceMark id={workspaceId} />
          <Link
            href={taskId === null ? `/p/workspace/${workspaceId}/time` : `/p/task/${taskId}`}
            title={`${row.place}: ${taskId === null ? timeTexts.noTask : row.name}`}
          >
            {row.name}
          </Link>
          <small>{taskId === null ? timeTexts.noTask : row.place}</small>
          {mayEdit && row.cells.every(({ minutes, entries }) => minutes === 0 && entries.length === 0) && (
            <button
              type="button"
              className={classes['remove']}
              aria-label={words.removeRow(row.name)}
              title={words.removeRow(row.name)}
              onClick={() => onRemove(row.id)}
            >
              <IconX size={14} stroke={1.75} />
            </button>
          )}
        </th>
        {row.cells.map((cell, column) => (
          <td
            key={cell.day}
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a cell of the grid above.
            role="gridcell"
            className={classes['cell']}
            data-cell
            data-row={row.id}
            data-day={cell.day}
            data-now={cell.day === now || undefined}
            data-zero={cell.minutes === 0 || undefined}
            data-note={cell.note !== '' || undefined}
            data-state={cell.edit?.state}
            title={cell.edit?.why ?? (cell.note === '' ? undefined : cell.note)}
            tabIndex={isFirst && column === 0 ? 0 : -1}
            aria-label={editing?.id === cell.id ? undefined : labelOf(row, cell)}
            aria-readonly={!mayEdit}
            aria-invalid={cell.edit?.state === 'failed' || undefined}
          >
            {editing?.id === cell.id ? (
              <CellEditor
                label={words.editing(row.name, fullDay(cell.day))}
                cell={cell}
                editing={editing}
                onChange={(edit) => onChange(row, cell, edit)}
                onClose={onClose}
                onRetry={() => onRetry(cell.id)}
              />
            ) : cell.minutes === 0 ? (
              '·'
            ) : (
              clock(cell.minutes)
            )}
          </td>
        ))}
        <td className={classes['sum']}>{row.total === 0 ? '·' : clock(row.total)}</td>
      </tr>
    )
  },
  (a, b) =>
    a.editing === b.editing &&
    a.isFirst === b.isFirst &&
    a.mayEdit === b.mayEdit &&
    a.now === b.now &&
    a.row === b.row,
)
