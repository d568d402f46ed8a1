import { Menu, NavLink, useMantineColorScheme } from '@mantine/core'
import { Link } from 'wouter'
import { useMe } from '../api/me.ts'
import {
  IconDeviceDesktop,
  IconLogout,
  IconMenu,
  IconMoon,
  IconShieldLock,
  IconSun,
  IconTrash,
} from '../parts/icons.tsx'
import { Face } from '../parts/marks.tsx'
import { VisuallyHidden } from '../parts/visually-hidden.tsx'
import type { Destination } from '../site/use-pages.ts'
import { pageTitles } from '../texts/pages.ts'
import { texts } from '../texts/texts.ts'
import classes from './phone-bar.module.css'
import { useSignOutWithQuestion } from './use-sign-out.tsx'

interface YourMenuProps {
  /** In the bar of a phone. */
  compact?: boolean
  /** In the folded navigation. */
  folded?: boolean
  /** Pages that have no room in the bar of a phone. */
  more?: readonly Destination[]
}

/** The menu of the person who is signed in: account, appearance, sign out. */
export function YourMenu({ compact = false, folded = false, more = [] }: YourMenuProps) {
  const { user } = useMe()
  const { setColorScheme } = useMantineColorScheme()
  const { signOut, question } = useSignOutWithQuestion()
  const name = user?.details.fullName ?? ''
  // The name is next to it.
  const avatar = (
    <span aria-hidden="true">{user !== undefined && <Face id={user.id} name={name} size={24} />}</span>
  )
  return (
    <>
      <Menu position="top-start" width={232}>
        <Menu.Target>
          {compact ? (
            <button type="button" className={classes['entry']}>
              <IconMenu size={22} stroke={1.75} />
              <span>{texts.rail.more}</span>
            </button>
          ) : (
            <NavLink
              component="button"
              type="button"
              label={folded ? <VisuallyHidden>{name}</VisuallyHidden> : name}
              leftSection={avatar}
              fw={500}
              c="var(--atrium-quiet)"
              style={{ borderRadius: 6, height: 32, padding: folded ? '0 5px' : '0 6px' }}
            />
          )}
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user?.details.email}</Menu.Label>
          {more.map((page) => (
            <Menu.Item
              key={page.path}
              component={Link}
              href={page.path}
              leftSection={page.icon !== undefined && <page.icon size={16} />}
            >
              {page.title}
            </Menu.Item>
          ))}
          <Menu.Item component={Link} href="/account" leftSection={<IconShieldLock size={16} />}>
            {pageTitles.account}
          </Menu.Item>
          <Menu.Item component={Link} href="/trash" leftSection={<IconTrash size={16} />}>
            {pageTitles.trash}
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
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={signOut}>
            {texts.rail.signOut}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {question}
    </>
  )
}
