import { useSyncExternalStore } from 'react'

let gone = false
const listeners = new Set<() => void>()

/** Records whether the last request reached the service. */
export function setGone(next: boolean): void {
  if (next === gone) return
  gone = next
  for (const listener of listeners) listener()
}

window.addEventListener('offline', () => setGone(true))

export function useGone(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => gone,
  )
}

/** Whether the service is ready. */
export async function isBack(): Promise<boolean> {
  return fetch('/readyz', { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Resolves when the service answers again. */
export function untilBack(): Promise<void> {
  return new Promise((resolve) => {
    const look = (): void => {
      if (gone) return
      listeners.delete(look)
      resolve()
    }
    listeners.add(look)
    look()
  })
}
