import { useQueryClient } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { notificationsPath, refreshNotifications } from '../../api/notifications.ts'
import type { Notification } from '../../api/types.ts'
import { rememberAct } from '../../api/undo.ts'
import { exactly } from '../../parts/days.ts'
import { useNotices } from '../../parts/notices.tsx'
import { useOptimisticChange } from '../../parts/optimistic-change.ts'
import { inboxTexts as words } from '../../texts/inbox.ts'

interface StateChange {
  id: string
  title: string
  state: 'read' | 'done' | 'snooze'
  on: boolean
  /** Until when it is snoozed. */
  until?: string
}

const requestOf = ({ id, state, on, until }: StateChange) => ({
  method: on ? ('PUT' as const) : ('DELETE' as const),
  path: `${notificationsPath}/${id}/${state}`,
  ...(until !== undefined && { body: { until } }),
})

function said({ state, on, until }: StateChange): string {
  if (state === 'done') return on ? words.saidDone : words.saidNotDone
  return until === undefined ? words.saidAwake : words.saidSnoozed(exactly(until))
}

export interface InboxActs {
  /** Marks it as read or unread. */
  read: (notification: Notification, on: boolean) => void
  /** Marks it as done, or moves it back to the inbox. */
  done: (notification: Notification, title: string) => void
  /** Puts it off until a moment, or brings it back. */
  snooze: (notification: Notification, title: string, until?: string) => void
  /** Marks all as read, whatever page is shown. */
  readAll: () => void
}

/** Everything that can be done to notifications. They change immediately on the page, and every step can be undone. */
export function useInboxActs(): InboxActs {
  const client = useQueryClient()
  const notices = useNotices()
  const change = useOptimisticChange<StateChange>({
    list: notificationsPath,
    id: ({ id }) => id,
    request: requestOf,
    becomes: ({ state, on }) => (state === 'read' ? { read: on } : null),
    done: (given) => {
      if (given.state === 'read') return
      const back = async (): Promise<void> => {
        const { method, path } = requestOf({ ...given, on: !given.on })
        await api(method, path)
        await refreshNotifications(client)
      }
      // The moment until which it was snoozed may have passed.
      if (given.state === 'snooze' && !given.on) {
        notices.done(said(given))
        return
      }
      const undo = rememberAct({ label: words.of(given.title), undo: back })
      notices.undoable(said(given), undo)
    },
  })
  const readAll = async (): Promise<void> => {
    try {
      const { count } = await api<{ count: number }>('POST', `${notificationsPath}/read`)
      notices.done(words.allRead(count))
    } catch (error) {
      notices.refused(error, () => void readAll())
    } finally {
      await refreshNotifications(client)
    }
  }
  return {
    read: ({ id, details }, on) => {
      if (details.read !== on) change.mutate({ id, title: '', state: 'read', on })
    },
    done: ({ id, details }, title) => change.mutate({ id, title, state: 'done', on: !details.done }),
    snooze: ({ id }, title, until) =>
      change.mutate({
        ...{ id, title, state: 'snooze', on: until !== undefined },
        ...(until !== undefined && { until }),
      }),
    readAll: () => void readAll(),
  }
}
