import type { ComponentProps } from 'react'

interface VisuallyHiddenProps extends ComponentProps<'span'> {
  component?: 'span' | 'legend'
}

/** Text for screen readers. Every row of a list has several, and those of the library are slow to render. */
export function VisuallyHidden({ component: Element = 'span', ...props }: VisuallyHiddenProps) {
  return <Element className="visually-hidden" {...(props as object)} />
}
