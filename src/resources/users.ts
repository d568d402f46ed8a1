import { demand, mayAdministerCompany, maySeeDirectory } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { CountedProblem, problem } from '../base/errors.ts'
import { tablesInTheWay } from '../db/attached-rows.ts'
import { type Reader, rows, type Sql, type Transaction } from '../db/database.ts'
import { lookUpOnce } from '../db/read-cache.ts'
import { changedFields, existingIds, findRow } from '../db/records.ts'
import { sql } from '../db/sql.ts'
import { changed, created, nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { removeRecord } from '../jobs/purge-attached.ts'
import { listOf } from '../lists/list.ts'
import type { Restriction } from '../lists/plans.ts'
import { foldText } from '../query/fields.ts'
import { present, type Representation } from '../schema/present.ts'
import { isInvited, readPermissions, type UserRow, user } from '../schema/records/user.ts'
import { revokeLinksOf } from '../sign-in/links.ts'
import { endSessionsOf } from '../sign-in/sessions.ts'
import { revokeCalendarOf } from './calendar/calendar-feed.ts'
import { historyRoute, seenByDirectory } from './history.ts'

/** SQL of `isInvited`; `alias`: of the table of users. */
export const invitedColumn = (alias: string): string =>
  `(${alias}."passwordHash" IS NULL AND ${alias}."lastSeenAt" IS NULL)`

export const users = listOf(user, { added: () => ({ invited: invitedColumn('t') }) })

export function presentUser(site: Site, row: UserRow): Representation {
  return present(user, site.publicUrl, row.id, row, { invited: isInvited(row) })
}

/** "External people see only … the members there": those they share a workspace with, and themselves. */
function visible(actor: Actor): Sql {
  if (maySeeDirectory(actor)) return sql`1 = 1`
  return sql`t."id" = ${actor.userId} OR EXISTS (SELECT 1 FROM "members" mine
      JOIN "workspaces" w ON w."companyNo" = mine."companyNo" AND w."id" = mine."workspaceId" AND w."deletedAt" IS NULL
      JOIN "members" theirs ON theirs."companyNo" = mine."companyNo" AND theirs."workspaceId" = mine."workspaceId"
      WHERE mine."companyNo" = ${actor.companyNo} AND mine."userId" = ${actor.userId} AND theirs."userId" = t."id")`
}

/** The same condition as a restriction of a list. */
export function visibleUsers(actor: Actor): Restriction[] {
  return maySeeDirectory(actor) ? [] : [{ condition: visible(actor) }]
}

export function visibleUserIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  return lookUpOnce(reader, actor, ['visible users', ids], () =>
    existingIds(reader, 'users', actor.companyNo, ids, visible(actor)),
  )
}

export async function findUser(reader: Reader, actor: Actor, id: string): Promise<UserRow> {
  const row = await findRow(reader, 'users', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such user.')
  const seen = maySeeDirectory(actor) || (await visibleUserIds(reader, actor, [id])).has(id)
  demand(seen, 'You may only see people with whom you share a workspace.')
  return row
}

/** "An email address (regardless of case) belongs to one user of the whole installation." */
async function demandFreeEmail(tx: Transaction, email: string, exceptId: string): Promise<void> {
  const [other] = await rows(
    tx,
    sql`SELECT "id" FROM "users" WHERE "emailKey" = ${foldText(email)} AND "id" <> ${exceptId}`,
  )
  if (other === undefined) return
  // That user may be in another company, so nobody may try many addresses.
  throw new CountedProblem('duplicate', 'This email address belongs to another user.', {
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
    throw problem(
      'last_admin',
      'This is the last active company admin. Make somebody else a company admin first.',
    )
}

const isActiveAdmin = (row: Pick<UserRow, 'status' | 'permissions'>): boolean =>
  row.status === 'Active' && readPermissions(row).includes('companyAdmin')

/** The fields that people may change in their own record; the others are for company admins. */
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
    { summary: 'Shows the user you act as.', needs: 'Anyone who is signed in.', answer: { one: user } },
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
      const values = await ctx.newRecord(user)
      await demandFreeEmail(tx, values.email, '')
      const row = await tx.insert(user, values)
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
      const changes = await ctx.changes(user, presentUser(site, before))
      demand(
        mayAdministerCompany(actor) ||
          changedFields(user, before, changes).every((name) => ownFields.includes(name)),
        `You may change only your own ${ownFields.join(' and ')}. Ask a company admin for the rest.`,
      )
      if (changes.email !== undefined) await demandFreeEmail(tx, changes.email, before.id)
      const { row, fields, previous } = await tx.update(user, before, changes)
      if (isActiveAdmin(before) && !isActiveAdmin(row)) await demandAnotherAdmin(tx, row)
      // Links sent to a previous address or to a deactivated person must no longer work.
      if (row.emailKey !== before.emailKey || row.status !== 'Active') await revokeLinksOf(tx, row)
      if (row.status !== 'Active') {
        await endSessionsOf(tx, row)
        await revokeCalendarOf(tx, row)
      }
      if (fields.length > 0) tx.log({ verb: 'updated', kind: 'user', recordId: row.id, fields, previous })
      return changed(presentUser(site, row))
    },
  )
  historyRoute(api, '/v1/users/:userHash', 'user', findUser, seenByDirectory)

  api.delete(
    '/v1/users/:userHash',
    {
      summary: 'Deletes a person whom no record refers to. Deactivate people who have worked here instead.',
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
      await removeRecord(tx, 'users', row)
      tx.log({ verb: 'deleted', kind: 'user', recordId: row.id })
      return nothing()
    },
  )
}

/**
 * Anyone who has been active may have created records; anyone else may still be a member or an assignee, have
 * time entries, or be the user of a client.
 */
async function demandUnreferenced(tx: Transaction, row: UserRow): Promise<void> {
  if (row.lastSeenAt !== null || (await tablesInTheWay(tx, 'users', row)).length > 0)
    throw problem(
      'conflict',
      'This person has worked here, and records refer to them. Set their status to Inactive instead.',
    )
}
