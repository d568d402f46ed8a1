import { type KeyboardEvent, useRef } from 'react'
import { onArrowKeys, stepFrom } from '../../site/arrow-keys.ts'
import { useKeyActions } from '../../site/keys.ts'
import type { ViewTools } from './use-view-tools.ts'

/** Moves the focus between the rows of a list with J, K and the arrow keys. Returns the handler for the arrow keys. */
export function useRowSteps(
  tools: ViewTools,
  order: readonly string[],
  /** Scrolls to a row that is not rendered. */
  reveal?: (id: string) => void,
): (event: KeyboardEvent) => void {
  const wanted = useRef<string>(undefined)
  const step = (by: number): void => {
    const id = stepFrom(order, tools.cursor, by)
    if (id === undefined) return
    wanted.current = id
    if (reveal === undefined || tools.elementOf(id) !== null) {
      tools.focus(id)
      return
    }
    // The next key may come before the row is rendered.
    tools.setCursor(id)
    reveal(id)
    const focus = (): void => {
      if (wanted.current === id) tools.focus(id)
    }
    // It is rendered in the frame after the one that notices the scrolling.
    requestAnimationFrame(() => requestAnimationFrame(focus))
  }
  useKeyActions({ next: () => step(1), previous: () => step(-1) })
  return onArrowKeys(step)
}
