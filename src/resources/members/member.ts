import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import type { MemberRow } from '../../db/rows/places.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { boolean, choice, readOnly } from '../../schema/fields/fields.ts'
import { reference } from '../../schema/fields/reference.ts'
import { email, name } from '../../schema/fields/text.ts'
import { present, type Representation } from '../../schema/present.ts'
import { isInvited, type UserRow, user } from '../../schema/records/user.ts'
import { workspaceRoles } from '../../schema/records/workspace.ts'
import { resource } from '../../schema/resource.ts'
import { invitedColumn } from '../users.ts'

export const role = choice(
  'A `Reader` sees everything in the workspace, a `Contributor` also adds and changes records, an `Admin` also manages the workspace.',
  workspaceRoles,
  {
    fallback: 'Contributor',
  },
)

export const member = resource('member', 'A person in a workspace; its id is the userHash.', {
  userHash: readOnly(reference('The person.', 'user')),
  fullName: readOnly(name('The name of the person.', { example: 'Ada Lovelace' })),
  email: readOnly(email('The address of the person.')),
  role,
  invited: readOnly(boolean('Whether the person has not signed in yet.')),
})

export const members = listOf(member, {
  from: '"members" t JOIN "users" u ON u."companyNo" = t."companyNo" AND u."id" = t."userId"',
  id: 't."userId"',
  below: true,
  select: `t.*, t."userId" AS "id", u."fullName", u."email", ${invitedColumn('u')} AS "invited"`,
  sort: ['fullName', 'email', 'role'],
  filter: ['fullName', 'email', 'role'],
  named: { field: 'fullName', resource: user, recordId: 't."userId"', key: 'u."fullNameKey"' },
  sortIndexes: ['createdAt'],
  columns: {
    fullName: 'u."fullName"',
    fullNameKey: 'u."fullNameKey"',
    email: 'u."email"',
    emailKey: 'u."emailKey"',
    createdAt: 't."createdAt"',
  },
})

export type ListedMember = MemberRow & Pick<UserRow, 'fullName' | 'email'> & { invited: boolean }

export const presentMember = (site: Site, row: ListedMember): Representation =>
  present(member, site.publicUrl, row.userId, { ...row, userHash: row.userId })

export async function findMember(
  reader: Reader,
  actor: Actor,
  workspaceId: string,
  userId: string,
): Promise<ListedMember | undefined> {
  const found = await reader.query
    .selectFrom('members as m')
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyNo', '=', 'm.companyNo').onRef('u.id', '=', 'm.userId'),
    )
    .selectAll('m')
    .select(['u.fullName', 'u.email', 'u.passwordHash', 'u.lastSeenAt'])
    .where('m.companyNo', '=', actor.companyNo)
    .where('m.workspaceId', '=', workspaceId)
    .where('m.userId', '=', userId)
    .executeTakeFirst()
  return found && { ...found, invited: isInvited(found) }
}
