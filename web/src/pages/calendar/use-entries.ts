import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useListIds } from '../../api/list-ids.ts'
import { about } from '../../api/problem.ts'
import { usePage } from '../../api/queries.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { useShownRecords } from '../../api/shown.ts'
import { keepRecord, shownRecord } from '../../api/store.ts'
import type { Event, Milestone } from '../../api/types.ts'
import { rememberAct } from '../../api/undo.ts'
import { changeRecord } from '../../api/write.ts'
import { addDays, fullDay } from '../../parts/days.ts'
import { useNotices } from '../../parts/notices.tsx'
import { calendarTexts as words } from '../../texts/calendar.ts'
import { taskTexts } from '../../texts/tasks.ts'
import { useTaskActs } from '../tasks/acts.ts'
import { addressOf, allOf, useTasks } from '../tasks/task-data.ts'
import { type CalendarEntry, entriesOf, longest, movedTo } from './entries.ts'

/** How many entries of each kind are loaded. */
const most = 500

export const whoseTasks = ['mine', 'everyone'] as const
export type Whose = (typeof whoseTasks)[number]

/** Everything with a date from one day to another, in a workspace or in all of them. */
export function useEntries(workspaceId: string | undefined, whose: Whose, from: string, to: string) {
  const isAcross = workspaceId === undefined
  const inside = isAcross ? '/v1' : `/v1/workspaces/${workspaceId}`
  const due = `dueDate>="${from}" AND dueDate<="${to}"`
  const mine = whose === 'mine' ? 'assignees="me"' : undefined
  const listed = useListIds(
    addressOf({ path: `${inside}/tasks`, filter: allOf(mine, due), sort: 'dueDate', limit: most }),
  )
  const query = (filter: string, sort: string): string =>
    String(new URLSearchParams({ limit: String(most), filter, sort, expand: 'names' }))
  const milestones = usePage<Milestone>(`${inside}/milestones?${query(due, 'dueDate')}`)
  // A day more on each side, because days in UTC are not those of the person. The first days of a long event are shown,
  // so it need not be looked for among all that started earlier.
  const overlaps = allOf(
    `endsAt>="${addDays(from, -1)}"`,
    `startsAt<"${addDays(to, 2)}"`,
    `startsAt>="${addDays(from, -1 - longest)}"`,
  )
  const events = usePage<Event>(`${inside}/events?${query(overlaps, 'endsAt')}`)
  const milestoneIds = useKept(milestones.data?.items)
  const eventIds = useKept(events.data?.items)
  const tasks = useTasks(listed.ids)
  const shownMilestones = useShownRecords<Milestone['details']>(milestoneIds)
  const shownEvents = useShownRecords<Event['details']>(eventIds)
  const entries = useMemo(
    () => entriesOf(tasks, shownMilestones, shownEvents, isAcross),
    [tasks, shownMilestones, shownEvents, isAcross],
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

/** Moves an entry to another day. The page shows it immediately, and it can be undone. */
export function useMove(): (entry: CalendarEntry, day: string) => void {
  const acts = useTaskActs()
  const client = useQueryClient()
  const notices = useNotices()
  return (entry, day) => {
    if (day === entry.day) return
    const { kind, id, title } = entry
    if (kind === 'task') {
      const label = taskTexts.fieldOf(taskTexts.fieldNames.dueDate, title, 1)
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
      notices.undoable(words.moved(title, fullDay(day)), undo)
      await refreshAfterWrite(client, path)
    }
    const attempt = (): void =>
      void run().catch((error: unknown) => notices.refused(about(words.move(title), error), attempt))
    attempt()
  }
}

/** Reads again what a new entry belongs to. */
export function useRefresh(): (workspaceId: string, kind: string) => void {
  const client = useQueryClient()
  return (workspaceId, kind) => void refreshAfterWrite(client, `/v1/workspaces/${workspaceId}/${kind}s`)
}
