import { useEffect, useState } from 'react'
import { unsettledTimer } from './settled.ts'

/** Follows a value once it has stayed the same for so many milliseconds. */
export function useDebounced<T extends string>(value: T, milliseconds: number): T {
  const [shown, setShown] = useState(value)
  useEffect(
    () => (shown === value ? undefined : unsettledTimer(() => setShown(value), milliseconds)),
    [value, shown, milliseconds],
  )
  return shown
}
