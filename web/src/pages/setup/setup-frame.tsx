import { Box, NavLink, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { useRecord } from '../../api/queries.ts'
import type { User } from '../../api/types.ts'
import { type Crumb, PageHead } from '../../frame/frame.tsx'
import { Empty, Failed, Loading } from '../../parts/states.tsx'
import { setupTexts } from '../../texts/setup.ts'
import { texts } from '../../texts/texts.ts'
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

/** On a phone the sections are a row that is wider than the screen: the one that is open is seen. */
function intoView(link: HTMLElement | null): void {
  link?.scrollIntoView({ inline: 'center', block: 'nearest' })
}

interface SetupFrameProps {
  title: string
  /** What stands between Company Setup and this page. */
  trail?: readonly Crumb[]
  action?: ReactNode
  children: ReactNode
}

export function SetupFrame({ title, trail = [], action, children }: SetupFrameProps) {
  const [location] = useLocation()
  const me = useRecord<User>('/v1/users/me')
  if (me.data === undefined)
    return (
      <>
        <PageHead title={title} trail={[{ label: setupTexts.title, href: '/setup' }, ...trail]} />
        {me.error === null ? <Loading /> : <Failed error={me.error} retry={() => void me.refetch()} />}
      </>
    )
  if (!me.data.details.permissions.includes('companyAdmin'))
    return (
      <>
        <PageHead title={setupTexts.title} />
        <Empty title={texts.states.forbidden} hint={setupTexts.forbiddenHint} />
      </>
    )
  const link = ({ href, label }: { href: string; label: string }) => {
    const isHere = location === href || (href !== '/setup' && location.startsWith(`${href}/`))
    return (
      <NavLink
        key={href}
        {...(isHere && { ref: intoView })}
        component={Link}
        href={href}
        label={label}
        active={isHere}
        aria-current={isHere ? 'page' : undefined}
        style={{ borderRadius: 8 }}
        className={classes['link'] ?? ''}
      />
    )
  }
  return (
    <>
      <PageHead
        title={title}
        trail={[{ label: setupTexts.title, href: '/setup' }, ...trail]}
        action={action}
      />
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
