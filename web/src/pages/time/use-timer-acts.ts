import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../api/client.ts'
import { refreshAfterWrite } from '../../api/refresh.ts'
import { timerPath } from '../../api/timer.ts'
import type { Timer } from '../../api/types.ts'
import { rememberAct } from '../../api/undo.ts'
import { clock } from '../../parts/days.ts'
import { useNotices } from '../../parts/notices.tsx'
import { timeTexts as words } from '../../texts/time.ts'
import type { Work } from './cells.ts'

export interface NewWork extends Work {
  note: string
  billable: boolean
}

const fieldsOf = ({ workspaceId, taskId, note, billable }: NewWork) => ({
  ...(taskId === null ? { workspaceId, taskId } : { taskId }),
  ...{ note: note.trim() === '' ? null : note, billable },
})

type TimerChanges = Partial<
  Pick<Timer['details'], 'workspaceId' | 'taskId' | 'note' | 'billable' | 'startedAt'>
>

let sending: Promise<unknown> = Promise.resolve()

/**
 * Leaving a field saves it, so a change and the end of the timer may come at the same time: they are sent one after the
 * other.
 */
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const done = sending.then(work)
  sending = done.catch(() => undefined)
  return done
}

const discardPath = `${timerPath}?discard=true`

/** The actions on the timer. A notice describes what happened; each action returns whether it succeeded. */
export function useTimerActs() {
  const client = useQueryClient()
  const notices = useNotices()
  return useMemo(() => {
    const refresh = async (): Promise<void> => {
      await Promise.all([refreshAfterWrite(client, timerPath), refreshAfterWrite(client, '/v1/times')])
    }
    /** Throws if the service refuses it or cannot be reached. */
    const send = async (...request: Parameters<typeof api>): Promise<void> => {
      await inOrder(() => api(...request))
    }
    const write = async (
      work: () => Promise<void>,
      said?: string,
      undo?: { label: string; undo: () => Promise<void> },
    ): Promise<boolean> => {
      try {
        await work()
      } catch (error) {
        notices.failed(error)
        return false
      }
      if (undo !== undefined && said !== undefined) notices.undoable(said, rememberAct(undo))
      else if (said !== undefined) notices.done(said)
      await refresh()
      return true
    }
    const put = (body: TimerChanges): Promise<void> => send('PUT', timerPath, { body })
    const same = ({ workspaceId, taskId, note, billable, startedAt }: Timer['details']): TimerChanges => ({
      ...fieldsOf({ workspaceId, taskId, note: note ?? '', billable }),
      startedAt,
    })
    let unsure: { text: string; key: string } | undefined
    return {
      start: (work: NewWork, startedAt?: string) =>
        write(() => put({ ...fieldsOf(work), ...(startedAt !== undefined && { startedAt }) }), words.started),
      change: (changes: TimerChanges) => write(() => put(changes)),
      /** The timer goes on elsewhere: its time so far belongs to the new task as well. */
      move: async ({ details }: Timer, { workspaceId, taskId }: Work): Promise<void> => {
        let isDiscarded = false
        const tryIt = async (): Promise<void> => {
          if (!isDiscarded) await api('DELETE', discardPath)
          isDiscarded = true
          try {
            await api('PUT', timerPath, { body: same({ ...details, workspaceId, taskId }) })
          } catch (error) {
            // If it cannot even go on where it was, it must not be lost.
            await api('PUT', timerPath, { body: same(details) })
            notices.failed(error)
          }
        }
        await inOrder(tryIt).catch((error: unknown) => {
          const again = (): void =>
            void inOrder(tryIt).then(refresh, (next: unknown) => notices.refused(next, again))
          notices.refused(error, again)
        })
        await refresh()
      },
      stop: ({ details }: Timer, endedAt?: number) => {
        const query =
          endedAt === undefined ? '' : `?endedAt=${encodeURIComponent(new Date(endedAt).toISOString())}`
        const ran = (endedAt ?? Date.now()) - Date.parse(details.startedAt)
        // The service rounds as well.
        const minutes = Math.max(1, Math.round(ran / 60_000))
        return write(() => send('DELETE', `${timerPath}${query}`), words.stopped(clock(minutes)))
      },
      discard: ({ details }: Timer) =>
        write(() => send('DELETE', discardPath), words.discarded, {
          label: words.discardOf,
          undo: () => put(same(details)).then(refresh),
        }),
      log: async (work: NewWork, date: string, minutes: number): Promise<boolean> => {
        const body = { ...fieldsOf(work), date, minutes }
        const text = JSON.stringify(body)
        // Time that is sent again has the same key, so that it is logged only once.
        const key = unsure?.text === text ? unsure.key : crypto.randomUUID()
        unsure = { text, key }
        const headers = { 'idempotency-key': key }
        const isLogged = await write(
          () => send('POST', '/v1/times', { body, headers }),
          words.logged(clock(minutes)),
        )
        if (isLogged) unsure = undefined
        return isLogged
      },
    }
  }, [client, notices])
}
