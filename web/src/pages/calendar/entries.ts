import type { Event, Milestone } from '../../api/types.ts'
import { byName } from '../../parts/by-name.ts'
import { dateFormat } from '../../parts/date-formats.ts'
import { addDays, daysBetween, dayText } from '../../parts/days.ts'
import { isFinished, type TaskDetails } from '../tasks/task-data.ts'

export type EntryKind = 'task' | 'milestone' | 'event'

/** Something on a day of the calendar. */
export interface CalendarEntry {
  kind: EntryKind
  id: string
  title: string
  /** Its first day. */
  day: string
  /** Its last day; the same for most. */
  lastDay: string
  /** When an event begins, unless it is for the whole day. */
  time?: string
  /** From when until when an event is, unless it is for the whole day. */
  hours?: string
  /** Where it belongs among the others of a day. */
  order: string
  isDone: boolean
  /** Its workspace, in a calendar of several. */
  workspaceId?: string
}

type Events = ReadonlyMap<string, Event['details']>
type Milestones = ReadonlyMap<string, Milestone['details']>

const timesOf = ({ startsAt, endsAt }: Event['details']): Pick<CalendarEntry, 'time' | 'hours'> => {
  const clock = dateFormat({ timeStyle: 'short' })
  return {
    time: clock.format(new Date(startsAt)),
    hours: clock.formatRange(new Date(startsAt), new Date(endsAt)),
  }
}

/** The days of an event: in UTC if it is for whole days, or else where the person is. */
export function daysOf({ startsAt, endsAt, allDay }: Event['details']): { day: string; lastDay: string } {
  const dayOf = (moment: number): string =>
    allDay ? new Date(moment).toISOString().slice(0, 10) : dayText(new Date(moment))
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  // An event that ends at midnight does not take the next day.
  return { day: dayOf(start), lastDay: dayOf(Math.max(start, end - 1)) }
}

/** Everything with a date, events first, as a day shows it. */
export function entriesOf(
  tasks: ReadonlyMap<string, TaskDetails>,
  milestones: Milestones,
  events: Events,
  isAcross = false,
): CalendarEntry[] {
  const all: CalendarEntry[] = []
  const placeOf = ({ workspaceId }: { workspaceId: string }): Pick<CalendarEntry, 'workspaceId'> =>
    isAcross ? { workspaceId } : {}
  for (const [id, details] of events)
    all.push({
      ...{ kind: 'event', id, title: details.title, isDone: false, ...daysOf(details) },
      order: details.allDay ? '0' : `0 ${new Date(details.startsAt).toISOString()}`,
      ...(!details.allDay && timesOf(details)),
      ...placeOf(details),
    })
  for (const [id, { title, dueDate, status, workspaceId }] of milestones)
    if (dueDate !== null)
      all.push({
        ...{ kind: 'milestone', id, title, day: dueDate, lastDay: dueDate },
        ...{ order: '1', isDone: isFinished(status) },
        ...placeOf({ workspaceId }),
      })
  for (const [id, { title, dueDate, status, workspaceId }] of tasks)
    if (dueDate !== null)
      all.push({
        ...{ kind: 'task', id, title, day: dueDate, lastDay: dueDate },
        ...{ order: '2', isDone: isFinished(status) },
        ...placeOf({ workspaceId }),
      })
  return all.toSorted((a, b) => (a.order === b.order ? byName(a.title, b.title) : a.order < b.order ? -1 : 1))
}

/** How many days of an event are shown. */
export const longest = 100

/** The entries of each day. */
export function byDay(entries: readonly CalendarEntry[]): ReadonlyMap<string, readonly CalendarEntry[]> {
  const days = new Map<string, CalendarEntry[]>()
  for (const entry of entries)
    for (let day = entry.day, n = 0; day <= entry.lastDay && n < longest; day = addDays(day, 1), n += 1)
      days.set(day, [...(days.get(day) ?? []), entry])
  return days
}

/** The fields of an entry that begins on another day. */
export function movedTo(
  entry: Pick<CalendarEntry, 'kind' | 'day'>,
  event: Event['details'] | undefined,
  day: string,
): Record<string, string> {
  if (entry.kind !== 'event' || event === undefined) return { dueDate: day }
  const away = daysBetween(entry.day, day)
  const shifted = (moment: string): string => {
    const date = new Date(moment)
    // The time of day stays the same where the person is, whatever the clocks do in between.
    if (event.allDay) date.setUTCDate(date.getUTCDate() + away)
    else date.setDate(date.getDate() + away)
    return date.toISOString()
  }
  return { startsAt: shifted(event.startsAt), endsAt: shifted(event.endsAt) }
}
