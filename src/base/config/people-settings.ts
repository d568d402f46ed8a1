import { oneOf, type Setting, setting, text, whole } from './setting.ts'

function mailServer(value: string): string {
  if (value === '' || (/^smtps?:\/\/[^/?#]+/.test(value) && URL.canParse(value))) return value
  throw new Error('must be smtp://user:password@host:port or smtps://…')
}

/** How people sign in, and the mail they get. */
export const peopleSettings = {
  ATRIUM_SESSION_HOURS: setting(
    '720',
    '1–8760',
    'The maximum length of a session, in hours.',
    whole(1, 8_760),
  ),
  ATRIUM_SESSION_IDLE_HOURS: setting(
    '168',
    '1–8760',
    'How many hours a session lasts without use.',
    whole(1, 8_760),
  ),
  ATRIUM_INVITATION_HOURS: setting(
    '168',
    '1–8760',
    'How many hours an invitation stays valid.',
    whole(1, 8_760),
  ),
  ATRIUM_PASSWORD_RESET_HOURS: setting(
    '24',
    '1–720',
    'How many hours a link for choosing a new password stays valid.',
    whole(1, 720),
  ),
  ATRIUM_SMTP_URL: setting(
    '',
    'smtp(s)://…',
    'The mail server. Empty: no mail is sent, and administrators pass links on themselves.',
    mailServer,
  ),
  ATRIUM_MAIL_FROM: setting('Atrium <atrium@localhost>', 'Name <address>', 'The sender of mail.', text),
  ATRIUM_SSO_PRIVATE_ADDRESSES: setting(
    'no',
    'yes | no',
    'Whether a single sign-on provider may use plain http and private network addresses.',
    oneOf('yes', 'no'),
  ),
} as const satisfies Record<string, Setting<unknown>>
