import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { followChanges, type LiveChange, type LiveMessage } from '../api/live.ts'
import { lookForNotifications } from '../api/notifications.ts'
import { refreshAfterChanges, refreshAll } from '../api/refresh.ts'
import { useSessionState } from '../api/session-state.ts'
import { unsettledTimer } from '../api/settled.ts'
import { forgetRecord, keepRecord, storedRecord } from '../api/store.ts'
import { isWriting, onIdle } from '../api/write.ts'

/** Changes that come in quick succession are shown together, and a long row of them once a second. */
const pause = 150
const longPause = 1_000

/**
 * Notifications are created after the change that they are about, and are not in the stream themselves: look for them
 * when they are usually there, and again in case the service is busy.
 */
const notifyingKinds = new Set(['task', 'comment', 'file', 'milestone', 'timesheet'])
const untilNotified = [1_500, 10_000]

/** Whether the inbox may be different after a change. It quotes comments, which the person may delete or edit. */
const isNews = ({ kind, type, userHash }: LiveChange, userId: string): boolean =>
  notifyingKinds.has(kind) && (userHash !== userId || (kind === 'comment' && type !== 'comment.created'))

/** How often to look for notifications that no change announces: due dates, and the end of a snooze. */
const between = 60_000

function keep({ record, recordId, type }: LiveChange): void {
  if (record === null || type.endsWith('.deleted')) forgetRecord(recordId)
  // Everything else is read when it is shown.
  else if (record !== undefined && storedRecord(recordId) !== undefined) keepRecord(record)
}

/** Keeps the pages up to date with what others do. */
export function LiveUpdates() {
  const client = useQueryClient()
  // The session is loaded first, so the stream opens together with the first lists and misses next to nothing.
  const userId = useSessionState()?.user?.userHash
  useEffect(() => {
    if (userId === undefined) return undefined
    let waiting: LiveChange[] = []
    let cancel: (() => void) | undefined
    let shownAt = Number.NEGATIVE_INFINITY
    const show = (): void => {
      cancel = undefined
      // A list that was read before a change on its way had arrived would undo it on the page.
      if (isWriting()) return
      const changes = new Map(waiting.map((change) => [`${change.recordId} ${change.type}`, change]))
      waiting = []
      shownAt = performance.now()
      refreshAfterChanges(client, [...changes.values()], userId)
    }
    const lookUps = new Map<number, ReturnType<typeof setTimeout>>()
    const lookLater = (wait: number): void => {
      if (lookUps.has(wait)) return
      const lookUp = (): void => {
        lookUps.delete(wait)
        void lookForNotifications(client)
      }
      lookUps.set(wait, setTimeout(lookUp, wait))
    }
    const looking = setInterval(() => {
      if (!document.hidden) void lookForNotifications(client)
    }, between)
    const soon = (): void => {
      if (waiting.length > 0)
        cancel ??= unsettledTimer(show, Math.max(pause, shownAt + longPause - performance.now()))
    }
    const tell = (message: LiveMessage): void => {
      if ('missed' in message) {
        void refreshAll(client)
        return
      }
      // The end of this session is noticed by the next thing that the person does, which keeps their text.
      const changes = message.changes.filter(({ kind }) => kind !== 'session')
      for (const change of changes) keep(change)
      if (changes.some((change) => isNews(change, userId))) untilNotified.forEach(lookLater)
      waiting.push(...changes)
      soon()
    }
    const stopWaiting = onIdle(soon)
    const stop = followChanges(userId, tell)
    return () => {
      stop()
      stopWaiting()
      cancel?.()
      lookUps.forEach(clearTimeout)
      clearInterval(looking)
    }
  }, [client, userId])
  return null
}
