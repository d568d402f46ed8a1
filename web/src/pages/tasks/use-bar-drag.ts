import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { followPointer } from './follow-pointer.ts'
import type { Grip } from './timeline-scale.ts'

interface Held {
  grip: Grip
  days: number
}

interface BarDrag {
  held: Held | undefined
  begin: (event: PointerEvent<HTMLElement>, grip: Grip) => void
  /** Whether the click that follows belongs to a drag. */
  wasDragged: () => boolean
}

/** So close to the edge of the timeline, it scrolls. */
const edge = 40

/** Drags a bar, or one end of it, by whole days. */
export function useBarDrag(
  scroller: RefObject<HTMLElement | null>,
  dayWidth: number,
  onDrop: (grip: Grip, days: number) => void,
): BarDrag {
  const [held, setHeld] = useState<Held>()
  const dragged = useRef(false)
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])
  const begin: BarDrag['begin'] = (event, grip) => {
    // The ends are inside the bar.
    event.stopPropagation()
    dragged.current = false
    const element = scroller.current
    const from = event.clientX + (element?.scrollLeft ?? 0)
    let days = 0
    stop.current = followPointer(event, {
      move: ({ clientX }) => {
        const { left = 0, right = 0 } = element?.getBoundingClientRect() ?? {}
        if (clientX > right - edge) element?.scrollBy(12, 0)
        else if (clientX < left + edge) element?.scrollBy(-12, 0)
        dragged.current = true
        days = Math.round((clientX + (element?.scrollLeft ?? 0) - from) / dayWidth)
        setHeld({ grip, days })
      },
      drop: () => onDrop(grip, days),
      end: () => setHeld(undefined),
    })
  }
  return { held, begin, wasDragged: () => dragged.current }
}
