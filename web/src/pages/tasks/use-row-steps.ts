import type { KeyboardEvent } from 'react'
import { useKeyActions } from '../../site/keys.ts'
import type { ViewTools } from './use-view-tools.ts'

/** Moves the focus between the rows of a list with J, K and the arrow keys. Returns the handler for the arrow keys. */
export function useRowSteps(tools: ViewTools, order: readonly string[]): (event: KeyboardEvent) => void {
  const step = (by: number): void => {
    const at = tools.cursor === undefined ? -1 : order.indexOf(tools.cursor)
    const id = at === -1 ? order[0] : order[Math.max(0, Math.min(at + by, order.length - 1))]
    if (id !== undefined) tools.focus(id)
  }
  useKeyActions({ next: () => step(1), previous: () => step(-1) })
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLAnchorElement)) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else return
    event.preventDefault()
  }
}
