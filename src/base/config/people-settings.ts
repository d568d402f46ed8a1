import { oneOf, type Setting, setting, text, whole } from './setting.ts'

function mailServer(value: string): string {
  if (value === '' || (/^smtps?:\/\/[^/?#]+/.test(value) && URL.canParse(value))) return value
  throw new Error('must be smtp://user:password@host:port or smtps://…')
}

/** How people get in, and how they are written to. */
export const peopleSettings = {
  ATRIUM_SESSION_HOURS: setting(
    '720',
    '1–8760',
    'How long a sign-in lasts at most, in hours; then one signs in again.',
    whole(1, 8_760),
  ),
  ATRIUM_SESSION_IDLE_HOURS: setting(
    '168',
    '1–8760',
    'After how many hours without use a sign-in ends.',
    whole(1, 8_760),
  ),
  ATRIUM_INVITATION_HOURS: setting(
    '168',
    '1–8760',
    'For how many hours an invitation can be accepted.',
    whole(1, 8_760),
  ),
  ATRIUM_PASSWORD_RESET_HOURS: setting(
    '24',
    '1–720',
    'For how many hours a link to choose a new password can be used.',
    whole(1, 720),
  ),
  ATRIUM_SMTP_URL: setting(
    '',
    'smtp(s)://…',
    'The server that takes our mail. Empty: nothing is mailed, and administrators hand links on themselves.',
    mailServer,
  ),
  ATRIUM_MAIL_FROM: setting('Atrium <atrium@localhost>', 'Name <address>', 'Whom our mail comes from.', text),
  ATRIUM_SSO_PRIVATE_ADDRESSES: setting(
    'no',
    'yes | no',
    'Whether a provider of single sign-on may be reached by plain http and at addresses of private networks.',
    oneOf('yes', 'no'),
  ),
} as const satisfies Record<string, Setting<unknown>>
