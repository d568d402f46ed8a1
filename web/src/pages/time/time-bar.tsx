import { useCallback, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import { useKnownName } from '../../api/names.ts'
import { useTimer } from '../../api/timer.ts'
import type { Timer } from '../../api/types.ts'
import { clockTime } from '../../parts/days.ts'
import { IconPlay, IconStop } from '../../parts/icons.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { keyHint, useKeyActions } from '../../site/keys.ts'
import { timeTexts as words } from '../../texts/time.ts'
import { Float } from '../tasks/float.tsx'
import { minutesSince, useElapsedTitle, useNow } from './clock.ts'
import { EntryForm } from './entry-form.tsx'
import classes from './time-bar.module.css'
import { TimerForm } from './timer-form.tsx'
import { TimerQuestion } from './timer-question.tsx'
import { useTimerActs } from './use-timer-acts.ts'

interface TimeBarProps {
  /** In the folded navigation. */
  folded?: boolean
  /** Above the bar of a phone. */
  phone?: boolean
}

/** The timer in the navigation of every page; the Time page shows it itself. */
export function TimeBar({ folded = false, phone = false }: TimeBarProps) {
  const [location] = useLocation()
  const timer = useTimer()
  const acts = useTimerActs()
  const box = useRef<HTMLDivElement>(null)
  const [opened, setOpened] = useState<'timer' | 'log'>()
  const close = useCallback(() => setOpened(undefined), [])
  const isHidden = location === '/time' || (phone && timer === null)
  useKeyActions({
    timer: () => (timer ? void acts.stop(timer) : setOpened('timer')),
    logTime: () => setOpened('log'),
  })
  if (timer === undefined) return null
  return (
    <div
      ref={box}
      className={classes['bar']}
      data-folded={folded || undefined}
      data-phone={phone || undefined}
      data-hidden={isHidden || undefined}
      tabIndex={-1}
    >
      {timer === null ? (
        !isHidden && (
          <button
            type="button"
            className={classes['start']}
            aria-haspopup="dialog"
            title={`${words.startOrLog} (${keyHint('timer')})`}
            onClick={() => setOpened('timer')}
          >
            <IconPlay size={18} stroke={1.75} />
            <span>{words.startOrLog}</span>
          </button>
        )
      ) : (
        <Running timer={timer} isHidden={isHidden} onOpen={() => setOpened('timer')} />
      )}
      {opened !== undefined && box.current !== null && (
        <Float
          at={box.current}
          label={timer === null ? words.startOrLog : opened === 'log' ? words.log : words.running}
          onClose={close}
        >
          {timer === null || opened === 'log' ? (
            <EntryForm onlyLog={timer !== null} onDone={close} />
          ) : (
            <TimerForm timer={timer} onDone={close} />
          )}
        </Float>
      )}
    </div>
  )
}

interface RunningProps {
  timer: Timer
  isHidden: boolean
  onOpen: () => void
}

function Running({ timer, isHidden, onOpen }: RunningProps) {
  const { details } = timer
  const acts = useTimerActs()
  const now = useNow(1_000)
  const place = useKnownName(details.taskId ?? details.workspaceId)
  const elapsed = clockTime(minutesSince(details.startedAt, now))
  useElapsedTitle(elapsed)
  const name = details.note ?? place ?? ''
  return (
    <>
      <TimerQuestion timer={timer} now={now} />
      {!isHidden && (
        <>
          <button type="button" className={classes['running']} aria-haspopup="dialog" onClick={onOpen}>
            <i className={classes['live']} />
            <VisuallyHidden>{words.running}: </VisuallyHidden>
            <span>{name}</span>
            <time>{elapsed}</time>
          </button>
          <button
            type="button"
            className={classes['stop']}
            aria-label={words.stopTimer}
            title={`${words.stopTimer} (${keyHint('timer')})`}
            onClick={() => void acts.stop(timer)}
          >
            <IconStop size={16} stroke={1.75} />
          </button>
        </>
      )}
    </>
  )
}
