import { isDeepStrictEqual } from 'node:util'
import type { Organization } from '../../base/actor.ts'
import { restorableDays } from '../../base/restorable-days.ts'
import {
  addedLater,
  boolean,
  choice,
  computed,
  type Field,
  field,
  found,
  integer,
  optional,
  optionalMoment,
  readOnly,
  unfolded,
} from '../fields/fields.ts'
import { names } from '../fields/reference.ts'
import { emptyIsNone, name, notes } from '../fields/text.ts'
import { type JsonSchema, orNull } from '../json-schema.ts'
import { type RowOf, resource } from '../resource.ts'

export const organizations = ['accounts', 'workspaceGroups'] as const satisfies Organization[]

export const ssoCreates = ['Nobody', 'Internal', 'External'] as const

/** Shown in place of the client secret, which is never shown; sent back, it changes nothing. */
export const keptSecret = '(kept)'

const domainPattern = /^(?=.{1,253}$)[a-z0-9]+(?:-+[a-z0-9]+)*(?:\.[a-z0-9]+(?:-+[a-z0-9]+)*)+$/

/** Domains of email addresses, in lower case. */
function domains(sentence: string, most: number): Field<string[], 'write', 'json'> {
  return field<string[], 'json'>(
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
        if (value.length > most) complain(`may have at most ${most} entries, but has ${value.length}.`)
        const items = value.slice(0, most).map((entry, n) => {
          const domain = typeof entry === 'string' ? entry.trim().toLowerCase() : ''
          if (!domainPattern.test(domain)) complain('must be a domain such as example.com.', `/${n}`)
          return domain
        })
        return [...new Set(items)].toSorted()
      },
    },
    { fallback: [] },
    'json',
  )
}

/** Like the given field, but an invalid value is not quoted back. */
const unquoted = <T extends Field<string, 'write'>>(given: T): T => ({
  ...given,
  parse(value, complain, about) {
    if (typeof value === 'string') return given.parse(value, complain, about)
    complain('must be a string.')
    return ''
  },
})

/** How the people of a company sign in. */
const signInFields = {
  oneTimeCodesRequired: boolean(
    'Whether everybody who signs in with a password also needs a one-time code. People without one set it up at their next sign-in.',
    { fallback: false },
  ),
  ssoIssuer: emptyIsNone(
    notes(
      'The address of the OpenID Connect provider for single sign-on; null switches it off. Changing it clears the secret unless a new one comes with it.',
      { max: 512, example: 'https://login.example.com' },
    ),
  ),
  ssoClientId: emptyIsNone(
    notes('The client id of this service at the provider.', { max: 255, example: 'atrium' }),
  ),
  ssoClientSecret: {
    ...optional(
      unfolded(
        unquoted(
          name(
            `The client secret of this service at the provider. It is stored encrypted and never shown: \`${keptSecret}\` is shown in its place.`,
            { max: 1_024, required: false, example: 'a secret from the provider' },
          ),
        ),
      ),
    ),
    secret: true,
  },
  ssoDomains: domains(
    'The domains of the email addresses that the provider is responsible for. Each belongs to one company of the installation.',
    50,
  ),
  ssoCreates: choice(
    'What happens when an unknown person with an address in `ssoDomains` signs in through single sign-on: `Nobody` refuses them, `Internal` and `External` create a user of that type.',
    ssoCreates,
    { fallback: 'Nobody' },
  ),
}

/** Contract section 9: unless a company sets its own list. */
export const usualStatuses = [
  'Draft',
  'Pending Approval',
  'Approved',
  'Final [READONLY]',
  'Cancelled',
] as const

/** The company's own list; null and an empty list mean the default, which is stored as null. */
function statusList(sentence: string): Field<string[], 'write', 'optionalJson'> {
  const given = names(sentence, {
    fallback: [...usualStatuses],
    max: 50,
    length: 100,
    example: [...usualStatuses],
  })
  return {
    ...given,
    storage: 'optionalJson',
    encode: (list: string[]) => (isDeepStrictEqual(list, [...usualStatuses]) ? null : JSON.stringify(list)),
    parse(value, complain, about) {
      const list = given.parse(value, complain, about)
      if (value !== null && list.length === 0)
        complain('must have at least one status; null restores the default list.')
      return list.length === 0 ? [...usualStatuses] : list
    },
  }
}

const bytes = (description: string): JsonSchema => ({
  type: 'integer',
  minimum: 0,
  description,
  'x-unit': 'bytes',
})

const limits = computed(
  field<object>(
    'How much the company may store, as set by the operator, and how much it stores.',
    {
      schema: {
        type: 'object',
        additionalProperties: false,
        required: ['fileBytes', 'zipBytes', 'storageBytes', 'usedBytes'],
        properties: {
          fileBytes: bytes('The largest content of one file.'),
          zipBytes: bytes('The most that a folder may contain to be downloaded as a ZIP archive.'),
          storageBytes: orNull(bytes('The total of all content; null if there is no limit.')),
          usedBytes: bytes('The current total of all content; identical content counts once.'),
        },
      },
      filterType: undefined,
      example: {
        fileBytes: 5_368_709_120,
        zipBytes: 21_474_836_480,
        storageBytes: 107_374_182_400,
        usedBytes: 1_048_576,
      },
      parse: () => ({}),
    },
    {},
  ),
)

export const company = resource(
  'company',
  'A company and everything its people share. Other companies cannot see it.',
  {
    companyName: unfolded(name('The name of the company.', { example: 'Acme Ltd' })),
    organization: readOnly(
      choice(
        'How the company organizes its workspaces: in a tree of accounts, or in workspace groups. Set when the company is created.',
        organizations,
      ),
    ),
    ...signInFields,
    fileStatuses: statusList(
      'The statuses that a file can have; new files get the first. A name ending in `[READONLY]` makes a file read-only for everyone but Admins of the workspace. null means the default list.',
    ),
    limits,
    deletedAt: optionalMoment(
      `When the company was deleted; null if it was not. It can be restored for ${restorableDays} days, and is purged after that.`,
    ),
    workspaceAdminsMayInvite: addedLater(
      boolean('Whether Admins of a workspace may invite new people into it. Company admins always may.', {
        fallback: true,
        example: true,
      }),
    ),
    zipBytes: addedLater(
      optional(
        integer(
          'The most bytes that a folder may contain to be downloaded as a ZIP archive; null means the operator’s limit (`limits.zipBytes`), which always applies.',
          1,
          999_999_999_999_999,
          { example: 1_073_741_824 },
        ),
      ),
      null,
    ),
  },
  { table: 'companies' },
)

export type CompanyRow = RowOf<typeof company>
