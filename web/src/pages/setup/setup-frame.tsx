import { Box, NavLink, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { PageHead } from '../../frame/frame.tsx'
import { setupTexts } from '../../texts/setup.ts'
import classes from './setup-frame.module.css'

const { sections } = setupTexts

/** The sections of Company Setup, in the order in which a company is set up. */
const places = [
  { href: '/setup', label: sections.general },
  { href: '/setup/people', label: sections.people },
  { href: '/setup/workspaces', label: sections.workspaces },
]

const advanced = [
  { href: '/setup/advanced/api', label: sections.api },
  { href: '/setup/advanced/audit', label: sections.audit },
  { href: '/setup/advanced/security', label: sections.security },
]

export function SetupFrame({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const [location] = useLocation()
  const link = ({ href, label }: { href: string; label: string }) => (
    <NavLink
      key={href}
      component={Link}
      href={href}
      label={label}
      active={location === href}
      aria-current={location === href ? 'page' : undefined}
      style={{ borderRadius: 8 }}
      className={classes['link'] ?? ''}
    />
  )
  return (
    <>
      <PageHead title={title} trail={[{ label: setupTexts.title, href: '/setup' }]} action={action} />
      <div className={classes['columns']}>
        <Stack component="nav" gap={2} aria-label={setupTexts.title} className={classes['sections'] ?? ''}>
          {places.map(link)}
          <Text size="xs" c="var(--atrium-quiet)" mt="sm" px="sm" className={classes['heading'] ?? ''}>
            {sections.advanced}
          </Text>
          {advanced.map(link)}
        </Stack>
        <Box miw={0}>{children}</Box>
      </div>
    </>
  )
}
