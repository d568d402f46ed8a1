import { invalid, problem } from '../base/errors.ts'
import type { Seal } from '../base/secret.ts'
import { rows } from '../db/database.ts'
import { type CompanyRow, ssoCreates } from '../db/rows/people.ts'
import type { Write } from '../db/write.ts'
import { boolean, choice, type Field, field, found, optional } from '../schema/fields/fields.ts'
import { emptyIsNone, name, notes } from '../schema/fields/text.ts'

/** Representation in place of the secret, which never leaves; sent back, it changes nothing. */
const kept = '(kept)'

const domainPattern = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/

/** Domains of mail addresses, in small letters. */
function domains(sentence: string, most: number): Field<string[], 'write'> {
  return field<string[]>(
    sentence,
    {
      schema: { type: 'array', maxItems: most, items: { type: 'string', maxLength: 253 } },
      filterType: undefined,
      example: ['example.com'],
      parse(value, complain) {
        if (value === null) return []
        if (!Array.isArray(value)) {
          complain(`must be a list${found(value)}.`)
          return []
        }
        if (value.length > most) complain(`may have at most ${most} entries, and this has ${value.length}.`)
        const items = value.slice(0, most).map((entry, n) => {
          const domain = typeof entry === 'string' ? entry.trim().toLowerCase() : ''
          if (!domainPattern.test(domain)) complain('must be a domain such as example.com.', `/${n}`)
          return domain
        })
        return [...new Set(items)].toSorted()
      },
    },
    { fallback: [] },
  )
}

/** The same, but what it refuses is not quoted. */
const unquoted = <T extends Field<string, 'write'>>(given: T): T => ({
  ...given,
  parse(value, complain, about) {
    if (typeof value === 'string') return given.parse(value, complain, about)
    complain('must be a text.')
    return ''
  },
})

/** How the people of a company get in. */
export const signInFields = {
  oneTimeCodesRequired: boolean(
    'Whether everybody who signs in with a password needs a one-time code too. Those who have none yet set it up at their next sign-in.',
    { fallback: false },
  ),
  ssoIssuer: emptyIsNone(
    notes(
      'The address of the OpenID Connect provider for single sign-on; null switches it off. Another one voids the secret, unless it comes with a new one.',
      {
        max: 512,
        example: 'https://login.example.com',
      },
    ),
  ),
  ssoClientId: emptyIsNone(
    notes('The name of this service at the provider.', { max: 255, example: 'atrium' }),
  ),
  ssoClientSecret: optional(
    unquoted(
      name(
        `The secret of this service at the provider. It is kept encrypted and never shown: \`${kept}\` stands for it.`,
        { max: 1_024, required: false, example: 'a secret from the provider' },
      ),
    ),
  ),
  ssoDomains: domains(
    'The domains of the mail addresses that the provider speaks for; each belongs to one company of the installation.',
    50,
  ),
  ssoCreates: choice(
    'What becomes of somebody who comes by single sign-on with an address in `ssoDomains` and is not known yet: `Nobody` refuses them, `Internal` and `External` make them a user of that type.',
    ssoCreates,
    { fallback: 'Nobody' },
  ),
}

type SignInRules = Pick<
  CompanyRow,
  'oneTimeCodesRequired' | 'ssoIssuer' | 'ssoClientId' | 'ssoClientSecret' | 'ssoDomains' | 'ssoCreates'
>

export const noSignInRules: SignInRules = {
  oneTimeCodesRequired: false,
  ssoIssuer: null,
  ssoClientId: null,
  ssoClientSecret: null,
  ssoDomains: '[]',
  ssoCreates: 'Nobody',
}

/** The row as it is shown. */
export const withoutSecret = (row: CompanyRow): CompanyRow => ({
  ...row,
  ssoClientSecret: row.ssoClientSecret === null ? null : kept,
})

type Changed = Partial<Omit<SignInRules, 'ssoDomains'> & { ssoDomains: string[] }>

/** The row as it is shown to external people: who lets the others in is not for them to know. */
export const withoutProvider = (row: CompanyRow): CompanyRow => ({
  ...row,
  ...noSignInRules,
  oneTimeCodesRequired: row.oneTimeCodesRequired,
})

/** The changes as they are stored. */
export function storedRules<T extends Changed>(
  { ssoDomains, ssoClientSecret, ...others }: T,
  before: CompanyRow,
  seal: Seal,
): Omit<T, 'ssoDomains' | 'ssoClientSecret'> & Partial<Pick<SignInRules, 'ssoDomains' | 'ssoClientSecret'>> {
  const given = ssoClientSecret === kept ? undefined : ssoClientSecret
  // A secret is for the provider that it was given for: another one is never told it.
  const moves = others.ssoIssuer !== undefined && others.ssoIssuer !== before.ssoIssuer
  const secret = given === undefined && moves ? null : given
  return {
    ...others,
    ...(ssoDomains !== undefined && { ssoDomains: JSON.stringify(ssoDomains) }),
    ...(secret !== undefined && {
      ssoClientSecret: secret === null ? null : seal.seal(secret, before.id),
    }),
  }
}

/** Single sign-on needs an address and a name, and domains that no other company has. */
export async function checkRules(tx: Write, row: CompanyRow, privateAddresses: boolean): Promise<void> {
  if (row.ssoIssuer !== null) {
    const secure = privateAddresses ? /^https?:\/\// : /^https:\/\//
    if (!secure.test(row.ssoIssuer) || !URL.canParse(row.ssoIssuer))
      throw invalid([
        { pointer: '/ssoIssuer', detail: '"ssoIssuer" must be an address that begins with https://.' },
      ])
    if (row.ssoClientId === null)
      throw invalid([{ pointer: '/ssoClientId', detail: '"ssoClientId" is required with "ssoIssuer".' }])
  }
  const wanted = JSON.parse(row.ssoDomains) as string[]
  await tx.query.deleteFrom('ssoDomains').where('companyNo', '=', row.companyNo).execute()
  for (const [n, domain] of wanted.entries()) {
    const added = await rows(tx, {
      sql: 'INSERT INTO "ssoDomains" ("domain", "companyNo") VALUES (?, ?) ON CONFLICT DO NOTHING RETURNING "domain"',
      values: [domain, row.companyNo],
    })
    if (added.length === 0)
      throw problem('duplicate', `The domain ${domain} belongs to another company here.`, {
        faults: [{ pointer: `/ssoDomains/${n}`, detail: 'belongs to another company here.' }],
      })
  }
}
