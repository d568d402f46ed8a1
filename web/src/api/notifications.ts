import type { QueryClient } from '@tanstack/react-query'
import { useRecord } from './queries.ts'
import { forgetWaiting, isInUse, letWait } from './waiting.ts'

export const notificationsPath = '/v1/users/me/notifications'
const summaryPath = `${notificationsPath}/summary`

/** How many notifications the person who is signed in has not read. */
export function useUnread(): number {
  return useRecord<{ unread: number }>(summaryPath).data?.unread ?? 0
}

/** Loads the notifications that are shown, and their count, again. */
export async function refreshNotifications(client: QueryClient): Promise<void> {
  forgetWaiting((address) => address === notificationsPath)
  await client.invalidateQueries({
    predicate: ({ queryKey: [, address] }) =>
      typeof address === 'string' && address.startsWith(notificationsPath),
  })
}

/** Looks for notifications about what others did. New rows wait while somebody points at the list. */
export async function lookForNotifications(client: QueryClient): Promise<void> {
  if (!isInUse(notificationsPath)) {
    await refreshNotifications(client)
    return
  }
  const unread = (): number => client.getQueryData<{ unread: number }>(['one', summaryPath])?.unread ?? 0
  const before = unread()
  await client.invalidateQueries({ queryKey: ['one', summaryPath] })
  for (let count = before + 1; count <= unread(); count += 1) letWait(notificationsPath, `unread ${count}`)
}
