import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'

/** The changes of others that a list does not show yet: they would move rows that somebody points at. */
let waiting: ReadonlySet<string> = new Set()
let heldPath = ''
const listeners = new Listeners()

function setWaiting(next: ReadonlySet<string>): void {
  waiting = next
  listeners.notify()
}

/** The path of the list under the pointer, or with the focus inside. */
function pathInUse(): string | undefined {
  const list = document.querySelector<HTMLElement>('[data-live-list]:is(:hover, :focus-within)')
  return list?.dataset['liveList']
}

/** Whether the rows of the list at an address must not move now. */
export function isInUse(address: string): boolean {
  const path = pathInUse()
  return path !== undefined && address.split('?')[0] === path
}

/** Remembers a change that a held list would show if it were refetched. */
export function letWait(address: string, id: string): void {
  heldPath = address.split('?')[0] ?? ''
  if (!waiting.has(id)) setWaiting(new Set([...waiting, id]))
}

/** Clears the held changes of a list that is refetched. */
export function forgetWaiting(isRead: (address: string) => boolean): void {
  if (waiting.size > 0 && isRead(heldPath)) setWaiting(new Set())
}

function readHeld(client: QueryClient): void {
  if (waiting.size === 0) return
  setWaiting(new Set())
  void client.invalidateQueries({
    predicate: ({ queryKey: [, address] }) =>
      typeof address === 'string' && address.split('?')[0] === heldPath,
  })
}

/** How much waits for the lists of this page, and how to show it. Leaving the page shows it as well. */
export function useWaiting(): { count: number; show: () => void } {
  const client = useQueryClient()
  const count = useSyncExternalStore(listeners.subscribe, () => waiting.size)
  useEffect(() => () => readHeld(client), [client])
  return { count, show: () => readHeld(client) }
}
