import { Button, Switch } from '@mantine/core'
import { useCallback, useRef, useState } from 'react'
import { useKnownName } from '../../api/names.ts'
import type { Timer } from '../../api/types.ts'
import { IconStop } from '../../parts/icons.tsx'
import { WorkspaceMark } from '../../parts/marks.tsx'
import { useKeyActions } from '../../site/keys.ts'
import { timeTexts as words } from '../../texts/time.ts'
import { Float } from '../tasks/float.tsx'
import { preciseClock, useNow } from './clock.ts'
import { EntryForm } from './entry-form.tsx'
import classes from './running-bar.module.css'
import form from './time-form.module.css'
import { TimerForm } from './timer-form.tsx'
import { timeAndDay } from './times-of-day.ts'
import { useTimerActs } from './use-timer-acts.ts'

/** The running timer on the Time page. */
export function RunningBar({ timer }: { timer: Timer }) {
  const { note, taskId, workspaceId, billable, startedAt } = timer.details
  const acts = useTimerActs()
  const now = useNow(1_000)
  const place = useKnownName(taskId ?? workspaceId)
  const box = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<'timer' | 'log'>()
  const close = useCallback(() => setOpened(undefined), [])
  useKeyActions({ logTime: () => setOpened('log') })
  return (
    <section className={form['wide']} aria-label={words.running}>
      <i className={classes['live']} />
      <button
        ref={box}
        type="button"
        className={classes['name']}
        aria-haspopup="dialog"
        onClick={() => setOpened('timer')}
      >
        <b>{note ?? place ?? ''}</b>
        {note !== null && (
          <span>
            <WorkspaceMark id={workspaceId} />
            {place ?? ''}
          </span>
        )}
      </button>
      <Switch
        size="sm"
        label={words.billable}
        checked={billable}
        onChange={(event) => void acts.change({ billable: event.currentTarget.checked })}
      />
      <button type="button" className={classes['since']} onClick={() => setOpened('timer')}>
        {words.since(timeAndDay(startedAt, now))}
      </button>
      <time>{preciseClock(startedAt, now)}</time>
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconStop size={16} stroke={1.75} />}
        onClick={() => void acts.stop(timer)}
      >
        {words.stop}
      </Button>
      {opened !== undefined && box.current !== null && (
        <Float at={box.current} label={opened === 'log' ? words.log : words.running} onClose={close}>
          {opened === 'log' ? (
            <EntryForm onlyLog onDone={close} />
          ) : (
            <TimerForm timer={timer} onDone={close} />
          )}
        </Float>
      )}
    </section>
  )
}
