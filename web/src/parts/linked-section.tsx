import { type ComponentProps, useEffect, useRef } from 'react'

/** Following a link within the application is the first of these, also if the address stays the same. */
const followed = ['pushState', 'hashchange']

/** A section that the page scrolls to when a link ends with its id: `#stages`. */
export function LinkedSection({ id, ...props }: ComponentProps<'section'>) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => {
    const scroll = (): void => {
      if (window.location.hash === `#${id}`) section.current?.scrollIntoView()
    }
    scroll()
    for (const event of followed) window.addEventListener(event, scroll)
    return () => {
      for (const event of followed) window.removeEventListener(event, scroll)
    }
  }, [id])
  return <section {...props} id={id} ref={section} />
}
