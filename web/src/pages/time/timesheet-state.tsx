import { IconArrowBack, IconCheck, IconClock } from '../../parts/icons.tsx'
import { timesheetTexts as words } from '../../texts/timesheets.ts'
import type { TimesheetState } from './timesheet-data.ts'
import classes from './timesheets.module.css'

/** The state of a timesheet, as a sign and a word. An open one shows nothing. */
export function TimesheetMark({ state }: { state: TimesheetState | undefined }) {
  if (state === undefined || state === 'open') return null
  return (
    <span className={classes['state']} data-state={state}>
      {state === 'approved' ? (
        <IconCheck size={14} />
      ) : state === 'returned' ? (
        <IconArrowBack size={14} />
      ) : (
        <IconClock size={14} />
      )}
      {words.states[state]}
    </span>
  )
}
