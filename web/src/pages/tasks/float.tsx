import { type CSSProperties, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { keysOf, keyTable } from '../../site/key-table.ts'
import classes from './float.module.css'

interface FloatProps {
  /** The element that it belongs to; it gets the focus back. */
  at: HTMLElement
  label: string
  onClose: () => void
  children: ReactNode
}

/** A box at an element, or a sheet at the bottom of a phone. */
export function Float({ at, label, onClose, children }: FloatProps) {
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<{ left: number; top: number }>()
  useLayoutEffect(() => {
    const { current } = box
    if (current === null) return undefined
    const move = (): void => {
      const { height, width } = current.getBoundingClientRect()
      const { left, top, bottom } = at.getBoundingClientRect()
      const fitsBelow = bottom + 4 + height <= window.innerHeight - 8
      setPlace({
        left: Math.max(8, Math.min(left, window.innerWidth - width - 8)),
        top: fitsBelow
          ? bottom + 4
          : Math.max(8, Math.min(top - height - 4, window.innerHeight - height - 8)),
      })
    }
    move()
    // A form that grows could extend beyond the window.
    const watch = new ResizeObserver(() => {
      if (current.getBoundingClientRect().bottom > window.innerHeight) move()
    })
    watch.observe(current)
    return () => watch.disconnect()
  }, [at])
  useEffect(() => {
    const onPointerDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && !box.current?.contains(event.target)) onClose()
    }
    // The palette would open beneath it.
    const onKeyDown = (event: KeyboardEvent): void => {
      if (keysOf(event) === keyTable.palette.keys) onClose()
    }
    document.addEventListener('pointerdown', onPointerDown, true)
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true)
      document.removeEventListener('keydown', onKeyDown, true)
    }
  }, [onClose])
  useEffect(
    () => () => {
      if (at.isConnected) at.focus({ preventScroll: true })
    },
    [at],
  )
  return createPortal(
    <div
      ref={box}
      role="dialog"
      aria-label={label}
      className={classes['float']}
      style={
        place === undefined
          ? { opacity: 0 }
          : ({ '--left': `${place.left}px`, '--top': `${place.top}px` } as CSSProperties)
      }
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
      }}
    >
      {children}
    </div>,
    document.body,
  )
}
