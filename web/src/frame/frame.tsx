import { ActionIcon, Anchor, AppShell, Box, Group, NavLink, ScrollArea } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { type Destination, useNavigation } from '../site/use-pages.ts'
import { texts } from '../texts/texts.ts'
import { DeletedBanner } from './deleted-banner.tsx'
import { Palette } from './palette.tsx'
import { YourMenu } from './your-menu.tsx'

/** The navigation, at the left or at the bottom of a phone, and the page. */
export function Frame({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const pages = useNavigation()
  const isAt = ({ path }: Destination): boolean => location === path || location.startsWith(`${path}/`)
  const links = (part: Destination['navigation']) =>
    pages
      .filter(({ navigation }) => navigation === part)
      .map((page) => <RailLink key={page.path} page={page} active={isAt(page)} />)
  return (
    <AppShell
      navbar={{ width: 248, breakpoint: 'sm', collapsed: { mobile: true } }}
      footer={{ height: 64, collapsed: !phone }}
      padding={phone ? 16 : 24}
    >
      <a className="skip" href="#content">
        {texts.skipToContent}
      </a>
      {!phone && (
        <AppShell.Navbar p="sm" style={{ background: 'var(--atrium-rail)' }} aria-label={texts.rail.label}>
          <AppShell.Section p="sm">
            <Group justify="space-between">
              <Anchor component={Link} href="/" fw={600} underline="never" c="inherit">
                <Group gap="sm">
                  <img src="/app/icon.svg" alt="" width={24} height={24} />
                  {texts.product}
                </Group>
              </Anchor>
              <Palette />
            </Group>
          </AppShell.Section>
          <AppShell.Section grow component={ScrollArea}>
            {links('main')}
          </AppShell.Section>
          <AppShell.Section>
            {links('foot')}
            <YourMenu />
          </AppShell.Section>
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1}>
        {/* Notices cover the lower corner; the end of a page can be scrolled above them. */}
        <Box pb={56}>
          <DeletedBanner />
          {children}
        </Box>
      </AppShell.Main>
      {phone && (
        <AppShell.Footer
          aria-label={texts.rail.label}
          component="nav"
          style={{ background: 'var(--atrium-rail)' }}
        >
          <Group h="100%" justify="space-around" wrap="nowrap" px="sm">
            {pages.map((page) => (
              <ActionIcon
                key={page.path}
                component={Link}
                href={page.path}
                variant={isAt(page) ? 'light' : 'subtle'}
                size={44}
                aria-label={page.title}
                aria-current={isAt(page) ? 'page' : undefined}
              >
                {page.icon !== undefined && <page.icon size={22} />}
              </ActionIcon>
            ))}
            <Palette compact />
            <YourMenu compact />
          </Group>
        </AppShell.Footer>
      )}
    </AppShell>
  )
}

function RailLink({ page, active }: { page: Destination; active: boolean }) {
  return (
    <NavLink
      component={Link}
      href={page.path}
      label={page.title}
      active={active}
      aria-current={active ? 'page' : undefined}
      leftSection={page.icon !== undefined && <page.icon size={18} stroke={1.75} />}
      style={{ borderRadius: 8 }}
    />
  )
}
