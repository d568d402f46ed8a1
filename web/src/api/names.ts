import { useSyncExternalStore } from 'react'
import { Listeners } from './listeners.ts'

const names = new Map<string, string>()
const listeners = new Listeners()

/** Stores the names that a response has for the ids in it. */
export function keepNames(given: Readonly<Record<string, string>> | undefined): void {
  let isNew = false
  for (const [id, name] of Object.entries(given ?? {})) {
    isNew ||= names.get(id) !== name
    names.set(id, name)
  }
  if (isNew) listeners.notify()
}

/** The name of a record that some response has mentioned. */
export function useKnownName(id: string | null | undefined): string | undefined {
  return useSyncExternalStore(listeners.subscribe, () =>
    id === null || id === undefined ? undefined : names.get(id),
  )
}

/** The next person may not be allowed to see them. */
export function forgetNames(): void {
  names.clear()
  listeners.notify()
}

export function knownName(id: string): string | undefined {
  return names.get(id)
}
