import { useMemo, useSyncExternalStore } from 'react'
import { shownRecord, subscribeTo } from './store.ts'

/** The records with these ids as they are shown. Those that are gone are left out. */
export function useShownRecords<Details extends object>(
  ids: readonly string[],
): ReadonlyMap<string, Details> {
  const store = useMemo(() => {
    const read = (): Map<string, Details> =>
      new Map(
        ids.flatMap((id) => {
          const details = shownRecord(id)
          // The store holds what the service returned for this id.
          return details === null || details === undefined ? [] : [[id, details as Details]]
        }),
      )
    let shown = read()
    let isWaiting = false
    return {
      subscribe: (listener: () => void) => {
        const changed = (): void => {
          isWaiting = false
          shown = read()
          listener()
        }
        changed()
        // A page of a list changes many records at once, which would each read all of them.
        const soon = (): void => {
          if (!isWaiting) queueMicrotask(changed)
          isWaiting = true
        }
        const stops = ids.map((id) => subscribeTo(id, soon))
        return () => {
          for (const stop of stops) stop()
        }
      },
      read: () => shown,
    }
  }, [ids])
  return useSyncExternalStore(store.subscribe, store.read)
}
