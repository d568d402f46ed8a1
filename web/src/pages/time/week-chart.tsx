import { memo } from 'react'
import { clock, today } from '../../parts/days.ts'
import { workspaceHue } from '../../parts/hues.ts'
import { WorkspaceMark } from '../../parts/marks.tsx'
import { timeTexts } from '../../texts/time.ts'
import { daysOf, groupedBy, sumOf } from './cells.ts'
import type { WeekRow } from './rows.ts'
import classes from './week-chart.module.css'
import grid from './week-grid.module.css'

const words = timeTexts.week

/** Pixels of the highest bar, and the hours that it represents at least. */
const height = 88
const least = 8 * 60
/** Workspaces that the key names; the others come together. */
const named = 4

interface Part {
  id: string
  name: string
  minutes: number
}

/** The workspaces of some rows by their time, the longest first. */
function partsOf(rows: readonly WeekRow[], minutesOf: (row: WeekRow) => number): Part[] {
  return [...groupedBy(rows, ({ work }) => work.workspaceId)]
    .map(([id, some]) => ({
      ...{ id, name: some[0]?.place ?? '' },
      minutes: some.reduce((sum, row) => sum + minutesOf(row), 0),
    }))
    .filter(({ minutes }) => minutes > 0)
    .toSorted((a, b) => b.minutes - a.minutes)
}

/** Bars that stand on the days of the table below, by workspace. The table has the figures. */
export const WeekChart = memo(function WeekChart({
  monday,
  rows,
}: {
  monday: string
  rows: readonly WeekRow[]
}) {
  const days = daysOf(monday)
  const now = today()
  const all = partsOf(rows, ({ total }) => total)
  const total = sumOf(all)
  if (total === 0) return null
  const most = Math.max(
    least,
    ...days.map((_, n) => rows.reduce((sum, { cells }) => sum + (cells[n]?.minutes ?? 0), 0)),
  )
  const others = all.slice(named)
  const share = (minutes: number): string => `${Math.round((minutes / total) * 100)}%`
  return (
    <div className={`${grid['line']} ${classes['chart']}`}>
      <div className={classes['key']}>
        {all.slice(0, named).map(({ id, name, minutes }) => (
          <p key={id}>
            <WorkspaceMark id={id} />
            <span>{name}</span>
            <b>{clock(minutes)}</b>
            <small>{share(minutes)}</small>
          </p>
        ))}
        {others.length > 0 && (
          <p>
            <i />
            <span>{words.others(others.length)}</span>
            <b>{clock(sumOf(others))}</b>
            <small>{share(sumOf(others))}</small>
          </p>
        )}
      </div>
      {days.map((day, n) => (
        <div key={day} className={classes['bars']} data-now={day === now || undefined} aria-hidden="true">
          {partsOf(rows, ({ cells }) => cells[n]?.minutes ?? 0)
            .toReversed()
            .map(({ id, minutes }) => (
              <i key={id} style={{ ...workspaceHue(id), height: Math.max(2, (minutes / most) * height) }} />
            ))}
        </div>
      ))}
    </div>
  )
})
