import { Tooltip } from '@mantine/core'
import { cloneElement, type PointerEventHandler, type ReactElement, useEffect, useRef, useState } from 'react'

interface HintProps {
  label: string
  children: ReactElement<{ onPointerEnter?: PointerEventHandler; onPointerLeave?: PointerEventHandler }>
}

const delay = 300

/** A tooltip that exists only while the pointer rests on its element: each is slow to render, and few are seen. */
export function Hint({ label, children }: HintProps) {
  const [target, setTarget] = useState<Element>()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <>
      {cloneElement(children, {
        onPointerEnter: ({ currentTarget, pointerType }) => {
          if (pointerType === 'mouse') timer.current = setTimeout(() => setTarget(currentTarget), delay)
        },
        onPointerLeave: () => {
          clearTimeout(timer.current)
          setTarget(undefined)
        },
      })}
      {target instanceof HTMLElement && <Tooltip defaultOpened label={label} target={target} />}
    </>
  )
}
