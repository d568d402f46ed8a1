import { Button, TextInput, VisuallyHidden } from '@mantine/core'
import { type FormEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { createRecord } from '../../api/write.ts'
import { dayAndMonth } from '../../parts/days.ts'
import { IconPlus } from '../../parts/icons.tsx'
import { useNotices } from '../../parts/notices.tsx'
import { calendarTexts as words } from '../../texts/calendar.ts'
import { useTaskActs } from '../tasks/acts.ts'
import { Month } from '../tasks/month.tsx'
import { type KeyedTask, withKeys } from '../tasks/new-keys.ts'
import tools from '../tasks/tasks.module.css'
import classes from './day-box.module.css'
import type { CalendarEntry, EntryKind } from './entries.ts'
import { EntrySign } from './entry-sign.tsx'
import { useRefresh } from './use-entries.ts'

interface DayBoxProps {
  day: string
  entries: readonly CalendarEntry[]
  workspaceId: string
  mayChange: boolean
  /** The kind of something new to begin with. */
  newKind: EntryKind | undefined
  onEntry: (entry: CalendarEntry) => void
  close: () => void
}

/** A box opens for the keyboard, so something in it has the focus. */
function useFirstFocus<E extends HTMLElement>(): RefObject<E | null> {
  const first = useRef<E>(null)
  useEffect(() => first.current?.focus(), [])
  return first
}

/** Everything on a day, and a form for something new. */
export function DayBox({ day, entries, workspaceId, mayChange, newKind, onEntry, close }: DayBoxProps) {
  const [isCreating, setCreating] = useState(newKind !== undefined)
  const first = useFirstFocus<HTMLButtonElement>()
  return (
    <div className={classes['box']}>
      <h3>{dayAndMonth(day)}</h3>
      {entries.length === 0 && !isCreating && <p>{words.nothing}</p>}
      <ul>
        {entries.map((entry) => (
          <li key={entry.id}>
            <button type="button" onClick={() => onEntry(entry)}>
              <EntrySign entry={entry} />
              {entry.hours !== undefined && <time>{entry.hours}</time>}
              <span>{entry.title}</span>
            </button>
          </li>
        ))}
      </ul>
      {mayChange &&
        (isCreating ? (
          <NewEntry first={newKind ?? 'task'} {...{ day, workspaceId, close }} />
        ) : (
          <button type="button" className={classes['add']} ref={first} onClick={() => setCreating(true)}>
            <IconPlus size={14} /> {words.newOn}
          </button>
        ))}
    </div>
  )
}

const kinds = ['task', 'event', 'milestone'] as const

interface NewEntryProps {
  /** The kind that is offered first. */
  first: EntryKind
  day: string
  workspaceId: string
  close: () => void
}

function NewEntry({ first: firstKind, day, workspaceId, close }: NewEntryProps) {
  const notices = useNotices()
  const refresh = useRefresh(workspaceId)
  const [kind, setKind] = useState<EntryKind>(firstKind)
  const [title, setTitle] = useState('')
  const first = useFirstFocus<HTMLInputElement>()
  const [from, setFrom] = useState('09:00')
  const [until, setUntil] = useState('10:00')
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const acts = useTaskActs()
  const unsent = useRef<readonly KeyedTask[]>([])
  const sent = useRef({ content: '', key: '' })
  /** The same entry is created once, however often it is sent. */
  const keyOf = (body: object): string => {
    const content = JSON.stringify({ kind, ...body })
    if (content !== sent.current.content) sent.current = { content, key: crypto.randomUUID() }
    return sent.current.key
  }
  const createTask = async (): Promise<void> => {
    const result = await acts.create(workspaceId, withKeys([{ title, dueDate: day }], unsent.current))
    unsent.current = result.unsent
    if (result.unsent.length > 0) throw result.error
  }
  const createOther = async (): Promise<void> => {
    if (kind === 'event' && until < from) throw new Error(words.endsEarly)
    const at = (time: string): string => new Date(`${day}T${time}`).toISOString()
    const body = kind === 'event' ? { title, startsAt: at(from), endsAt: at(until) } : { title, dueDate: day }
    await createRecord(`/v1/workspaces/${workspaceId}/${kind}s`, body, keyOf(body))
    refresh(kind)
  }
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy || title.trim() === '') return
    setBusy(true)
    try {
      await (kind === 'task' ? createTask() : createOther())
      notices.done(words.created(title))
      close()
    } catch (reason) {
      setBusy(false)
      setError(reason instanceof Error ? reason.message : String(reason))
    }
  }
  return (
    <form onSubmit={(event) => void create(event)}>
      <fieldset className={tools['segment']}>
        <VisuallyHidden component="legend">{words.kind}</VisuallyHidden>
        {kinds.map((each) => (
          <button key={each} type="button" aria-pressed={kind === each} onClick={() => setKind(each)}>
            {words.kinds[each]}
          </button>
        ))}
      </fieldset>
      <TextInput
        ref={first}
        size="sm"
        aria-label={words.title}
        placeholder={words.title}
        value={title}
        error={error}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      {kind === 'event' && (
        <div className={classes['times']}>
          <TextInput
            type="time"
            size="sm"
            required
            withAsterisk={false}
            label={words.from}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="time"
            size="sm"
            required
            withAsterisk={false}
            label={words.until}
            value={until}
            onChange={(event) => setUntil(event.currentTarget.value)}
          />
        </div>
      )}
      <Button type="submit" size="sm" h={32} loading={busy} disabled={title.trim() === ''}>
        {words.create}
      </Button>
    </form>
  )
}

interface EntryBoxProps {
  entry: CalendarEntry
  mayChange: boolean
  onMove: (day: string) => void
  /** Opens a task beside the calendar. */
  onOpen?: (taskId: string) => void
}

/** Actions on an entry, including moving it without dragging. */
export function EntryBox({ entry, mayChange, onMove, onOpen }: EntryBoxProps) {
  const { kind, id, title, day, hours } = entry
  const first = useFirstFocus<HTMLAnchorElement>()
  return (
    <div className={classes['box']}>
      <h3>{title}</h3>
      <p>{[words.kinds[kind], dayAndMonth(day), hours].filter(Boolean).join(' · ')}</p>
      <Link
        href={`/p/${kind}/${id}`}
        className={classes['open']}
        ref={first}
        onClick={(event) => {
          if (onOpen === undefined || kind !== 'task' || event.ctrlKey || event.metaKey || event.shiftKey)
            return
          event.preventDefault()
          onOpen(id)
        }}
      >
        {words.open}
      </Link>
      {mayChange && (
        <section aria-label={words.moveTo}>
          <h4>{words.moveTo}</h4>
          <Month chosen={day} onPick={onMove} />
        </section>
      )}
    </div>
  )
}
