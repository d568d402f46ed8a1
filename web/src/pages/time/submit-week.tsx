import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useMe } from '../../api/me.ts'
import type { Timesheet } from '../../api/types.ts'
import { useNotices } from '../../parts/notices.tsx'
import { timesheetTexts as words } from '../../texts/timesheets.ts'
import { useTimesheetActs } from './timesheet-data.ts'
import { TimesheetMark } from './timesheet-state.tsx'
import classes from './timesheets.module.css'

interface SubmitWeekProps {
  monday: string
  timesheet: Timesheet | undefined
  /** Whether the week has any time. */
  hasTime: boolean
  /** Stores what was typed and is not stored yet. Returns whether everything is stored. */
  flush: () => Promise<boolean>
}

/** The state of the week, and what can be done with it. */
export function SubmitWeek({ monday, timesheet, hasTime, flush }: SubmitWeekProps) {
  const { may } = useMe()
  const acts = useTimesheetActs()
  const notices = useNotices()
  const [busy, setBusy] = useState(false)
  const state = timesheet?.details.state ?? 'open'
  const run = async (work: () => Promise<unknown>): Promise<void> => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const submit = async (): Promise<void> => {
    if (await flush()) await acts.submit(monday, timesheet)
    else notices.failed(new Error(words.unsaved))
  }
  return (
    <>
      <TimesheetMark state={state} />
      {may('approveTime') && (
        <Button component={Link} href="/time/approvals" variant="subtle" color="gray" size="sm" h={32}>
          {words.approvals}
        </Button>
      )}
      {(state === 'open' || state === 'returned') && hasTime && (
        <Button size="sm" h={32} loading={busy} onClick={() => void run(submit)}>
          {words.submit}
        </Button>
      )}
      {state === 'submitted' && timesheet !== undefined && (
        <Button
          size="sm"
          h={32}
          variant="default"
          loading={busy}
          onClick={() => void run(() => acts.takeBack(timesheet))}
        >
          {words.takeBack}
        </Button>
      )}
    </>
  )
}

/** Explains what the state of a week means for its time. */
export function WeekBanner({ timesheet }: { timesheet: Timesheet | undefined }) {
  const { isAdmin } = useMe()
  const { state, note } = timesheet?.details ?? {}
  if (state === 'returned')
    return (
      <p className={classes['banner']} data-state="returned" role="status">
        {note === null || note === undefined ? words.returnedHint : words.returnedBecause(note)}
      </p>
    )
  if (state === 'submitted')
    return (
      <p className={classes['banner']} role="status">
        {words.submittedHint}
      </p>
    )
  if (state === 'approved' && !isAdmin)
    return (
      <p className={classes['banner']} role="status">
        {words.closed}
      </p>
    )
  return null
}
