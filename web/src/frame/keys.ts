import { useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { useNavigation } from '../site/use-pages.ts'

/** The name of the modifier key on this system. */
export const modKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl'

/** Whether keys belong to a field that has the focus, or to an open dialog. */
function isBusy(target: EventTarget | null): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return true
  if (!(target instanceof HTMLElement)) return false
  return target.isContentEditable || target.matches('input, textarea, select, [role="menu"] *')
}

interface Actions {
  palette: () => void
  keys: () => void
}

/** Keyboard shortcuts that work on every page. */
export function useKeys({ palette, keys }: Actions): void {
  const pages = useNavigation()
  const [, go] = useLocation()
  const pressedG = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        palette()
        return
      }
      if (event.ctrlKey || event.metaKey || event.altKey || isBusy(event.target)) return
      if (event.key === '?') keys()
      else if (event.key === 'g') pressedG.current = event.timeStamp
      else if (event.timeStamp - pressedG.current < 1_500) {
        pressedG.current = Number.NEGATIVE_INFINITY
        const page = pages.find(({ shortcut }) => shortcut === event.key)
        if (page === undefined) return
        go(page.path)
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [palette, keys, pages, go])
}
