import { type RefObject, useEffect, useRef } from 'react'

/** A box opens for the keyboard, so something in it has the focus. */
export function useFirstFocus<E extends HTMLElement>(): RefObject<E | null> {
  const first = useRef<E>(null)
  useEffect(() => first.current?.focus(), [])
  return first
}
