import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Listeners } from '../../api/listeners.ts'
import type { Scale } from './timeline-scale.ts'

/** Labels are rendered for a little more than what is visible, so that scrolling does not render them every time. */
const step = 280

/** The part of the days that is visible, in pixels. */
export interface VisibleDays {
  get: () => { from: number; to: number }
  subscribe: (listener: () => void) => () => void
}

interface Across {
  /** The part of the days for which labels are rendered, in pixels. */
  left: number
  width: number
  toToday: () => void
  /** Scrolls to a bar, unless a part of it is visible. */
  reveal: (span: { start: string; end: string }) => void
  visible: VisibleDays
  /** Where the first day is on the screen, and where the names end. */
  origin: () => { first: number; names: number }
}

/** The horizontal position of a timeline. It begins shortly before today, and keeps its day when the zoom changes. */
export function useAcross(scroller: RefObject<HTMLElement | null>, scale: Scale, now: string): Across {
  const [shown, setShown] = useState({ left: scale.at(now), width: 1_120 })
  const day = useRef(now)
  const edges = useRef({ from: 0, to: Number.POSITIVE_INFINITY })
  const [visible] = useState(() => {
    const listeners = new Listeners()
    return { get: () => edges.current, subscribe: listeners.subscribe, notify: () => listeners.notify() }
  })
  const widths = useCallback(() => {
    const element = scroller.current
    const names = element?.querySelector('th')?.getBoundingClientRect().width ?? 0
    return { names, days: Math.max(0, (element?.clientWidth ?? 0) - names) }
  }, [scroller])
  const goTo = useCallback(
    (to: string): void => {
      scroller.current?.scrollTo({ left: scale.at(to) - widths().days / 4 })
    },
    [scroller, scale, widths],
  )
  useLayoutEffect(() => goTo(day.current), [goTo])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const measure = (): void => {
      const { days } = widths()
      day.current = scale.dayAt(element.scrollLeft + days / 4)
      edges.current = { from: element.scrollLeft, to: element.scrollLeft + days }
      visible.notify()
      const left = Math.floor(element.scrollLeft / step) * step
      setShown((before) => (before.left === left && before.width === days ? before : { left, width: days }))
    }
    measure()
    element.addEventListener('scroll', measure, { passive: true })
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => {
      element.removeEventListener('scroll', measure)
      resized.disconnect()
    }
  }, [scroller, scale, widths, visible])
  const reveal = useCallback(
    ({ start, end }: { start: string; end: string }): void => {
      const from = scroller.current?.scrollLeft ?? 0
      const isVisible = scale.at(end) + scale.dayWidth > from && scale.at(start) < from + widths().days
      if (!isVisible) goTo(start)
    },
    [scroller, scale, widths, goTo],
  )
  return {
    left: Math.max(0, shown.left - step),
    width: shown.width + 3 * step,
    toToday: () => goTo(now),
    reveal,
    visible,
    origin: () => {
      const element = scroller.current
      const left = element?.getBoundingClientRect().left ?? 0
      const { names } = widths()
      return { first: left + names - (element?.scrollLeft ?? 0), names: left + names }
    },
  }
}
