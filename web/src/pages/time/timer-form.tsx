import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useKnownName } from '../../api/names.ts'
import type { Timer } from '../../api/types.ts'
import { WorkspaceMark } from '../../parts/marks.tsx'
import { timeTexts as words } from '../../texts/time.ts'
import classes from './time-form.module.css'
import { nearestTime, timeOfDay } from './times-of-day.ts'
import { useFocusAtFirst } from './use-focus-at-first.ts'
import { useTimerActs } from './use-timer-acts.ts'
import { WorkChoice } from './work-choice.tsx'

/** Changes the running timer: its note, task and start. Each field is saved when it is left. */
export function TimerForm({ timer, onDone }: { timer: Timer; onDone: () => void }) {
  const { note, taskId, workspaceId, billable, startedAt } = timer.details
  const acts = useTimerActs()
  const [text, setText] = useState(note ?? '')
  const [start, setStart] = useState(timeOfDay(startedAt))
  const [choosing, setChoosing] = useState(false)
  const place = useKnownName(taskId ?? workspaceId)
  const first = useFocusAtFirst(true)
  const saveNote = (): void => {
    if (text.trim() !== (note ?? '')) void acts.change({ note: text.trim() === '' ? null : text.trim() })
  }
  const saveStart = (): void => {
    const moment = nearestTime(start, startedAt)
    if (moment !== undefined && start !== timeOfDay(startedAt))
      void acts.change({ startedAt: moment.toISOString() })
  }
  if (choosing)
    return (
      <WorkChoice
        label={words.pickTask}
        onPick={(work) => {
          setChoosing(false)
          void acts.move(timer, work)
        }}
      />
    )
  return (
    <form
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault()
        saveNote()
        saveStart()
        onDone()
      }}
    >
      <label>
        {words.what}
        <input
          className={classes['field']}
          value={text}
          placeholder={words.whatHint}
          ref={first}
          onChange={(event) => setText(event.currentTarget.value)}
          onBlur={saveNote}
        />
      </label>
      <button type="button" className={classes['pick']} onClick={() => setChoosing(true)}>
        <WorkspaceMark id={workspaceId} />
        <span>{place ?? ''}</span>
      </button>
      <div className={classes['pair']}>
        <label>
          {words.startedAt}
          <input
            type="time"
            className={classes['field']}
            value={start}
            onChange={(event) => setStart(event.currentTarget.value)}
            onBlur={saveStart}
          />
        </label>
        <Switch
          size="sm"
          label={words.billable}
          checked={billable}
          onChange={(event) => void acts.change({ billable: event.currentTarget.checked })}
        />
      </div>
      {/* Enter in a field saves it. */}
      <button type="submit" hidden />
      <div className={classes['acts']}>
        <Button
          size="sm"
          h={32}
          onClick={() => {
            onDone()
            void acts.stop(timer)
          }}
        >
          {words.stopTimer}
        </Button>
        <Button
          size="sm"
          h={32}
          variant="subtle"
          color="gray"
          onClick={() => {
            onDone()
            void acts.discard(timer)
          }}
        >
          {words.discard}
        </Button>
      </div>
    </form>
  )
}
