import {
  ActionIcon,
  Anchor,
  AppShell,
  Box,
  Breadcrumbs,
  Group,
  NavLink,
  ScrollArea,
  Title,
} from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'wouter'
import { texts } from '../texts/texts.ts'
import { Palette } from './palette.tsx'
import { type Place, useRailPlaces } from './places.tsx'
import { YourMenu } from './your-menu.tsx'

/** A left rail, a bottom bar on a phone, and the content. */
export function Frame({ children }: { children: ReactNode }) {
  const [location] = useLocation()
  const phone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const places = useRailPlaces()
  const isAt = ({ href }: Place): boolean => location === href || location.startsWith(`${href}/`)
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
            {places
              .filter(({ foot }) => !foot)
              .map((place) => (
                <RailLink key={place.href} place={place} active={isAt(place)} />
              ))}
          </AppShell.Section>
          <AppShell.Section>
            {places
              .filter(({ foot }) => foot)
              .map((place) => (
                <RailLink key={place.href} place={place} active={isAt(place)} />
              ))}
            <YourMenu />
          </AppShell.Section>
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1}>
        {/* So that what ends a page can be pushed out from under what is said in the corner. */}
        <Box pb={56}>{children}</Box>
      </AppShell.Main>
      {phone && (
        <AppShell.Footer
          aria-label={texts.rail.label}
          component="nav"
          style={{ background: 'var(--atrium-rail)' }}
        >
          <Group h="100%" justify="space-around" wrap="nowrap" px="sm">
            {places.map((place) => (
              <ActionIcon
                key={place.href}
                component={Link}
                href={place.href}
                variant={isAt(place) ? 'light' : 'subtle'}
                size={44}
                aria-label={place.label}
                aria-current={isAt(place) ? 'page' : undefined}
              >
                <place.icon size={22} />
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

function RailLink({ place, active }: { place: Place; active: boolean }) {
  return (
    <NavLink
      component={Link}
      href={place.href}
      label={place.label}
      active={active}
      aria-current={active ? 'page' : undefined}
      leftSection={<place.icon size={18} stroke={1.75} />}
      style={{ borderRadius: 8 }}
    />
  )
}

export interface Crumb {
  label: string
  href: string
}

/** Where you are, each part a link, and the page's one main action. */
export function PageHead({
  title,
  trail = [],
  action,
}: {
  title: string
  trail?: readonly Crumb[]
  action?: ReactNode
}) {
  return (
    <Box mb="lg">
      <title>{`${title} · ${texts.product}`}</title>
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
        <Title order={1}>{title}</Title>
        {action}
      </Group>
    </Box>
  )
}
