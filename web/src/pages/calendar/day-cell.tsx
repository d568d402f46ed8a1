import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { useKnownName } from '../../api/names.ts'
import { fullDay, shortMonth, weekday } from '../../parts/days.ts'
import { workspaceHue } from '../../parts/hues.ts'
import { IconAlertTriangle } from '../../parts/icons.tsx'
import { VisuallyHidden } from '../../parts/visually-hidden.tsx'
import { calendarTexts as words } from '../../texts/calendar.ts'
import classes from './calendar.module.css'
import type { CalendarEntry } from './entries.ts'
import { EntrySign } from './entry-sign.tsx'

export interface DayCellProps {
  day: string
  now: string
  entries: readonly CalendarEntry[]
  /** How many entries it shows. */
  most: number
  isStop: boolean
  isOutside: boolean
  isDraggable: boolean
  mayChange: boolean
  onFocus: () => void
  onDrop: (id: string, day: string) => void
  openDay: (at: HTMLElement, day: string, isNew?: boolean) => void
  openEntry: (entry: CalendarEntry, event: MouseEvent<HTMLElement>) => void
}

/** A day of the month or of the week. */
export function DayCell(props: DayCellProps) {
  const { day, now, entries, most, isStop, isOutside, mayChange, onFocus, openDay, openEntry } = props
  const cell = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const drop = useRef(props.onDrop)
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    drop.current = props.onDrop
  })
  useEffect(() => {
    const element = cell.current
    if (element === null) return undefined
    return dropTargetForElements({
      element,
      canDrop: ({ source }) => typeof source.data['entryId'] === 'string',
      onDragEnter: () => setOver(true),
      onDragLeave: () => setOver(false),
      onDrop: ({ source }) => {
        setOver(false)
        drop.current(String(source.data['entryId']), day)
      },
    })
  }, [day])
  const shown = entries.length > most ? entries.slice(0, most - 1) : entries
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a larger click target for the date button inside.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the date button inside works with the keyboard.
    <div
      ref={cell}
      className={classes['day']}
      data-over={isOver || undefined}
      data-weekend={weekday(day) > 4 || undefined}
      data-outside={isOutside || undefined}
      onFocus={onFocus}
      onClick={(event) => {
        if (event.target === cell.current && button.current !== null) openDay(button.current, day, mayChange)
      }}
    >
      <button
        ref={button}
        type="button"
        data-day={day}
        // A style shows it: the name of the button has it already.
        data-month={day.endsWith('-01') ? shortMonth(day) : undefined}
        tabIndex={isStop ? 0 : -1}
        aria-label={words.day(fullDay(day), entries.length)}
        aria-current={day === now ? 'date' : undefined}
        onClick={(event) => openDay(event.currentTarget, day)}
      >
        {Number(day.slice(8))}
      </button>
      {shown.map((entry) => (
        <EntryLink
          key={entry.id}
          entry={entry}
          now={now}
          isFirst={entry.day === day}
          isStop={isStop}
          isDraggable={props.isDraggable}
          onOpen={openEntry}
        />
      ))}
      {shown.length < entries.length && (
        <button
          type="button"
          tabIndex={-1}
          className={classes['more']}
          onClick={(event) => openDay(event.currentTarget, day)}
        >
          {words.more(entries.length - shown.length)}
        </button>
      )}
    </div>
  )
}

interface EntryLinkProps {
  entry: CalendarEntry
  now: string
  isFirst: boolean
  /** Whether the Tab key goes through the entries of its day. */
  isStop: boolean
  isDraggable: boolean
  /** Whether there is room for the end of an event, its workspace and the word “Overdue”. */
  isWide?: boolean
  onOpen: (entry: CalendarEntry, event: MouseEvent<HTMLElement>) => void
}

/** An entry as a link to its page, which a click opens in a box. */
export function EntryLink(props: EntryLinkProps) {
  const { entry, now, isFirst, isStop, isDraggable, isWide = false, onOpen } = props
  const link = useRef<HTMLAnchorElement>(null)
  const { id, workspaceId } = entry
  const place = useKnownName(workspaceId)
  useEffect(() => {
    const element = link.current
    if (element === null || !isDraggable) return undefined
    return draggable({ element, getInitialData: () => ({ entryId: id }) })
  }, [id, isDraggable])
  const time = isWide ? entry.hours : entry.time
  const isLate = entry.kind !== 'event' && !entry.isDone && entry.lastDay < now
  return (
    <a
      ref={link}
      href={`/p/${entry.kind}/${id}`}
      tabIndex={isStop ? 0 : -1}
      className={classes['entry']}
      data-entry={id}
      data-kind={entry.kind}
      {...(workspaceId !== undefined && { 'data-coloured': true, style: workspaceHue(workspaceId) })}
      data-done={entry.isDone || undefined}
      data-late={isLate || undefined}
      title={words.hint(entry.hours, entry.title, place)}
      onClick={(event) => onOpen(entry, event)}
    >
      <EntrySign entry={entry} />
      {time !== undefined && isFirst && <time>{time}</time>}
      <span>{entry.title}</span>
      {place !== undefined &&
        (isWide ? <small>{place}</small> : <VisuallyHidden component="span">{place}</VisuallyHidden>)}
      {isLate &&
        (isWide ? (
          <b>{words.late}</b>
        ) : (
          <b role="img" aria-label={words.late}>
            <IconAlertTriangle size={12} />
          </b>
        ))}
    </a>
  )
}
