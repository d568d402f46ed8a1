import { Button } from '@mantine/core'
import { useState } from 'react'
import { createPortal } from 'react-dom'
import type { Timer } from '../../api/types.ts'
import { clock } from '../../parts/days.ts'
import shared from '../../parts/field.module.css'
import { timeTexts } from '../../texts/time.ts'
import { minutesSince, useSleep } from './clock.ts'
import classes from './timer-question.module.css'
import { firstTime, timeAndDay } from './times-of-day.ts'
import { useTimerActs } from './use-timer-acts.ts'

const words = timeTexts.ask

/** Minutes after which a timer was probably forgotten. */
const long = 8 * 60

const keyOf = ({ id }: Timer): string => `atrium:timer-confirmed:${id}`

/** When the person last confirmed that the timer is right. Other tabs read it as well. */
function confirmedAt(timer: Timer): string {
  try {
    return localStorage.getItem(keyOf(timer)) ?? timer.details.startedAt
  } catch {
    return timer.details.startedAt
  }
}

function confirm(timer: Timer): void {
  try {
    localStorage.setItem(keyOf(timer), new Date().toISOString())
  } catch {
    // Without storage the question comes back with the next page.
  }
}

/** Asks whether the timer is right after eight hours, and after the machine slept. */
export function TimerQuestion({ timer, now }: { timer: Timer; now: number }) {
  const acts = useTimerActs()
  const [sleep, forget] = useSleep()
  const [end, setEnd] = useState('')
  const { startedAt, workspaceId, taskId, note, billable } = timer.details
  const asked = confirmedAt(timer)
  const hasSlept = sleep !== undefined && sleep.from > Date.parse(startedAt) && sleep.to > Date.parse(asked)
  const isLong = minutesSince(asked > startedAt ? asked : startedAt, now) >= long
  if (!hasSlept && !isLong) return null
  const done = (): void => {
    confirm(timer)
    forget()
  }
  const stop = async (at: number): Promise<boolean> => {
    const isStopped = await acts.stop(timer, at)
    if (isStopped) done()
    return isStopped
  }
  const leaveOut = async ({ from, to }: { from: number; to: number }): Promise<void> => {
    if (!(await stop(from))) return
    await acts.start({ workspaceId, taskId, note: note ?? '', billable }, new Date(to).toISOString())
  }
  const small = { size: 'compact-sm', variant: 'default' } as const
  const chosen = firstTime(end, startedAt, now)
  return createPortal(
    <section className={classes['question']} aria-label={words.label} aria-live="polite">
      {hasSlept ? (
        <>
          <p>{words.slept(timeAndDay(sleep.from, now), timeAndDay(sleep.to, now))}</p>
          <div>
            <Button {...small} onClick={done}>
              {words.count}
            </Button>
            <Button {...small} onClick={() => void leaveOut(sleep)}>
              {words.leaveOut}
            </Button>
            <Button {...small} onClick={() => void stop(sleep.from)}>
              {words.stopAt(timeAndDay(sleep.from, now))}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p>{words.long(clock(minutesSince(startedAt, now)))}</p>
          <div>
            <Button {...small} onClick={done}>
              {words.keep}
            </Button>
            <label>
              {words.endedAt}
              <input
                type="time"
                className={shared['field']}
                value={end}
                onChange={(event) => setEnd(event.currentTarget.value)}
              />
            </label>
            <Button
              {...small}
              disabled={chosen === undefined}
              onClick={() => chosen !== undefined && void stop(chosen.getTime())}
            >
              {words.stopThen}
            </Button>
          </div>
        </>
      )}
    </section>,
    document.body,
  )
}
