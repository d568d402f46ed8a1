import { Link } from 'wouter'
import { useRecord } from '../../api/queries.ts'
import type { Timesheet } from '../../api/types.ts'
import { addDays, clock } from '../../parts/days.ts'
import { timeTexts } from '../../texts/time.ts'
import classes from './earlier-weeks.module.css'
import { TimesheetMark } from './timesheet-state.tsx'
import { mondayOfWeek, weekWords } from './week-data.ts'

const words = timeTexts.week

export interface WeekSums {
  groups: { group: string; minutes: number; billableMinutes: number }[]
}

const shown = 4

interface EarlierWeeksProps {
  monday: string
  timesheets: readonly Timesheet[]
}

/** The weeks before the one that is shown, each a link to it. */
export function EarlierWeeks({ monday, timesheets }: EarlierWeeksProps) {
  const filter = `userHash="me" AND date>="${addDays(monday, -7 * shown)}" AND date<"${monday}"`
  const { data } = useRecord<WeekSums>(`/v1/times/summary?groupBy=week&filter=${encodeURIComponent(filter)}`)
  const weeks = (data?.groups ?? []).toReversed()
  if (weeks.length === 0) return null
  const stateOf = (week: string) => timesheets.find(({ details }) => details.week === week)?.details.state
  return (
    <section className={classes['earlier']} aria-label={words.earlier}>
      <h2>{words.earlier}</h2>
      <ul>
        {weeks.map(({ group, minutes, billableMinutes }) => (
          <li key={group}>
            <Link href={`/time?week=${mondayOfWeek(group)}`}>
              <span>{weekWords(mondayOfWeek(group))}</span>
              <TimesheetMark state={stateOf(mondayOfWeek(group))} />
              <small>{words.share(Math.round((billableMinutes / minutes) * 100))}</small>
              <b>{clock(minutes)}</b>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
