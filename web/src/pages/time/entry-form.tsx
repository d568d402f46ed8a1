import { Button, Switch } from '@mantine/core'
import { useRef, useState } from 'react'
import { useKnownName } from '../../api/names.ts'
import { today } from '../../parts/days.ts'
import { parseDuration } from '../../parts/durations.ts'
import { WorkspaceMark } from '../../parts/marks.tsx'
import { useKeyActions } from '../../site/keys.ts'
import { timeTexts as words } from '../../texts/time.ts'
import { Float } from '../tasks/float.tsx'
import type { Work } from './cells.ts'
import classes from './time-form.module.css'
import { useFocusAtFirst } from './use-focus-at-first.ts'
import { useTimerActs } from './use-timer-acts.ts'
import { WorkChoice } from './work-choice.tsx'

interface EntryFormProps {
  /** On one line, on the Time page. */
  wide?: boolean
  /** While a timer runs, another one is not started. */
  onlyLog?: boolean
  onDone?: () => void
}

/** Starts a timer, or logs time if a duration is given. */
export function EntryForm({ wide = false, onlyLog = false, onDone }: EntryFormProps) {
  const acts = useTimerActs()
  const [note, setNote] = useState('')
  const [work, setWork] = useState<Work>()
  const [billable, setBillable] = useState(false)
  const [duration, setDuration] = useState('')
  // Without a choice it is today, also after midnight.
  const [picked, setDay] = useState<string>()
  const day = picked ?? today()
  const [fault, setFault] = useState<string>()
  const [choosing, setChoosing] = useState(false)
  const [busy, setBusy] = useState(false)
  const pick = useRef<HTMLButtonElement>(null)
  const place = useKnownName(work?.taskId ?? work?.workspaceId)
  const first = useFocusAtFirst(!wide)
  const isLog = onlyLog || duration.trim() !== ''
  const focus = wide ? () => first.current?.focus() : undefined
  useKeyActions({ ...(focus && { timer: focus, logTime: focus }) })
  const choice = (
    <WorkChoice
      label={words.pickTask}
      onPick={(next) => {
        setWork(next)
        setFault(undefined)
        setChoosing(false)
      }}
    />
  )
  const save = async (): Promise<void> => {
    const minutes = parseDuration(duration)
    if (work === undefined) {
      setFault(words.chooseFirst)
      setChoosing(true)
      return
    }
    if (isLog && !minutes) {
      setFault(words.durationFault)
      return
    }
    setBusy(true)
    const given = { ...work, note, billable }
    const isDone = await (isLog ? acts.log(given, picked ?? today(), minutes ?? 0) : acts.start(given))
    setBusy(false)
    if (!isDone) return
    setNote('')
    setDuration('')
    onDone?.()
  }
  if (choosing && !wide) return choice
  return (
    <form
      className={wide ? classes['wide'] : classes['form']}
      aria-label={onlyLog ? words.log : words.startOrLog}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <label data-field data-grow>
        <span>{words.what}</span>
        <input
          ref={first}
          className={classes['field']}
          value={note}
          placeholder={words.whatHint}
          onChange={(event) => {
            setNote(event.currentTarget.value)
            setFault(undefined)
          }}
        />
      </label>
      <button
        ref={pick}
        type="button"
        className={classes['pick']}
        aria-haspopup="dialog"
        data-empty={work === undefined || undefined}
        onClick={() => setChoosing(true)}
      >
        {work !== undefined && <WorkspaceMark id={work.workspaceId} />}
        <span>{place ?? words.pickTask}</span>
      </button>
      {choosing && pick.current !== null && (
        <Float at={pick.current} label={words.pickTask} onClose={() => setChoosing(false)}>
          {choice}
        </Float>
      )}
      <Switch
        size="sm"
        label={words.billable}
        checked={billable}
        onChange={(event) => setBillable(event.currentTarget.checked)}
      />
      <div className={classes['pair']}>
        <label data-field>
          <span>{words.duration}</span>
          <input
            className={classes['field']}
            data-number
            value={duration}
            placeholder={words.durationHint}
            onChange={(event) => {
              setDuration(event.currentTarget.value)
              setFault(undefined)
            }}
          />
        </label>
        {isLog && (
          <label data-field>
            <span>{words.day}</span>
            <input
              type="date"
              className={classes['field']}
              value={day}
              required
              onChange={(event) => setDay(event.currentTarget.value)}
            />
          </label>
        )}
      </div>
      {!wide && !isLog && <p className={classes['help']}>{words.emptyStarts}</p>}
      {fault !== undefined && (
        <p className={classes['fault']} role="alert">
          {fault}
        </p>
      )}
      <div className={classes['acts']}>
        <Button type="submit" size="sm" h={32} loading={busy} variant={wide ? 'default' : 'filled'}>
          {isLog ? words.log : words.start}
        </Button>
      </div>
    </form>
  )
}
