import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'wouter'
import { addDays, dayOfWeek, fullDay, isDay, today, weekdayNames, weekNumber } from '../../parts/days.ts'
import { Failed } from '../../parts/states.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { keysOf, keyTable } from '../../site/key-table.ts'
import { useKeyActions } from '../../site/keys.ts'
import { calendarTexts as words } from '../../texts/calendar.ts'
import { Float } from '../tasks/float.tsx'
import { AcrossTools } from './across-tools.tsx'
import { Agenda } from './agenda.tsx'
import classes from './calendar.module.css'
import { CalendarTools } from './calendar-tools.tsx'
import { DayBox, EntryBox } from './day-box.tsx'
import { DayCell } from './day-cell.tsx'
import { byDay, type CalendarEntry, type EntryKind } from './entries.ts'
import { layouts, rangeOf } from './ranges.ts'
import { Subscribe } from './subscribe.tsx'
import { useEntries, useMove } from './use-entries.ts'

interface Opened {
  at: HTMLElement
  day: string
  entry?: CalendarEntry
  /** The kind of something new to begin with. */
  newKind?: EntryKind
}

/** The days that an arrow goes, and those that an entry moves. */
const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const moves = [
  ['dayEarlier', -1],
  ['dayLater', 1],
  ['weekEarlier', -7],
  ['weekLater', 7],
] as const

interface CalendarViewProps {
  /** Without one, the calendar has all workspaces that the person can see. */
  workspaceId?: string
  /** The person who is signed in: in a calendar of all workspaces, new tasks are theirs. */
  userId?: string
  /** Before the name of the month. */
  heading?: ReactNode
  /** Shown in place of the days if there is nothing on them. */
  empty?: ReactNode
  mayChange: boolean
  /** Opens a task beside the calendar, or closes it. */
  openTask: (id: string | null) => void
  /** Whether a task is open there. */
  isOpen: boolean
}

/** The tasks, milestones and events by day. The address has the view, the day and whose tasks are shown. */
export function CalendarView(props: CalendarViewProps) {
  const { workspaceId, userId, heading, empty, mayChange, openTask, isOpen } = props
  const [search, setSearch] = useSearchParams()
  const phone = usePhone()
  const view = layouts.find((each) => each === search.get('view')) ?? (phone ? 'agenda' : 'month')
  const now = today()
  const given = search.get('day') ?? ''
  const day = isDay(given) ? given : now
  const set = (changes: Record<string, string | null>): void =>
    setSearch((before) => {
      const next = new URLSearchParams(before)
      for (const [name, value] of Object.entries(changes))
        if (value === null) next.delete(name)
        else next.set(name, value)
      return next
    })
  const { from, to, title } = rangeOf(view, day)
  const isAcross = workspaceId === undefined
  const whose = isAcross && search.get('tasks') !== 'everyone' ? 'mine' : 'everyone'
  const { entries, isPending, error, isCut, refetch } = useEntries(workspaceId, whose, from, to)
  const days = useMemo(() => byDay(entries), [entries])
  const move = useMove()
  const [opened, setOpened] = useState<Opened>()
  const close = useCallback(() => setOpened(undefined), [])
  const [cursor, setCursor] = useState(day)
  const grid = useRef<HTMLElement>(null)
  const focusDay = (next: string): void => {
    setCursor(next)
    if (next < from || next > to) set({ day: next })
    requestAnimationFrame(() => grid.current?.querySelector<HTMLElement>(`[data-day="${next}"]`)?.focus())
  }
  const followed = useRef<{ id: string; day: string }>(undefined)
  /** Moves an entry, which keeps the focus on its new day. */
  const moveAndFollow = (entry: CalendarEntry, target: string): void => {
    followed.current = { id: entry.id, day: target }
    if (target < from || target > to) set({ day: target })
    setCursor(target)
    move(entry, target)
  }
  useEffect(() => {
    const { id, day: target } = followed.current ?? {}
    if (target === undefined || !days.get(target)?.some((each) => each.id === id && each.day === target))
      return
    followed.current = undefined
    const find = (what: string) => grid.current?.querySelector<HTMLElement>(what)
    // A full day may not show it.
    const shown = find(`[data-entry="${id}"]`) ?? find(`[data-day="${target}"]`)
    shown?.focus()
  }, [days])
  const openDay = (at: HTMLElement, shownDay: string, isNew = false): void =>
    setOpened({ at, day: shownDay, ...(isNew && { newKind: 'task' }) })
  const openEntry = (entry: CalendarEntry, event: MouseEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    setOpened({ at: event.currentTarget, day: entry.day, entry })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { day: onDay, entry: onEntry } = event.target instanceof HTMLElement ? event.target.dataset : {}
    const keys = keysOf(event)
    const [, by] = moves.find(([name]) => keyTable[name].keys === keys) ?? []
    const entry = mayChange ? entries.find(({ id }) => id === onEntry) : undefined
    if (by !== undefined && entry !== undefined) moveAndFollow(entry, addDays(entry.day, by))
    else if (onDay !== undefined && steps[keys] !== undefined) focusDay(addDays(cursor, steps[keys]))
    else return
    event.preventDefault()
  }
  /** The day on which something new begins. */
  const chosenDay = (): string =>
    cursor >= from && cursor <= to ? cursor : now >= from && now <= to ? now : from
  useKeyActions({
    // Without it, each Escape would be another step in the history of the browser.
    ...(isOpen && { back: () => openTask(null) }),
    ...(mayChange && {
      create: () => {
        const shown = chosenDay()
        const at = grid.current?.querySelector<HTMLElement>(`[data-day="${shown}"]`) ?? grid.current
        if (at) openDay(at, shown, true)
      },
    }),
  })
  const onDrop = (id: string, target: string): void => {
    const entry = entries.find((each) => each.id === id)
    if (entry !== undefined) move(entry, target)
  }
  const all = Array.from(
    { length: 1 + Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) },
    (_, n) => addDays(from, n),
  )
  const stop = cursor >= from && cursor <= to ? cursor : (all.find((each) => each === now) ?? from)
  const cell = (shownDay: string, most: number) => (
    <DayCell
      key={shownDay}
      {...{ day: shownDay, now, most, mayChange, onDrop, openDay, openEntry }}
      entries={days.get(shownDay) ?? []}
      isStop={shownDay === stop}
      isOutside={view === 'month' && !shownDay.startsWith(day.slice(0, 7))}
      isDraggable={mayChange}
      onFocus={() => setCursor(shownDay)}
    />
  )
  const isEmpty = !isPending && error === null && entries.length === 0
  // An empty agenda has a message of its own.
  const hint = whose === 'mine' ? words.nothingOfMine : words.nothingShown
  const note = isEmpty && mayChange && view !== 'agenda' ? hint : undefined
  return (
    <>
      <CalendarTools
        {...{ title, view, day, set, heading }}
        onNew={
          mayChange ? (at: HTMLElement) => setOpened({ at, day: chosenDay(), newKind: 'event' }) : undefined
        }
      >
        {!isAcross && <Subscribe />}
      </CalendarTools>
      {!isAcross && note !== undefined && <p className={classes['note']}>{note}</p>}
      {isAcross && (
        <AcrossTools
          {...{ entries, whose, note }}
          setWhose={(next) => set({ tasks: next === 'mine' ? null : next })}
        />
      )}
      {isCut && <p className={classes['note']}>{words.mostShown[view]}</p>}
      {error !== null && entries.length === 0 ? (
        <Failed error={error} retry={refetch} />
      ) : isEmpty && empty !== undefined ? (
        empty
      ) : (
        <section
          ref={grid}
          className={classes['body']}
          data-pending={(isPending && entries.length === 0) || undefined}
          onKeyDown={onKeyDown}
          aria-label={words.calendar}
        >
          {view === 'agenda' ? (
            <Agenda {...{ all, days, now, isPending, openDay, openEntry, setCursor, stop }} />
          ) : (
            <div className={classes['grid']} data-view={view}>
              <span />
              {weekdayNames().map((name) => (
                <span key={name} className={classes['weekday']} aria-hidden="true">
                  {name}
                </span>
              ))}
              {all
                .filter((each) => dayOfWeek(each) === 0)
                .map((first) => (
                  <Week key={first} first={first}>
                    {Array.from({ length: 7 }, (_, n) => cell(addDays(first, n), view === 'month' ? 4 : 60))}
                  </Week>
                ))}
            </div>
          )}
        </section>
      )}
      {opened !== undefined && (
        <Float at={opened.at} label={opened.entry?.title ?? fullDay(opened.day)} onClose={close}>
          {opened.entry === undefined ? (
            <DayBox
              day={opened.day}
              entries={days.get(opened.day) ?? []}
              newKind={opened.newKind}
              onEntry={(entry) => setOpened({ ...opened, entry })}
              {...{ workspaceId, userId, mayChange }}
              // Another box may be open by the time something is created.
              close={() => setOpened((now) => (now === opened ? undefined : now))}
            />
          ) : (
            <EntryBox
              entry={opened.entry}
              onMove={(target) => {
                if (opened.entry !== undefined) move(opened.entry, target)
                close()
              }}
              // A phone has no room beside the calendar.
              {...(!phone && {
                onOpen: (id: string) => {
                  close()
                  openTask(id)
                },
              })}
              mayChange={mayChange}
            />
          )}
        </Float>
      )}
    </>
  )
}

function Week({ first, children }: { first: string; children: ReactNode }) {
  const number = weekNumber(addDays(first, 3))
  return (
    <>
      <span className={classes['number']} title={words.week(number)}>
        {number}
      </span>
      {children}
    </>
  )
}
