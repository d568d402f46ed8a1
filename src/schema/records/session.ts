import { boolean, choice, computed, moment, readOnly, unfolded } from '../fields/fields.ts'
import { reference } from '../fields/reference.ts'
import { name, notes, rawText } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

const sessionMethods = ['Password', 'Single sign-on', 'Invitation', 'Password reset', 'Setup'] as const
export type SessionMethod = (typeof sessionMethods)[number]

export const session = resource(
  'session',
  'A sign-in session: one browser in which somebody is signed in. It is deleted when it ends.',
  {
    userHash: computed(reference('Who is signed in.', 'user')),
    method: readOnly(choice('How they signed in.', sessionMethods)),
    address: readOnly(unfolded(name('The address they signed in from.', { example: '192.0.2.7' }))),
    userAgent: readOnly(notes('The user agent of the browser.', { max: 255, example: 'Mozilla/5.0 …' })),
    lastUsedAt: moment('When it was last used, to a few minutes.'),
    expiresAt: moment('When it ends unless it is used before.'),
    current: computed(boolean('Whether this request was made with it.')),
  },
  {
    table: 'sessions',
    list: { sort: ['lastUsedAt'], filter: ['userHash', 'method', 'lastUsedAt'], filterIndexes: ['userHash'] },
    volatile: ['lastUsedAt', 'expiresAt'],
    hidden: {
      userId: { ...readOnly(reference('Who is signed in.', 'user')), presentedAs: 'userHash' },
      hash: rawText('The hash of the secret in the cookie.'),
      step: choice('`code`: the password was right, and a one-time code is still missing.', ['code', 'done']),
      endsAt: moment('When it ends however much it is used.'),
    },
  },
)

export type SessionRow = RowOf<typeof session>
