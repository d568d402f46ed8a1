import { Button, Modal, Stack, Text, VisuallyHidden } from '@mantine/core'
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useSearchParams } from 'wouter'
import { CalendarAddress } from '../../parts/calendar-address.tsx'
import {
  addDays,
  dayOfWeek,
  fullDay,
  isDay,
  monthName,
  startOfWeek,
  today,
  weekdayNames,
  weekNumber,
} from '../../parts/days.ts'
import { IconChevronLeft, IconChevronRight, IconPlus } from '../../parts/icons.tsx'
import { Failed } from '../../parts/states.tsx'
import { usePhone } from '../../parts/use-phone.ts'
import { useKeyActions } from '../../site/keys.ts'
import { calendarTexts as words } from '../../texts/calendar.ts'
import { calendarAddressTexts as addressWords } from '../../texts/calendar-address.ts'
import { texts } from '../../texts/texts.ts'
import { Float } from '../tasks/float.tsx'
import tools from '../tasks/tasks.module.css'
import { Agenda } from './agenda.tsx'
import classes from './calendar.module.css'
import { DayBox, EntryBox } from './day-box.tsx'
import { DayCell } from './day-cell.tsx'
import { byDay, type CalendarEntry, type EntryKind } from './entries.ts'
import { useEntries, useMove } from './use-entries.ts'

const views = ['month', 'week', 'agenda'] as const
type CalendarLayout = (typeof views)[number]

/** The days that a view shows around a day. */
function rangeOf(view: CalendarLayout, day: string): { from: string; to: string; title: string } {
  const start = startOfWeek(day)
  if (view === 'month') {
    const first = `${day.slice(0, 8)}01`
    const from = startOfWeek(first)
    return { from, to: addDays(from, 41), title: monthName(first) }
  }
  if (view === 'week') return { from: start, to: addDays(start, 6), title: monthName(addDays(start, 3)) }
  return { from: day, to: addDays(day, 27), title: monthName(day) }
}

function stepped(view: CalendarLayout, day: string, by: number): string {
  if (view === 'week') return addDays(day, 7 * by)
  if (view === 'agenda') return addDays(day, 28 * by)
  const first = `${day.slice(0, 8)}01`
  return by > 0 ? `${addDays(first, 31).slice(0, 8)}01` : `${addDays(first, -1).slice(0, 8)}01`
}

interface Opened {
  at: HTMLElement
  day: string
  entry?: CalendarEntry
  /** The kind of something new to begin with. */
  newKind?: EntryKind
}

interface CalendarViewProps {
  workspaceId: string
  mayChange: boolean
  /** Opens a task beside the calendar, or closes it. */
  openTask: (id: string | null) => void
  /** Whether a task is open there. */
  isOpen: boolean
}

/** The tasks, milestones and events of a workspace by day. The address has the view and the day. */
export function CalendarView({ workspaceId, mayChange, openTask, isOpen }: CalendarViewProps) {
  const [search, setSearch] = useSearchParams()
  const phone = usePhone()
  const view = views.find((each) => each === search.get('view')) ?? (phone ? 'agenda' : 'month')
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
  const { entries, isPending, error, isCut, refetch } = useEntries(workspaceId, from, to)
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
  const openDay = (at: HTMLElement, shownDay: string, isNew = false): void =>
    setOpened({ at, day: shownDay, ...(isNew && { newKind: 'task' }) })
  const openEntry = (entry: CalendarEntry, event: MouseEvent<HTMLElement>): void => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    event.stopPropagation()
    setOpened({ at: event.currentTarget, day: entry.day, entry })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }[event.key]
    const isOnDay = event.target instanceof HTMLElement && event.target.dataset['day'] !== undefined
    if (by === undefined || !isOnDay || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    focusDay(addDays(cursor, by))
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
        const at = grid.current?.querySelector<HTMLElement>(`[data-day="${shown}"]`)
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
  const [subscribing, setSubscribing] = useState(false)
  return (
    <>
      <div className={`${tools['tools']} ${classes['tools']}`}>
        <h2 className={classes['title']}>{title}</h2>
        <button
          type="button"
          className={classes['step']}
          aria-label={words.previous}
          onClick={() => set({ day: stepped(view, day, -1) })}
        >
          <IconChevronLeft size={16} />
        </button>
        <button
          type="button"
          className={classes['step']}
          aria-label={words.next}
          onClick={() => set({ day: stepped(view, day, 1) })}
        >
          <IconChevronRight size={16} />
        </button>
        <button type="button" className={classes['step']} onClick={() => set({ day: null })}>
          {words.today}
        </button>
        <span className={tools['grow']} />
        <fieldset className={tools['segment']}>
          <VisuallyHidden component="legend">{words.view}</VisuallyHidden>
          {views.map((each) => (
            <button key={each} type="button" aria-pressed={view === each} onClick={() => set({ view: each })}>
              {words.views[each]}
            </button>
          ))}
        </fieldset>
        <button type="button" className={classes['step']} onClick={() => setSubscribing(true)}>
          {addressWords.subscribe}
        </button>
        {mayChange && (
          <Button
            size="sm"
            h={32}
            leftSection={<IconPlus size={16} />}
            onClick={({ currentTarget }) =>
              setOpened({ at: currentTarget, day: chosenDay(), newKind: 'event' })
            }
          >
            {words.newEvent}
          </Button>
        )}
      </div>
      {isCut && <p className={classes['note']}>{words.mostShown[view]}</p>}
      {error !== null && entries.length === 0 ? (
        <Failed error={error} retry={refetch} />
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
              {...{ workspaceId, mayChange }}
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
      <Modal
        opened={subscribing}
        onClose={() => setSubscribing(false)}
        title={addressWords.title}
        closeButtonProps={{ 'aria-label': texts.form.close }}
      >
        <Stack gap="md">
          <Text size="sm">{addressWords.hint}</Text>
          <CalendarAddress />
        </Stack>
      </Modal>
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
