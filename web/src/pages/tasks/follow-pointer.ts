import type { PointerEvent as ReactPointerEvent } from 'react'

interface PointerDrag {
  /** The pointer moved, and far enough to be a drag. */
  move: (event: PointerEvent) => void
  drop: (event: PointerEvent) => void
  /** It is over, dropped or not. */
  end: () => void
}

/** A smaller movement is a click. */
const threshold = 4

/**
 * Follows a pressed mouse or pen until it is released. Escape cancels, and fingers scroll instead. Returns how to stop
 * it; undefined if this press starts no drag.
 */
export function followPointer(
  event: ReactPointerEvent,
  { move, drop, end }: PointerDrag,
): (() => void) | undefined {
  if (event.button !== 0 || event.pointerType === 'touch' || event.ctrlKey || event.metaKey) return undefined
  const { clientX, clientY } = event
  let isDragged = false
  const stopped = new AbortController()
  const stop = (): void => {
    stopped.abort()
    end()
  }
  const listen = { signal: stopped.signal }
  document.addEventListener(
    'pointermove',
    (moved) => {
      isDragged ||= Math.hypot(moved.clientX - clientX, moved.clientY - clientY) >= threshold
      if (isDragged) move(moved)
    },
    listen,
  )
  document.addEventListener(
    'pointerup',
    (released) => {
      stop()
      if (isDragged) drop(released)
    },
    listen,
  )
  document.addEventListener('pointercancel', stop, listen)
  document.addEventListener(
    'keydown',
    (key) => {
      if (key.key !== 'Escape') return
      key.stopPropagation()
      stop()
    },
    { ...listen, capture: true },
  )
  return stop
}
