import { demand, mayAdministerCompany, maySeeDirectory } from '../auth/permissions.ts'
import { type Actor, companyPermissions } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import { type Reader, rows, type Sql, type Transaction } from '../db/database.ts'
import {
  changedFields,
  demandFreeExternalId,
  existingIds,
  findRow,
  insertRow,
  newRow,
  updateRow,
} from '../db/records.ts'
import { readPermissions, type UserRow } from '../db/rows/people.ts'
import { changed, created, nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import type { Restriction } from '../lists/plans.ts'
import { foldText } from '../query/fields.ts'
import { choice, optionalMoment } from '../schema/fields/fields.ts'
import { choices } from '../schema/fields/reference.ts'
import { email, name, timeZone } from '../schema/fields/text.ts'
import { present, type Representation } from '../schema/present.ts'
import { resource } from '../schema/resource.ts'
import { forgetSignIn, revokeLinksOf } from '../sign-in/links.ts'
import { endSessionsOf } from '../sign-in/sessions.ts'

export const user = resource(
  'user',
  'A person of the company, or the one that an integration acts as.',
  {
    email: email(
      'The address that the person signs in with; it belongs to one user of the whole installation.',
    ),
    fullName: name('The name of the person.', { example: 'Ada Lovelace' }),
    userType: choice(
      '`Internal` people belong to the company; `External` ones see only their workspaces.',
      ['Internal', 'External'],
      {
        fallback: 'Internal',
      },
    ),
    status: choice(
      '`Inactive` people cannot sign in, and integrations that act as them stop.',
      ['Active', 'Inactive'],
      {
        fallback: 'Active',
      },
    ),
    permissions: choices('What the person may do in the whole company.', companyPermissions),
    timeZone: timeZone('The zone in which the person reads times.', { fallback: 'UTC' }),
    lastSeenAt: optionalMoment(
      'When the person, or an integration acting as them, was last seen, to the hour.',
    ),
  },
  { alias: 'userHash', fleeting: ['lastSeenAt'] },
)

export const users = listOf(user, {
  from: '"users" t',
  sort: ['email', 'fullName', 'status'],
  filter: ['email', 'fullName', 'userType', 'status'],
  sortIndexes: ['email', 'fullName', 'updatedAt'],
  filterIndexes: ['externalId'],
})

export function presentUser(site: Site, row: UserRow): Representation {
  return present(user, site.publicUrl, row.id, row)
}

/** "External people see only … the members there": those they share a workspace with, and themselves. */
function visible(actor: Actor): Sql {
  if (maySeeDirectory(actor)) return { sql: '1 = 1', values: [] }
  return {
    sql: `t."id" = ? OR EXISTS (SELECT 1 FROM "members" mine
      JOIN "workspaces" w ON w."companyNo" = mine."companyNo" AND w."id" = mine."workspaceId" AND w."deletedAt" IS NULL
      JOIN "members" theirs ON theirs."companyNo" = mine."companyNo" AND theirs."workspaceId" = mine."workspaceId"
      WHERE mine."companyNo" = ? AND mine."userId" = ? AND theirs."userId" = t."id")`,
    values: [actor.userId, actor.companyNo, actor.userId],
  }
}

/** The same as a part of a page. */
export function visibleUsers(actor: Actor): Restriction[] {
  return maySeeDirectory(actor) ? [] : [{ condition: visible(actor) }]
}

export function visibleUserIds(reader: Reader, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  const { sql, values } = visible(actor)
  return existingIds(reader, 'users', actor.companyNo, ids, { sql, values: [...values] })
}

export async function findUser(reader: Reader, actor: Actor, id: string): Promise<UserRow> {
  const row = await findRow(reader, 'users', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such user.')
  const seen = maySeeDirectory(actor) || (await visibleUserIds(reader, actor, [id])).has(id)
  demand(seen, 'You may only see people with whom you share a workspace.')
  return row
}

/** "An email address (regardless of case) belongs to one user of the whole installation." */
async function demandFreeEmail(tx: Transaction, emailKey: string, exceptId: string): Promise<void> {
  const [other] = await rows(tx, {
    sql: 'SELECT "id" FROM "users" WHERE "emailKey" = ? AND "id" <> ?',
    values: [emailKey, exceptId],
  })
  if (other !== undefined)
    throw problem('duplicate', 'This email address belongs to another user.', {
      faults: [{ pointer: '/email', detail: 'belongs to another user.' }],
    })
}

/** A company needs an active admin: the last one can neither be deactivated, nor demoted, nor deleted. */
async function demandAnotherAdmin(tx: Transaction, row: UserRow): Promise<void> {
  const admins = await tx.query
    .selectFrom('users')
    .select('id')
    .where('companyNo', '=', row.companyNo)
    .where('status', '=', 'Active')
    .where('permissions', 'like', '%"companyAdmin"%')
    .where('id', '<>', row.id)
    .limit(1)
    .execute()
  if (admins.length === 0)
    throw problem('last_admin', 'This is the last active company admin; make somebody else one first.')
}

const isActiveAdmin = (row: Pick<UserRow, 'status' | 'permissions'>): boolean =>
  row.status === 'Active' && readPermissions(row).includes('companyAdmin')

/** What people may change of themselves; the rest is for company admins. */
const ownFields: readonly string[] = ['fullName', 'timeZone']

export function userRoutes(api: Api): void {
  api.get(
    '/v1/users',
    {
      summary: 'Lists the people of the company.',
      needs: 'Anyone who is signed in; external people see only those with whom they share a workspace.',
      answer: { list: users },
    },
    (ctx) =>
      ctx.page<UserRow>(users, visibleUsers(ctx.actor), (found) =>
        found.map((row) => presentUser(ctx.site, row)),
      ),
  )

  api.get(
    '/v1/users/me',
    { summary: 'Shows the user that you act as.', needs: 'Anyone who is signed in.', answer: { one: user } },
    async ({ actor, db, site }) => one(presentUser(site, await findUser(db, actor, actor.userId))),
  )

  api.get(
    '/v1/users/:userHash',
    {
      summary: 'Shows one person.',
      needs: 'Anyone who is signed in; external people only for those with whom they share a workspace.',
      answer: { one: user },
    },
    async ({ actor, db, site, params }) => one(presentUser(site, await findUser(db, actor, params.userHash))),
  )

  api.post(
    '/v1/users',
    {
      summary: 'Adds a person to the company.',
      needs: 'A company admin.',
      body: { new: user },
      answer: { created: user },
      problems: ['duplicate'],
    },
    async (ctx) => {
      const { actor, tx, site } = ctx
      demand(mayAdministerCompany(actor), 'Only company admins may add people.')
      const { permissions, ...values } = await ctx.newRecord(user)
      const row: UserRow = {
        ...newRow(actor.companyNo, actor.userId),
        ...values,
        emailKey: foldText(values.email),
        fullNameKey: foldText(values.fullName),
        permissions: JSON.stringify(permissions),
        lastSeenAt: null,
        passwordHash: null,
      }
      await demandFreeEmail(tx, row.emailKey, row.id)
      await demandFreeExternalId(tx, 'users', row, row.externalId)
      await insertRow(tx, 'users', row)
      tx.log({ verb: 'created', kind: 'user', recordId: row.id })
      return created(presentUser(site, row), `/v1/users/${row.id}`)
    },
  )

  api.change(
    '/v1/users/:userHash',
    {
      summary: 'Changes a person.',
      needs: 'A company admin; people may change their own name and time zone.',
      body: { change: user },
      answer: { changed: user },
      problems: ['duplicate', 'last_admin'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const before = await findUser(tx, actor, params.userHash)
      const own = before.id === actor.userId
      demand(own || mayAdministerCompany(actor), 'Only company admins may change other people.')
      const { permissions, ...changes } = await ctx.changes(user, presentUser(site, before))
      const update: Partial<UserRow> = {
        ...changes,
        ...(changes.email !== undefined && { emailKey: foldText(changes.email) }),
        ...(changes.fullName !== undefined && { fullNameKey: foldText(changes.fullName) }),
        ...(permissions !== undefined && { permissions: JSON.stringify(permissions) }),
      }
      demand(
        mayAdministerCompany(actor) ||
          changedFields(before, update).every((name) => ownFields.includes(name)),
        `Of yourself you may change ${ownFields.join(' and ')}; the rest is for company admins.`,
      )
      if (update.emailKey !== undefined) await demandFreeEmail(tx, update.emailKey, before.id)
      const { row, fields } = await updateRow(tx, 'users', before, update)
      if (isActiveAdmin(before) && !isActiveAdmin(row)) await demandAnotherAdmin(tx, row)
      // A link that went to another address, or to somebody who was let go, opens nothing any more.
      if (row.emailKey !== before.emailKey || row.status !== 'Active') await revokeLinksOf(tx, row)
      if (row.status !== 'Active') await endSessionsOf(tx, row)
      if (fields.length > 0) tx.log({ verb: 'updated', kind: 'user', recordId: row.id, fields })
      return changed(presentUser(site, row))
    },
  )

  api.delete(
    '/v1/users/:userHash',
    {
      summary: 'Deletes a person to whom nothing refers. Deactivate those who have worked here.',
      needs: 'A company admin.',
      answer: 'nothing',
      problems: ['conflict', 'last_admin'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findUser(tx, actor, params.userHash)
      demand(mayAdministerCompany(actor), 'Only company admins may delete people.')
      ctx.match(presentUser(site, row))
      if (isActiveAdmin(row)) await demandAnotherAdmin(tx, row)
      await demandUnreferenced(tx, row)
      await forgetSignIn(tx, row)
      // Somebody else may have made them one, of what they may no longer see.
      await tx.query
        .deleteFrom('fileSubscribers')
        .where('companyNo', '=', row.companyNo)
        .where('userId', '=', row.id)
        .execute()
      await tx.query
        .deleteFrom('users')
        .where('companyNo', '=', row.companyNo)
        .where('id', '=', row.id)
        .execute()
      tx.log({ verb: 'deleted', kind: 'user', recordId: row.id })
      return nothing()
    },
  )
}

/** Whoever was seen may have made something; whoever was not can still be a member, an assignee, acted as, or have time. */
async function demandUnreferenced(tx: Transaction, { companyNo, id, lastSeenAt }: UserRow): Promise<void> {
  const referring = await rows(tx, {
    sql: `SELECT 1 FROM "members" WHERE "companyNo" = ? AND "userId" = ?
      UNION ALL SELECT 1 FROM "taskAssignees" WHERE "companyNo" = ? AND "userId" = ?
      UNION ALL SELECT 1 FROM "times" WHERE "companyNo" = ? AND "userHash" = ?
      UNION ALL SELECT 1 FROM "clients" WHERE "companyNo" = ? AND "actAs" = ? LIMIT 1`,
    values: [companyNo, id, companyNo, id, companyNo, id, companyNo, id],
  })
  if (lastSeenAt !== null || referring.length > 0)
    throw problem(
      'conflict',
      'This person has worked here, and records refer to them. Set their status to Inactive instead.',
    )
}
