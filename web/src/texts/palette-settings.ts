import { accountTexts as account } from './account.ts'
import { calendarAddressTexts } from './calendar-address.ts'
import { generalTexts } from './setup-general.ts'

/** The sections of the person's own settings, and other words that people search for. */
export const settingSections = [
  { path: '/account', label: account.you.title, also: 'name time zone settings' },
  {
    path: '/account/preferences#appearance',
    label: account.appearance.title,
    also: 'theme dark light mode colour settings',
  },
  {
    path: '/account/preferences#preferences',
    label: account.preferences.title,
    also: 'start page rows density compact first day of the week dates durations formats settings',
  },
  {
    path: '/account/preferences#keyboard',
    label: account.keyboard.title,
    also: 'shortcuts single keys settings',
  },
  {
    path: '/account/preferences#calendar',
    label: calendarAddressTexts.section,
    also: 'subscribe ical feed settings',
  },
  {
    path: '/account/notifications',
    label: account.notifications.title,
    also: 'email mail quiet hours settings',
  },
  {
    path: '/account/security#password',
    label: account.password.title,
    also: 'change sign in security settings',
  },
  {
    path: '/account/security#codes',
    label: account.codes.title,
    also: 'two-factor 2fa mfa authenticator security settings',
  },
  {
    path: '/account/security#sessions',
    label: account.sessions.title,
    also: 'sessions devices sign out log out logout settings',
  },
] as const

/** The same for Company Setup. */
export const setupSections = [
  { path: '/setup#sso', label: generalTexts.sso, also: 'sso oidc openid connect saml login sign in' },
] as const

/** Other words that people search for, by the address of a page. */
export const pageWords: Readonly<Record<string, string>> = {
  '/reports': 'export csv charts hours',
  '/trash': 'deleted restore bin',
  '/time': 'hours timesheet',
  '/setup/people': 'invite add users',
  '/setup/advanced/api': 'token key client credentials integration',
  '/setup/advanced/security': 'backup sign out everyone',
}

/** The same for the settings of a workspace. */
export const workspaceWords = {
  members: 'invite add people members team',
  stages: 'board columns status settings',
} as const

export const signOutWords = 'log out logout leave'
