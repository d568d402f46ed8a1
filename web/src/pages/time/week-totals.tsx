import { memo } from 'react'
import { clock, today } from '../../parts/days.ts'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { timeTexts } from '../../texts/time.ts'
import { daysOf, groupedBy, sumOf } from './cells.ts'
import type { ShownCell, WeekRow } from './rows.ts'
import { columnWords } from './week-data.ts'
import classes from './week-grid.module.css'

const words = timeTexts.week

const zero = (minutes: number): string => (minutes === 0 ? '·' : clock(minutes))

const billableOf = (cells: readonly ShownCell[]): number =>
  cells.reduce((sum, cell) => {
    const others = cell.entries.slice(1).filter(({ billable }) => billable)
    const rest = sumOf(cell.entries.slice(1))
    return sum + sumOf(others) + (cell.billable ? Math.max(0, cell.minutes - rest) : 0)
  }, 0)

/** The sums below the week: all time, and what is billable. */
export const WeekTotals = memo(function WeekTotals({
  monday,
  rows,
}: {
  monday: string
  rows: readonly WeekRow[]
}) {
  const now = today()
  const cells = rows.flatMap((row) => row.cells)
  const byDay = groupedBy(cells, ({ day }) => day)
  const days = daysOf(monday).map((day) => {
    const some = byDay.get(day) ?? []
    return { day, minutes: sumOf(some), billable: billableOf(some) }
  })
  const total = sumOf(days)
  const billable = days.reduce((sum, each) => sum + each.billable, 0)
  return (
    <>
      <div className={`${classes['line']} ${classes['totals']}`}>
        <span>{words.total}</span>
        {days.map(({ day, minutes }) => (
          <span key={day} data-now={day === now || undefined} data-zero={minutes === 0 || undefined}>
            <VisuallyHidden>{columnWords(day)} </VisuallyHidden>
            {zero(minutes)}
          </span>
        ))}
        <span>{clock(total)}</span>
      </div>
      <div className={`${classes['line']} ${classes['small']}`}>
        <span>{words.billable}</span>
        {days.map((each) => (
          <span key={each.day} data-now={each.day === now || undefined}>
            <VisuallyHidden>{columnWords(each.day)} </VisuallyHidden>
            {zero(each.billable)}
          </span>
        ))}
        <span>{total === 0 ? '' : `${Math.round((billable / total) * 100)}%`}</span>
      </div>
    </>
  )
})
