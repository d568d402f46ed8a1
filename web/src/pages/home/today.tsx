import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link } from 'wouter'
import { useKnownName } from '../../api/names.ts'
import { useRecord } from '../../api/queries.ts'
import { useTimer } from '../../api/timer.ts'
import type { Timer } from '../../api/types.ts'
import { addDays, clock, dayOfWeek, fullDay, today, weekday, weekdayNames } from '../../parts/days.ts'
import { IconStop } from '../../parts/icons.tsx'
import { homeTexts } from '../../texts/home.ts'
import { minutesSince, useNow } from '../time/clock.ts'
import { timeAndDay } from '../time/times-of-day.ts'
import { useTimerActs } from '../time/use-timer-acts.ts'
import classes from './home.module.css'
import own from './today.module.css'

const words = homeTexts.today

interface Sums {
  groups: { group: string; minutes: number }[]
  total: { minutes: number }
}

/** The hours of the person: today, the days of the week, and the running timer. */
export function Today() {
  const now = today()
  const monday = addDays(now, -weekday(now))
  const query = new URLSearchParams({
    groupBy: 'date',
    filter: `userHash="me" AND date>="${monday}" AND date<="${addDays(monday, 6)}"`,
  })
  const sums = useRecord<Sums>(`/v1/times/summary?${query}`).data
  const minutesOn = (day: string): number => sums?.groups.find(({ group }) => group === day)?.minutes ?? 0
  // A weekend that nobody works on is left out.
  const days = Array.from({ length: 7 }, (_, n) => addDays(monday, n)).filter(
    (day, n) => n < 5 || minutesOn(day) > 0 || day === now,
  )
  const names = weekdayNames()
  const highest = Math.max(480, ...days.map(minutesOn))
  return (
    <section aria-labelledby="home-today">
      <header className={classes['sec']}>
        <h2 id="home-today">{words.title}</h2>
      </header>
      <p className={own['hours']}>
        <b>{clock(minutesOn(now))}</b>
        <span>{words.week(clock(sums?.total.minutes ?? 0))}</span>
      </p>
      <RunningTimer />
      <div
        className={own['week']}
        role="img"
        aria-label={words.chart(
          days.map((day) => words.day(names[dayOfWeek(day)] ?? '', clock(minutesOn(day)))).join(', '),
        )}
      >
        {days.map((day) => (
          <div
            key={day}
            data-now={day === now || undefined}
            title={words.day(fullDay(day), clock(minutesOn(day)))}
          >
            <i style={{ height: `${Math.round((54 * minutesOn(day)) / highest)}px` }} />
            {names[dayOfWeek(day)]}
          </div>
        ))}
      </div>
    </section>
  )
}

function RunningTimer() {
  const timer = useTimer()
  return timer === undefined || timer === null ? null : <Running timer={timer} />
}

function Running({ timer }: { timer: Timer }) {
  const { details } = timer
  const minutes = minutesSince(details.startedAt, useNow(10_000))
  const task = useKnownName(details.taskId)
  const workspace = useKnownName(details.workspaceId)
  const acts = useTimerActs()
  const [busy, setBusy] = useState(false)
  const stop = async (): Promise<void> => {
    setBusy(true)
    await acts.stop(timer)
    setBusy(false)
  }
  return (
    <div className={own['run']}>
      <i />
      <p>
        {details.taskId === null ? (
          <span>{details.note ?? words.noTask}</span>
        ) : (
          <Link href={`/p/task/${details.taskId}`}>{task ?? '…'}</Link>
        )}
        <small>
          {[workspace ?? '', words.since(timeAndDay(details.startedAt))].filter(Boolean).join(' · ')}
        </small>
      </p>
      <time>{clock(minutes)}</time>
      <Button
        variant="default"
        size="compact-sm"
        leftSection={<IconStop size={14} stroke={1.75} />}
        loading={busy}
        onClick={() => void stop()}
      >
        {words.stop}
      </Button>
    </div>
  )
}
