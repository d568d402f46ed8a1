import type { Actor } from '../actor.ts'
import { demand, mayAdministerWorkspace } from '../auth/permissions.ts'
import type { Reader, Transaction } from '../db/database.ts'
import { insertRow } from '../db/records.ts'
import type { UserRow } from '../db/rows/people.ts'
import { type MemberRow, workspaceRoles } from '../db/rows/places.ts'
import { problem } from '../errors.ts'
import { nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { choice, readOnly } from '../http/fields.ts'
import { listOf } from '../http/list.ts'
import { reference } from '../http/reference-fields.ts'
import { resource } from '../http/resource.ts'
import { type Shown, show } from '../http/shown.ts'
import { email, name } from '../http/text-fields.ts'
import { findUser } from './users.ts'
import { demandWritable, enterWorkspace, findWorkspace } from './workspaces/workspace.ts'

const role = choice(
  '`Reader` sees, `Contributor` also works, `Admin` also runs the workspace.',
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
})

export const members = listOf(member, {
  from: '"members" t JOIN "users" u ON u."companyNo" = t."companyNo" AND u."id" = t."userId"',
  id: 't."userId"',
  below: true,
  select: 't.*, t."userId" AS "id", u."fullName", u."email"',
  sort: ['fullName', 'email', 'role'],
  filter: ['fullName', 'email', 'role'],
  sortIndexes: ['createdAt'],
  columns: {
    fullName: 'u."fullName"',
    fullNameKey: 'u."fullNameKey"',
    email: 'u."email"',
    emailKey: 'u."emailKey"',
    createdAt: 't."createdAt"',
  },
})

type ListedMember = MemberRow & Pick<UserRow, 'fullName' | 'email'>

const showMember = (site: Site, row: ListedMember): Shown =>
  show(member, site.publicUrl, row.userId, { ...row, userHash: row.userId })

async function findMember(
  reader: Reader,
  actor: Actor,
  workspaceId: string,
  userId: string,
): Promise<ListedMember | undefined> {
  return reader.query
    .selectFrom('members as m')
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyNo', '=', 'm.companyNo').onRef('u.id', '=', 'm.userId'),
    )
    .selectAll('m')
    .select(['u.fullName', 'u.email'])
    .where('m.companyNo', '=', actor.companyNo)
    .where('m.workspaceId', '=', workspaceId)
    .where('m.userId', '=', userId)
    .executeTakeFirst()
}

/** "The last Admin cannot be removed", nor become anything less. */
async function demandAnotherAdmin(
  tx: Transaction,
  { companyNo, workspaceId, userId }: MemberRow,
): Promise<void> {
  const others = await tx.query
    .selectFrom('members')
    .select('userId')
    .where('companyNo', '=', companyNo)
    .where('workspaceId', '=', workspaceId)
    .where('role', '=', 'Admin')
    .where('userId', '<>', userId)
    .limit(1)
    .execute()
  if (others.length === 0)
    throw problem('last_admin', 'This is the last Admin of the workspace; make somebody else one first.')
}

export function memberRoutes(api: Api): void {
  api.get(
    '/v1/workspaces/:workspaceId/members',
    {
      summary: 'Lists the members of a workspace.',
      needs: 'A member of the workspace.',
      answer: { list: members },
    },
    async (ask) => {
      const { id } = await enterWorkspace(ask.db, ask.actor, ask.params.workspaceId)
      const condition = { sql: 't."workspaceId" = ?', values: [id] }
      const where = { sql: 't."companyNo" = ? AND t."workspaceId" = ?', values: [ask.actor.companyNo, id] }
      const from = '"members" t CROSS JOIN "users" u'
      const joined = {
        ...where,
        sql: `${where.sql} AND u."companyNo" = t."companyNo" AND u."id" = t."userId"`,
      }
      const part = { condition, lanes: [{ from, id: 't."userId"', where: joined }] }
      return ask.page<ListedMember>(members, [part], (found) => found.map((row) => showMember(ask.site, row)))
    },
  )

  api.get(
    '/v1/workspaces/:workspaceId/members/:userHash',
    {
      summary: 'Shows one member of a workspace.',
      needs: 'A member of the workspace.',
      answer: { one: member },
    },
    async ({ actor, db, site, params }) => {
      await enterWorkspace(db, actor, params.workspaceId)
      const found = await findMember(db, actor, params.workspaceId, params.userHash)
      if (found === undefined) throw problem('not_found', 'There is no such member.')
      return one(showMember(site, found))
    },
  )

  api.put(
    '/v1/workspaces/:workspaceId/members/:userHash',
    {
      summary: 'Makes a person a member, or gives a member another role.',
      needs: 'An Admin of the workspace.',
      body: { members: { role }, optional: true },
      answer: 'nothing',
      problems: ['archived', 'last_admin'],
    },
    async (ask) => {
      const { actor, tx, site, params } = ask
      const workspace = await findWorkspace(tx, actor, params.workspaceId)
      demand(mayAdministerWorkspace(workspace.role), 'Only Admins of the workspace may choose its members.')
      const person = await findUser(tx, actor, params.userHash)
      const before = await findMember(tx, actor, workspace.id, person.id)
      const current = before && showMember(site, before)
      ask.match(current)
      const wanted = await ask.state(member, ['role'], current)
      demandWritable(workspace)
      const now = new Date().toISOString()
      const change = { kind: 'member', recordId: person.id, workspaceId: workspace.id, fields: ['role'] }
      if (before === undefined) {
        await insertRow(tx, 'members', {
          companyNo: actor.companyNo,
          workspaceId: workspace.id,
          userId: person.id,
          role: wanted.role ?? 'Contributor',
          externalId: null,
          createdAt: now,
          updatedAt: now,
          createdBy: actor.userId,
        })
        tx.log({ ...change, verb: 'created' })
      } else if (wanted.role !== undefined && wanted.role !== before.role) {
        if (before.role === 'Admin') await demandAnotherAdmin(tx, before)
        await tx.query
          .updateTable('members')
          .set({ role: wanted.role, updatedAt: now })
          .where('companyNo', '=', actor.companyNo)
          .where('workspaceId', '=', workspace.id)
          .where('userId', '=', person.id)
          .execute()
        tx.log({ ...change, verb: 'updated' })
      }
      return nothing()
    },
  )

  api.delete(
    '/v1/workspaces/:workspaceId/members/:userHash',
    {
      summary: 'Takes a person out of the workspace.',
      needs: 'An Admin of the workspace; members may take themselves out.',
      answer: 'nothing',
      problems: ['archived', 'last_admin'],
    },
    async (ask) => {
      const { actor, tx, site, params } = ask
      const workspace = await findWorkspace(tx, actor, params.workspaceId)
      const own = params.userHash === actor.userId && workspace.role !== undefined
      demand(
        own || mayAdministerWorkspace(workspace.role),
        'Only Admins of the workspace may choose its members.',
      )
      const person = await findUser(tx, actor, params.userHash)
      const before = await findMember(tx, actor, workspace.id, person.id)
      ask.match(before && showMember(site, before))
      if (before === undefined) return nothing()
      demandWritable(workspace)
      if (before.role === 'Admin') await demandAnotherAdmin(tx, before)
      await tx.query
        .deleteFrom('members')
        .where('companyNo', '=', actor.companyNo)
        .where('workspaceId', '=', workspace.id)
        .where('userId', '=', person.id)
        .execute()
      tx.log({ verb: 'deleted', kind: 'member', recordId: person.id, workspaceId: workspace.id })
      return nothing()
    },
  )
}
