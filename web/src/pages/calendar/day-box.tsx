import { useState } from 'react'
import { Link } from 'wouter'
import { useKnownName } from '../../api/names.ts'
import { useRecord } from '../../api/queries.ts'
import type { Workspace } from '../../api/types.ts'
import { dayAndMonth } from '../../parts/days.ts'
import { IconPlus } from '../../parts/icons.tsx'
import { calendarTexts as words } from '../../texts/calendar.ts'
import { Month } from '../tasks/month.tsx'
import { useMayContribute } from '../work/use-membership.ts'
import classes from './day-box.module.css'
import type { CalendarEntry, EntryKind } from './entries.ts'
import { EntrySign } from './entry-sign.tsx'
import { useFirstFocus } from './first-focus.ts'
import { NewEntry, NewEntryAnywhere } from './new-entry.tsx'

interface DayBoxProps {
  day: string
  entries: readonly CalendarEntry[]
  /** Without one, the form for a new entry asks for it. */
  workspaceId: string | undefined
  userId: string | undefined
  mayChange: boolean
  /** The kind of something new to begin with. */
  newKind: EntryKind | undefined
  onEntry: (entry: CalendarEntry) => void
  close: () => void
}

/** Everything on a day, and a form for something new. */
export function DayBox(props: DayBoxProps) {
  const { day, entries, workspaceId, userId, mayChange, newKind, onEntry, close } = props
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
              <PlaceName workspaceId={entry.workspaceId} />
            </button>
          </li>
        ))}
      </ul>
      {mayChange &&
        (isCreating ? (
          workspaceId === undefined ? (
            <NewEntryAnywhere first={newKind ?? 'task'} {...{ day, userId, close }} />
          ) : (
            <NewEntry
              first={newKind ?? 'task'}
              draftName={`new entry in ${workspaceId}`}
              findWorkspace={() => Promise.resolve(workspaceId)}
              {...{ day, close }}
            />
          )
        ) : (
          <button type="button" className={classes['add']} ref={first} onClick={() => setCreating(true)}>
            <IconPlus size={14} /> {words.newOn}
          </button>
        ))}
    </div>
  )
}

function PlaceName({ workspaceId }: { workspaceId: string | undefined }) {
  const name = useKnownName(workspaceId)
  return name === undefined ? null : <small>{name}</small>
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
  const { kind, id, title, day, hours, workspaceId } = entry
  const place = useKnownName(workspaceId)
  // Among several workspaces, the one that it is in decides who may change it.
  const path = workspaceId === undefined ? undefined : `/v1/workspaces/${workspaceId}`
  const mayThere = useMayContribute(useRecord<Workspace>(path).data)
  const first = useFirstFocus<HTMLAnchorElement>()
  return (
    <div className={classes['box']}>
      <h3>{title}</h3>
      <p>{[words.kinds[kind], dayAndMonth(day), hours, place].filter(Boolean).join(' · ')}</p>
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
      {mayChange && (workspaceId === undefined || mayThere) && (
        <section aria-label={words.moveTo}>
          <h4>{words.moveTo}</h4>
          <Month chosen={day} onPick={onMove} />
        </section>
      )}
    </div>
  )
}
