import { Anchor, Box, Breadcrumbs, Group } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { Link } from 'wouter'
import { useHeadingFocus } from '../site/heading-focus.ts'
import { useTitle } from '../site/use-pages.ts'
import { texts } from '../texts/texts.ts'

export interface Crumb {
  label: string
  href: string
}

interface PageHeadProps {
  /** Without one, the title that the page is registered with. */
  title?: string
  /** The pages above this one. */
  trail?: readonly Crumb[]
  /** The main action of the page. */
  action?: ReactNode
}

/** The heading of a page, which is also the title of the window. */
export function PageHead({ title, trail = [], action }: PageHeadProps) {
  const registered = useTitle()
  const heading = useRef<HTMLHeadingElement>(null)
  useHeadingFocus(heading)
  const shown = title ?? registered
  return (
    <Box mt={-8} mb="lg">
      <title>{`${shown} · ${texts.product}`}</title>
      {trail.length > 0 && (
        <Breadcrumbs mb="xs" fz="sm" aria-label={texts.breadcrumb}>
          {trail.map(({ label, href }) => (
            <Anchor key={href} component={Link} href={href} size="sm">
              {label}
            </Anchor>
          ))}
        </Breadcrumbs>
      )}
      <Group justify="space-between" align="center" mih={40}>
        <h1 ref={heading} tabIndex={-1}>
          {shown}
        </h1>
        {action}
      </Group>
    </Box>
  )
}
