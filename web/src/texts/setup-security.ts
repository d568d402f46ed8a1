import { plural } from './plural.ts'

/** The texts of Company Setup, Advanced, Sessions and security. */
export const securityTexts = {
  sessions: 'Sessions',
  sessionsHint: 'Every device that is signed in. Ending a session signs that device out immediately.',
  emptyTitle: 'No one is signed in',
  emptyHint: 'Sessions are listed here when people sign in.',
  person: 'Person',
  method: 'Signed in with',
  methods: {
    Password: 'Password',
    'Single sign-on': 'Single sign-on',
    Invitation: 'Invitation',
    'Password reset': 'Password reset',
    Setup: 'First setup',
  },
  browser: 'Browser',
  address: 'IP address',
  lastUse: 'Last used',
  ends: 'Expires',
  here: 'This device',
  end: 'End session',
  ended: 'Session ended.',
  endHere: 'End this session and sign out here',
  endAll: 'End all sessions',
  endAllTitle: (name: string) => `End all sessions of ${name}`,
  endAllHint: (count: number) =>
    count === 1
      ? '1 device is signed out immediately. They can sign in again.'
      : `${count} devices are signed out immediately. They can sign in again.`,
  endAllOwn: 'These are your own sessions. This device is signed out last.',
  endAllNone: 'No sessions left.',
  endAllVerb: 'End all sessions',
  ending: (done: number, all: number) => `${done} of ${all} ended`,
  allEnded: (count: number) => `${plural(count, 'session', 'sessions')} ended.`,
  rowOf: (method: string, address: string) => `${method} session from ${address}`,
} as const
