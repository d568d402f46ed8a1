import { useState } from 'react'

/** A choice that this browser remembers. */
export function useKept<T>(name: string, fallback: T): [T, (value: T) => void] {
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
        // A browser that keeps nothing forgets the choice with the page.
      }
    },
  ]
}
