import { useState } from 'react'

/** State that this browser remembers. */
export function useStoredState<T>(name: string, fallback: T): [T, (value: T) => void] {
  const key = `atrium:${name}`
  const [value, setValue] = useState<T>(() => {
    try {
      const kept = localStorage.getItem(key)
      return kept === null ? fallback : (JSON.parse(kept) as T)
    } catch {
      return fallback
    }
  })
  return [
    value,
    (next) => {
      setValue(next)
      try {
        localStorage.setItem(key, JSON.stringify(next))
      } catch {
        // Without storage the choice lasts until the page is closed.
      }
    },
  ]
}
