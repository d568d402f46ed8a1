/** The texts of Company Setup, Advanced, Sessions and security. */
export const securityTexts = {
  title: 'Sessions and security',
  sessions: 'Sessions',
  sessionsHint:
    'Each is one browser in which somebody has signed in. Ending one signs that browser out at once.',
  emptyTitle: 'Nobody is signed in',
  emptyHint: 'Sessions appear here when people sign in.',
  person: 'Person',
  method: 'Signed in by',
  methods: {
    Password: 'Password',
    'Single sign-on': 'Single sign-on',
    Invitation: 'Invitation',
    'Password reset': 'Password reset',
    Setup: 'First start',
  },
  browser: 'Browser',
  address: 'Address',
  lastUse: 'Last use',
  started: 'Signed in',
  ends: 'Ends',
  here: 'This browser',
  end: 'End session',
  ended: 'The session has ended.',
  endHere: 'End this session, which signs you out here',
  endAll: 'End all of this person',
  endAllTitle: (name: string) => `End all sessions of ${name}`,
  endAllHint: (count: number) =>
    count === 1
      ? '1 browser is signed out at once. Signing in again starts a new session.'
      : `${count} browsers are signed out at once. Signing in again starts a new session.`,
  endAllOwn: 'These are your own sessions: this browser is signed out last.',
  endAllNone: 'There is no session left to end.',
  endAllVerb: 'End all sessions',
  ending: (done: number, all: number) => `${done} of ${all} ended`,
  allEnded: (count: number) => (count === 1 ? '1 session has ended.' : `${count} sessions have ended.`),
  rowOf: (method: string, address: string) => `Session by ${method} from ${address}`,
} as const
