import type { KeyboardEvent } from 'react'

/** The item some steps after another, within the list; the first one if there is no other yet. */
export function stepFrom<T>(items: readonly T[], current: T | undefined, by: number): T | undefined {
  const at = current === undefined ? -1 : items.indexOf(current)
  return at === -1 ? items[0] : items[Math.max(0, Math.min(at + by, items.length - 1))]
}

/**
 * Moves the focus between the links of a list with the arrow keys: up and down, and between columns if there are some.
 * Home and End lead to the ends of a list without columns.
 */
export function onArrowKeys(
  step: (by: number) => void,
  aside?: (by: number) => void,
): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !(event.target instanceof HTMLAnchorElement)) return
    if (event.key === 'ArrowDown') step(1)
    else if (event.key === 'ArrowUp') step(-1)
    else if (event.key === 'ArrowLeft' && aside !== undefined) aside(-1)
    else if (event.key === 'ArrowRight' && aside !== undefined) aside(1)
    else if (event.key === 'Home' && aside === undefined) step(Number.NEGATIVE_INFINITY)
    else if (event.key === 'End' && aside === undefined) step(Number.POSITIVE_INFINITY)
    else return
    event.preventDefault()
  }
}

/** Where an arrow key leads in a menu, which begins again after its end; undefined for other keys. */
export function stepInMenu(key: string, at: number, length: number): number | undefined {
  if (key === 'ArrowDown') return at >= length - 1 ? 0 : at + 1
  if (key === 'ArrowUp') return at <= 0 ? length - 1 : at - 1
  return undefined
}
