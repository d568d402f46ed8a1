import { useLayoutEffect, useRef } from 'react'

interface Drops {
  /** The type of data that can be dropped, as browsers name it; undefined if there is none. */
  type: string | undefined
  effect: 'copy' | 'move'
  /** The element that would take it, if there is one. */
  targetOf: (event: DragEvent) => HTMLElement | undefined
  onOver?: (target: HTMLElement | undefined) => void
  onDrop: (data: DataTransfer, target: HTMLElement) => void
}

export const nearest = ({ target }: DragEvent, selector: string): HTMLElement | undefined =>
  (target instanceof Element ? target.closest<HTMLElement>(selector) : null) ?? undefined

/** Handles what is dragged over the window, and marks the element that would take it. */
export function useDrops({ type, effect, targetOf, onOver, onDrop }: Drops): void {
  const over = useRef<HTMLElement>(undefined)
  const mark = (element: HTMLElement | undefined): void => {
    if (element === over.current) return
    over.current?.removeAttribute('data-over')
    element?.setAttribute('data-over', 'true')
    over.current = element
    onOver?.(element)
  }
  const taker = (event: DragEvent): HTMLElement | undefined =>
    type !== undefined && !event.defaultPrevented && event.dataTransfer?.types.includes(type) === true
      ? targetOf(event)
      : undefined
  const dragOver = (event: DragEvent): void => {
    const target = taker(event)
    mark(target)
    if (target === undefined || event.dataTransfer === null) return
    event.preventDefault()
    event.dataTransfer.dropEffect = effect
  }
  const drop = (event: DragEvent): void => {
    const target = taker(event)
    mark(undefined)
    if (target === undefined || event.dataTransfer === null) return
    event.preventDefault()
    onDrop(event.dataTransfer, target)
  }
  // Drops are taken as soon as the component can be seen.
  useLayoutEffect(() => {
    const ending = new AbortController()
    const { signal } = ending
    document.addEventListener('dragover', dragOver, { signal })
    document.addEventListener('drop', drop, { signal })
    document.addEventListener('dragend', () => mark(undefined), { signal })
    const leave = ({ relatedTarget }: DragEvent): void => {
      // Nothing comes next: the pointer has left the window.
      if (relatedTarget === null) mark(undefined)
    }
    document.addEventListener('dragleave', leave, { signal })
    return () => ending.abort()
  })
}
