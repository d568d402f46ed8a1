import { type RefObject, useCallback, useEffect, useLayoutEffect, useState } from 'react'

/** The visible part of a scrolled element, relative to the top of `part`. The height is undefined until it is known. */
function useViewport(
  scroller: RefObject<HTMLElement | null>,
  part: RefObject<HTMLElement | null> | undefined,
  isEmpty: boolean,
): { top: number; height: number | undefined } {
  const [viewport, setViewport] = useState({ top: 0, height: 900, wasEmpty: isEmpty })
  const measure = useCallback((): void => {
    const element = scroller.current
    if (element === null) return
    const top = element.scrollTop - (part?.current?.offsetTop ?? 0)
    const next = { top, height: element.clientHeight, wasEmpty: isEmpty }
    setViewport((now) =>
      now.top === top && now.height === next.height && now.wasEmpty === isEmpty ? now : next,
    )
  }, [scroller, part, isEmpty])
  useLayoutEffect(measure, [measure])
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    let frame = 0
    const soon = (): void => {
      frame ||= requestAnimationFrame(() => {
        frame = 0
        measure()
      })
    }
    element.addEventListener('scroll', soon, { passive: true })
    const resized = new ResizeObserver(soon)
    resized.observe(element)
    // Parts above this one may grow.
    if (part !== undefined && element.firstElementChild !== null) resized.observe(element.firstElementChild)
    return () => {
      cancelAnimationFrame(frame)
      element.removeEventListener('scroll', soon)
      resized.disconnect()
    }
  }, [scroller, part, measure])
  // The parts above may have got their first items at the same time, which moves this one down.
  return viewport.wasEmpty === isEmpty ? viewport : { top: 0, height: undefined }
}

/** Pixels that are rendered above and below what is visible. */
const margin = 240

/** The first of the ascending positions that lies behind a point. */
function firstBehind(positions: readonly number[], point: number): number {
  let low = 0
  let high = positions.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((positions[middle] ?? 0) <= point) low = middle + 1
    else high = middle
  }
  return low
}

export interface Windowed {
  /** The top of each item, and the end of the last one. */
  tops: readonly number[]
  first: number
  /** The first one that is not rendered. */
  end: number
}

/** Renders only the visible items of a long column. Their heights are fixed, so nothing is measured. */
export function useWindow(
  scroller: RefObject<HTMLElement | null>,
  heights: readonly number[],
  part?: RefObject<HTMLElement | null>,
): Windowed {
  const { top, height } = useViewport(scroller, part, heights.length === 0)
  const tops = [0]
  for (const each of heights) tops.push((tops.at(-1) ?? 0) + each)
  if (height === undefined) return { tops, first: 0, end: 0 }
  const first = Math.max(0, firstBehind(tops, top - margin) - 1)
  const end = Math.min(heights.length, firstBehind(tops, top + height + margin))
  return { tops, first, end }
}
