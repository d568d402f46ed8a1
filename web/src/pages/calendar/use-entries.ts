import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useListIds } from '../../api/list-ids.ts'
import { usePage } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { useShownRecords } from '../../api/shown.ts'
import { keepRecord, shownRecord } from '../../api/store.ts'
import type { Event, Milestone } from '../../api/types.ts'
import { rememberAct } from '../../api/undo.ts'
import { changeRecord } from '../../api/write.ts'
import { addDays, fullDay } from '../../parts/days.ts'
import { useNotices } from '../../parts/notices.tsx'
import { takeBack } from '../../parts/take-back.ts'
import { calendarTexts as words } from '../../texts/calendar.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { useTaskActs } from '../tasks/acts.ts'
import { addressOf, useTasks } from '../tasks/task-data.ts'
import { type CalendarEntry, entriesOf, movedTo } from './entries.ts'

/** How many entries of each kind are loaded. */
const most = 500

/** Everything in a workspace with a date from one day to another. */
export function useEntries(workspaceId: string, from: string, to: string) {
  const inside = `/v1/workspaces/${workspaceId}`
  const due = `dueDate>="${from}" AND dueDate<="${to}"`
  const listed = useListIds(addressOf({ path: `${inside}/tasks`, filter: due, sort: 'dueDate', limit: most }))
  const query = (filter: string): string => String(new URLSearchParams({ limit: String(most), filter }))
  const milestones = usePage<Milestone>(`${inside}/milestones?${query(due)}`)
  // A day more on each side, because days in UTC are not those of the person.
  const overlaps = `startsAt<"${addDays(to, 2)}" AND endsAt>="${addDays(from, -1)}"`
  const events = usePage<Event>(`${inside}/events?${query(overlaps)}`)
  const milestoneIds = useKept(milestones.data?.items)
  const eventIds = useKept(events.data?.items)
  const tasks = useTasks(listed.ids)
  const shownMilestones = useShownRecords<Milestone['details']>(milestoneIds)
  const shownEvents = useShownRecords<Event['details']>(eventIds)
  const entries = useMemo(
    () => entriesOf(tasks, shownMilestones, shownEvents),
    [tasks, shownMilestones, shownEvents],
  )
  return {
    entries,
    isPending: listed.isPending || milestones.isPending || events.isPending,
    error: listed.error ?? milestones.error ?? events.error,
    isCut:
      listed.hasNextPage ||
      milestones.data?.links.next !== undefined ||
      events.data?.links.next !== undefined,
    refetch: () => {
      void listed.refetch()
      void milestones.refetch()
      void events.refetch()
    },
  }
}

/** Puts records into the store, and returns their ids. */
function useKept(items: readonly { id: string; details: object }[] | undefined): readonly string[] {
  return useMemo(() => {
    for (const item of items ?? []) keepRecord(item)
    return (items ?? []).map(({ id }) => id)
  }, [items])
}

/** Moves an entry to another day. The page shows it at once, and it can be undone. */
export function useMove(): (entry: CalendarEntry, day: string) => void {
  const acts = useTaskActs()
  const client = useQueryClient()
  const notices = useNotices()
  return (entry, day) => {
    if (day === entry.day) return
    const { kind, id, title } = entry
    if (kind === 'task') {
      const label = taskTexts.fieldOf(taskTexts.fields.dueDate, title, 1)
      void acts.change([id], { dueDate: day }, label)
      return
    }
    const path = `/v1/${kind}s/${id}`
    const event = kind === 'event' ? (shownRecord(id) as Event['details'] | undefined) : undefined
    const fields = movedTo(entry, event, day)
    const run = async (): Promise<void> => {
      const before = await changeRecord({ path, id, fields })
      const undo = rememberAct({
        label: words.move(title),
        undo: async () => {
          // Do not overwrite somebody else's newer change.
          await changeRecord({ path, id, fields: before, seen: fields })
          await refreshAfterWrite(client, path)
        },
      })
      notices.done(words.moved(title, fullDay(day)), () => takeBack(undo, notices))
      await refreshAfterWrite(client, path)
    }
    const attempt = (): void => void run().catch((error: unknown) => notices.refused(error, attempt))
    attempt()
  }
}

/** Reads again what a new entry belongs to. */
export function useRefresh(workspaceId: string): (kind: string) => void {
  const client = useQueryClient()
  return (kind) => void refreshAfterWrite(client, `/v1/workspaces/${workspaceId}/${kind}s`)
}
