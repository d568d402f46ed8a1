import { type RefObject, useEffect } from 'react'

let opened: string | undefined
let isLater = false

/** Reports the address that is shown. */
export function noteNavigation(address: string): void {
  if (opened !== undefined && opened !== address) isLater = true
  opened = address
}

/** Moves the focus to the heading of a page that was opened from another, so that it is read out. */
export function useHeadingFocus(heading: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const active = document.activeElement
    const isFree = active === null || active === document.body || active.closest('nav, #content') !== null
    const isField = active instanceof HTMLElement && active.matches('input, textarea, select')
    if (isLater && isFree && !isField) heading.current?.focus({ preventScroll: true })
  }, [heading])
}
