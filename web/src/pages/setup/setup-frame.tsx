import { Box, NavLink, Stack, Text } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { type Crumb, PageHead } from '../../parts/page-head.tsx'
import { intoView } from '../../site/into-view.ts'
import { type Destination, useSection } from '../../site/use-pages.ts'
import { pageTitles } from '../../texts/pages.ts'
import classes from './setup-frame.module.css'

const { setup: titles } = pageTitles

const start = '/setup'

interface SetupFrameProps {
  /** Without one, the title that the page is registered with. */
  title?: string
  action?: ReactNode
  children: ReactNode
}

/** A page of Company Setup, with links to the others. */
export function SetupFrame({ title, action, children }: SetupFrameProps) {
  const [location] = useLocation()
  const pages = useSection(titles.section)
  const groups = [...new Set(pages.map(({ group }) => group))]
  const above: Crumb[] = pages
    .filter(({ path }) => path !== start && location.startsWith(`${path}/`))
    .map(({ path, title }) => ({ label: title, href: path }))
  const link = ({ path, title }: Destination) => {
    const isHere = location === path || (path !== start && location.startsWith(`${path}/`))
    return (
      <NavLink
        key={path}
        {...(isHere && { ref: intoView })}
        component={Link}
        href={path}
        label={title}
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
        {...(title !== undefined && { title })}
        trail={[{ label: titles.section, href: start }, ...above]}
        action={action}
      />
      <div className={classes['columns']}>
        <Stack component="nav" gap={2} aria-label={titles.section} className={classes['sections'] ?? ''}>
          {groups.map((group) => (
            <Fragment key={group ?? ''}>
              {group !== undefined && (
                <Text size="xs" c="var(--atrium-quiet)" mt="sm" px="sm" className={classes['heading'] ?? ''}>
                  {group}
                </Text>
              )}
              {pages.filter((page) => page.group === group).map(link)}
            </Fragment>
          ))}
        </Stack>
        <Box miw={0}>{children}</Box>
      </div>
    </>
  )
}
