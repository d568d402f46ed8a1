import { ActionIcon, Avatar, Menu, NavLink, useMantineColorScheme, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { useMe } from '../api/me.ts'
import { useSignOut } from '../api/session.ts'
import { IconDeviceDesktop, IconLogout, IconMoon, IconShieldLock, IconSun } from '../parts/icons.tsx'
import { pageTitles } from '../texts/pages.ts'
import { texts } from '../texts/texts.ts'

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join('')
    .toUpperCase()

/** The menu of the person who is signed in: account, appearance, sign out. */
export function YourMenu({ compact = false }: { compact?: boolean }) {
  const { user } = useMe()
  const { setColorScheme } = useMantineColorScheme()
  const signOut = useSignOut()
  const name = user?.details.fullName ?? ''
  const avatar = (
    <Avatar size={compact ? 28 : 24} radius="xl" color="gray" name={name}>
      {initials(name)}
    </Avatar>
  )
  return (
    <Menu position="top-start" width={232}>
      <Menu.Target>
        {compact ? (
          <ActionIcon variant="subtle" size={44}>
            {avatar}
            <VisuallyHidden>{pageTitles.account}</VisuallyHidden>
          </ActionIcon>
        ) : (
          <NavLink
            component="button"
            type="button"
            label={name}
            leftSection={avatar}
            style={{ borderRadius: 8 }}
          />
        )}
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user?.details.email}</Menu.Label>
        <Menu.Item component={Link} href="/account" leftSection={<IconShieldLock size={16} />}>
          {pageTitles.account}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Label>{texts.rail.theme}</Menu.Label>
        <Menu.Item leftSection={<IconSun size={16} />} onClick={() => setColorScheme('light')}>
          {texts.rail.light}
        </Menu.Item>
        <Menu.Item leftSection={<IconMoon size={16} />} onClick={() => setColorScheme('dark')}>
          {texts.rail.dark}
        </Menu.Item>
        <Menu.Item leftSection={<IconDeviceDesktop size={16} />} onClick={() => setColorScheme('auto')}>
          {texts.rail.auto}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => signOut.mutate()}>
          {texts.rail.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
