import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'
import { unsettledUntil } from './settled.ts'

let gone = false
const listeners = new Listeners()

/** Records whether the last request reached the service. */
export function setGone(next: boolean): void {
  if (next === gone) return
  gone = next
  listeners.notify()
}

window.addEventListener('offline', () => setGone(true))

export function useGone(): boolean {
  return useSyncExternalStore(listeners.subscribe, () => gone)
}

/** Whether the service is ready. */
export async function isBack(): Promise<boolean> {
  return unsettledUntil(fetch('/readyz', { cache: 'no-store' })).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Resolves when the service responds again. */
export function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (gone) return
      stop()
      resolve()
    }
    const stop = listeners.subscribe(look)
    look()
  })
}
