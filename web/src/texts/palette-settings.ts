/** The sections of the person's own settings, and other words that people search for. */
export const settingSections = [
  { path: '/account', label: 'Profile', also: 'name time zone settings' },
  {
    path: '/account/preferences#appearance',
    label: 'Appearance',
    also: 'theme dark light mode colour settings',
  },
  {
    path: '/account/preferences#preferences',
    label: 'Preferences',
    also: 'start page rows density compact first day of the week dates durations formats settings',
  },
  { path: '/account/preferences#keyboard', label: 'Keyboard', also: 'shortcuts single keys settings' },
  { path: '/account/preferences#calendar', label: 'Calendar address', also: 'subscribe ical feed settings' },
  { path: '/account/notifications', label: 'Notifications', also: 'email mail quiet hours settings' },
  { path: '/account/security#password', label: 'Password', also: 'change sign in security settings' },
  {
    path: '/account/security#codes',
    label: 'One-time codes',
    also: 'two-factor 2fa mfa authenticator security settings',
  },
  {
    path: '/account/security#sessions',
    label: 'Where you’re signed in',
    also: 'sessions devices sign out log out logout settings',
  },
] as const
