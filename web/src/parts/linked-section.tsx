import { type ComponentProps, useEffect, useRef } from 'react'
import { useLocationProperty } from 'wouter/use-browser-location'

/** A section that the page scrolls to when the address ends with its id: `#stages`. */
export function LinkedSection({ id, ...props }: ComponentProps<'section'>) {
  const section = useRef<HTMLElement>(null)
  const hash = useLocationProperty(() => window.location.hash)
  useEffect(() => {
    if (hash === `#${id}`) section.current?.scrollIntoView()
  }, [hash, id])
  return <section {...props} id={id} ref={section} />
}
