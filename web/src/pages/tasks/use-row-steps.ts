import type { KeyboardEvent } from 'react'
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
  const step = (by: number): void => {
    const id = stepFrom(order, tools.cursor, by)
    if (id === undefined) return
    if (tools.elementOf(id) === null) reveal?.(id)
    tools.focus(id)
  }
  useKeyActions({ next: () => step(1), previous: () => step(-1) })
  return onArrowKeys(step)
}
