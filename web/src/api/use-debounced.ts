import { useEffect, useState } from 'react'
import { unsettledTimer } from './settled.ts'

/** Follows a value once it has stayed the same for so many milliseconds. */
export function useDebounced(value: string, milliseconds: number): string {
  const [shown, setShown] = useState(value)
  useEffect(
    () => (shown === value ? undefined : unsettledTimer(() => setShown(value), milliseconds)),
    [value, shown, milliseconds],
  )
  return shown
}
