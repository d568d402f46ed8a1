import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useRailPlaces } from './places.tsx'

/** What the key is called that goes with K. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** The letter that follows G, for a place of the rail: that of the last word of its name. */
export const letterOf = (label: string): string => label.split(' ').at(-1)?.charAt(0).toLowerCase() ?? ''

/** Whether keys belong to what one types in, or to a dialog that is open. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select, [role="menu"] *')
}

interface Wanted {
  palette: () => void
  keys: () => void
}

/** Listens for the keys that work everywhere. */
export function useKeys({ palette, keys }: Wanted): void {
  const places = useRailPlaces()
  const [, go] = useLocation()
  const wentAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        palette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      if (event.key === '?') keys()
      else if (event.key === 'g') wentAt.current = event.timeStamp
      else if (event.timeStamp - wentAt.current < 1_500) {
        wentAt.current = Number.NEGATIVE_INFINITY
        const place = places.find(({ label }) => letterOf(label) === event.key)
        if (place === undefined) return
        go(place.href)
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [palette, keys, places, go])
}
