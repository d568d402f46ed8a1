import type { Reader } from '../db/database.ts'
import { type Field, field, found } from '../schema/fields/fields.ts'
import { idPattern, type JsonSchema } from '../schema/json-schema.ts'
import type { Fields } from '../schema/resource.ts'
import { longestPassword } from './passwords.ts'
import type { Opened, People } from './people.ts'
import type { SignedIn } from './sessions.ts'
import { hasCompany } from './unfinished.ts'
import { type NextStep, nextStep } from './web-api.ts'

const text = (description: string): JsonSchema => ({ type: 'string', description })
const id = (description: string): JsonSchema => ({ type: 'string', pattern: idPattern, description })

/** The session as web pages see it. */
export const sessionState: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['signedIn', 'next', 'csrfToken', 'user', 'hasCompany', 'hasSingleSignOn'],
  properties: {
    signedIn: { type: 'boolean', description: 'Whether there is a session.' },
    next: {
      type: ['string', 'null'],
      enum: ['oneTimeCode', 'enrolment', null],
      description: 'The next step: enter a one-time code, or set up one-time codes. Null if there is none.',
    },
    csrfToken: {
      type: ['string', 'null'],
      description: 'Send it in the header `X-CSRF-Token` with every request of the session.',
    },
    user: {
      type: ['object', 'null'],
      description: 'The person who signed in. Null until a required one-time code is entered.',
      additionalProperties: false,
      required: [
        'userHash',
        'email',
        'fullName',
        'companyId',
        'companyName',
        'hasTimer',
        'hasCalendarAddress',
      ],
      properties: {
        userHash: id('The person.'),
        email: text('Their address.'),
        fullName: text('Their name.'),
        companyId: id('Their company.'),
        companyName: text('Its name.'),
        hasTimer: { type: 'boolean', description: 'Whether their timer is running.' },
        hasCalendarAddress: { type: 'boolean', description: 'Whether they have a calendar address.' },
      },
    },
    hasCompany: {
      type: 'boolean',
      description:
        'Whether the installation has a company. The link that the service prints when it starts creates the first one.',
    },
    hasSingleSignOn: {
      type: 'boolean',
      description: 'Whether a company of the installation has set up single sign-on for its domains.',
    },
  },
}

interface SessionState {
  signedIn: boolean
  next: NextStep
  csrfToken: string | null
  user: object | null
  hasCompany: boolean
  hasSingleSignOn: boolean
}

export async function presentNobody({ db }: People): Promise<SessionState> {
  const [isThere, hasSingleSignOn] = await Promise.all([hasCompany(db), hasProvider(db)])
  return {
    ...{ signedIn: false, next: null, csrfToken: null, user: null },
    ...{ hasCompany: isThere, hasSingleSignOn },
  }
}

/** Whether any company has single sign-on for a domain. */
async function hasProvider(reader: Reader): Promise<boolean> {
  const found = await reader.query
    .selectFrom('ssoDomains')
    .innerJoin('companies', 'companies.companyNo', 'ssoDomains.companyNo')
    .select('domain')
    .where('ssoIssuer', 'is not', null)
    .where('deletedAt', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

export async function presentSession(
  people: People,
  signedIn: SignedIn,
  csrfToken: string | undefined,
): Promise<SessionState> {
  const { user, company, session } = signedIn
  const { id: userHash, email, fullName } = user
  return {
    signedIn: true,
    next: await nextStep(people, signedIn),
    csrfToken: csrfToken ?? null,
    user:
      session.step === 'code'
        ? null
        : {
            ...{ userHash, email, fullName, companyId: company.id, companyName: company.companyName },
            hasTimer: await hasRow(people, 'timers', user),
            hasCalendarAddress: await hasRow(people, 'calendarFeeds', user),
          },
    hasCompany: true,
    hasSingleSignOn: await hasProvider(people.db),
  }
}

/** Whether a person has a row in a table with at most one row per person. */
async function hasRow(
  { db }: People,
  table: 'timers' | 'calendarFeeds',
  { companyNo, id: userHash }: SignedIn['user'],
): Promise<boolean> {
  const found = await db.query
    .selectFrom(table)
    .select('id')
    .where('companyNo', '=', companyNo)
    .where('userHash', '=', userHash)
    .executeTakeFirst()
  return found !== undefined
}

/** The state of a new session. */
export async function presentOpened(
  people: People,
  { session, user, secret }: Opened,
): Promise<SessionState> {
  const company = await people.db.query
    .selectFrom('companies')
    .selectAll()
    .where('companyNo', '=', user.companyNo)
    .executeTakeFirstOrThrow()
  return presentSession(people, { session, user, company }, people.csrfToken(secret))
}

/** A text field that is stored exactly as sent and never shown. */
export function secretText(sentence: string, most: number = longestPassword): Field<string, 'write'> {
  return field<string>(
    sentence,
    {
      schema: { type: 'string', minLength: 1, maxLength: most },
      filterType: undefined,
      example: 'several unrelated words',
      parse(value, complain) {
        if (typeof value === 'string' && value !== '' && value.length <= most) return value
        if (typeof value === 'string')
          complain(value === '' ? 'may not be empty.' : `is too long: at most ${most} characters.`)
        else
          complain(
            `must be a string${Array.isArray(value) || typeof value === 'object' ? found(value) : ''}.`,
          )
        return ''
      },
    },
    { required: true },
  )
}

export const newPassword = {
  password: secretText('The new password: at least 12 characters, and not easy to guess.'),
} satisfies Fields
