import { type CompanyPermission, companyPermissions } from '../../base/actor.ts'
import { passwordHash } from '../fields/credentials.ts'
import { boolean, choice, computed, optionalMoment } from '../fields/fields.ts'
import { choices } from '../fields/reference.ts'
import { email, name, timeZone } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'

export const user = resource(
  'user',
  'A person of the company, or an account that an integration acts as.',
  {
    email: email('The address the person signs in with, unique across the whole installation.', {
      example: 'grace@example.com',
    }),
    fullName: name('The name of the person.', { example: 'Grace Hopper' }),
    userType: choice(
      '`Internal` people belong to the company; `External` people see only their workspaces.',
      ['Internal', 'External'],
      { fallback: 'Internal' },
    ),
    status: choice(
      '`Inactive` people cannot sign in, and integrations that act as them stop working.',
      ['Active', 'Inactive'],
      { fallback: 'Active' },
    ),
    permissions: choices('What the person may do in the whole company.', companyPermissions),
    timeZone: timeZone('The time zone in which the person sees times.', { fallback: 'UTC' }),
    lastSeenAt: optionalMoment(
      'When the person, or an integration acting as them, was last seen, to the hour.',
    ),
    invited: computed(boolean('Whether the person has not signed in yet.')),
  },
  {
    table: 'users',
    searched: ['fullName', 'email'],
    list: {
      sort: ['email', 'fullName', 'status'],
      filter: ['email', 'fullName', 'userType', 'status'],
      sortIndexes: ['email', 'fullName', 'updatedAt'],
    },
    alias: 'userHash',
    volatile: ['lastSeenAt', 'invited'],
    hidden: { passwordHash: passwordHash('The argon2 hash of the password.') },
  },
)

export type UserRow = RowOf<typeof user>

/** Whether a person has not signed in yet: they have no password, and nobody has seen them. */
export function isInvited({
  passwordHash,
  lastSeenAt,
}: Pick<UserRow, 'passwordHash' | 'lastSeenAt'>): boolean {
  return passwordHash === null && lastSeenAt === null
}

export function readPermissions(row: Pick<UserRow, 'permissions'>): CompanyPermission[] {
  return JSON.parse(row.permissions) as CompanyPermission[]
}
