import { type RefObject, useEffect, useRef } from 'react'

/** Puts the focus into a field when it is first shown. */
export function useFocusAtFirst(wanted: boolean): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (wanted) field.current?.focus({ preventScroll: true })
  }, [wanted])
  return field
}
