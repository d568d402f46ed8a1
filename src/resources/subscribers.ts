import { demand, mayContribute } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { clock } from '../base/clock.ts'
import { problem } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { nothing } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { WriteContext } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import { readOnly } from '../schema/fields/fields.ts'
import { reference } from '../schema/fields/reference.ts'
import { email, name } from '../schema/fields/text.ts'
import { aKind } from '../schema/kind-words.ts'
import { present } from '../schema/present.ts'
import { readPermissions, type UserRow } from '../schema/records/user.ts'
import { resource } from '../schema/resource.ts'
import { type FollowedPlace, type FoundFollowed, followedPlaces, isListed } from './followed-places.ts'
import { muteRoutes } from './mutes.ts'
import { findUser } from './users.ts'

const subscriber = resource('subscriber', 'Somebody who follows a record; its id is the userHash.', {
  userHash: readOnly(reference('The person.', 'user')),
  fullName: readOnly(name('The name of the person.', { example: 'Ada Lovelace' })),
  email: readOnly(email('The address of the person.')),
})

const subscribersIn = (table: string) =>
  listOf(subscriber, {
    from: `"${table}" t JOIN "users" u ON u."companyNo" = t."companyNo" AND u."id" = t."userId"`,
    id: 't."userId"',
    below: true,
    select: 't.*, t."userId" AS "id", u."fullName", u."email"',
    sort: ['fullName', 'email'],
    filter: ['fullName', 'email'],
    sortIndexes: ['createdAt'],
    columns: {
      fullName: 'u."fullName"',
      fullNameKey: 'u."fullNameKey"',
      email: 'u."email"',
      emailKey: 'u."emailKey"',
      createdAt: 't."createdAt"',
    },
  })

type ListedSubscriber = { userId: string } & Pick<UserRow, 'fullName' | 'email'>
type SubscriberContext = WriteContext<{ userHash: string }>

/** Everyone may subscribe themselves; Contributors may subscribe others. */
async function findBoth(
  ctx: SubscriberContext,
  place: FollowedPlace,
): Promise<FoundFollowed & { person: UserRow; isSubscribed: boolean }> {
  const { actor, tx, site, params } = ctx
  const found = await place.find(tx, actor, place.idIn(params))
  const own = params.userHash === actor.userId
  demand(own || mayContribute(found.workspace.role), 'Readers of a workspace may only subscribe themselves.')
  const person = await findUser(tx, actor, params.userHash)
  ctx.match(await place.present(tx, site, actor, found))
  const isSubscribed = await isListed(tx, place.table, place.column, found.row, person.id)
  return { ...found, person, isSubscribed }
}

/** Only people who may see a record can be notified about it. */
async function demandMaySee(
  reader: Reader,
  { companyNo }: Actor,
  person: UserRow,
  workspaceId: string,
  kind: string,
): Promise<void> {
  if (readPermissions(person).includes('companyAdmin')) return
  const membership = await reader.query
    .selectFrom('members')
    .select('userId')
    .where('companyNo', '=', companyNo)
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', person.id)
    .executeTakeFirst()
  if (membership === undefined)
    throw problem('conflict', `This person is not a member of the workspace and may not see the ${kind}.`)
}

export function subscriberRoutes(api: Api): void {
  for (const place of followedPlaces) placeRoutes(api, place)
  muteRoutes(api)
}

function placeRoutes(api: Api, place: FollowedPlace): void {
  const { kind, path, table, column } = place
  const subscribers = subscribersIn(table)
  const needs = 'A member of its workspace for themselves, a Contributor for others.'

  api.get(
    `${path}/subscribers`,
    {
      summary: `Lists the people who follow ${aKind(kind)}, and are notified of what happens to it.`,
      needs: 'A member of its workspace.',
      answer: { list: subscribers },
    },
    async (ctx) => {
      const { row } = await place.find(ctx.db, ctx.actor, place.idIn(ctx.params))
      const condition = sql`t.${sql.id(column)} = ${row.id}`
      const where = sql`t."companyNo" = ${row.companyNo} AND ${condition} AND u."companyNo" = t."companyNo" AND u."id" = t."userId"`
      const from = `"${table}" t CROSS JOIN "users" u`
      const part = { condition, indexRanges: [{ from, id: 't."userId"', where }] }
      return ctx.page<ListedSubscriber>(subscribers, [part], (found) =>
        found.map((each) =>
          present(subscriber, ctx.site.publicUrl, each.userId, { ...each, userHash: each.userId }),
        ),
      )
    },
  )

  api.put(
    `${path}/subscribers/:userHash`,
    { summary: `Subscribes a person to ${aKind(kind)}.`, needs, answer: 'nothing', problems: ['conflict'] },
    async (ctx) => {
      const { actor, tx } = ctx
      const found = await findBoth(ctx as SubscriberContext, place)
      if (found.isSubscribed) return nothing()
      await demandMaySee(tx, actor, found.person, found.workspace.id, kind)
      const now = clock.timestamp()
      const values = [actor.companyNo, found.row.id, found.person.id, now, now, actor.userId]
      await tx.send(
        sql`INSERT INTO ${sql.id(table)} ("companyNo", ${sql.id(column)}, "userId", "createdAt", "updatedAt", "createdBy")
          VALUES ${sql.values([values])}`,
      )
      const change = { kind, recordId: found.row.id, workspaceId: found.workspace.id }
      tx.log({ ...change, verb: 'subscribed', fields: ['subscribers'] })
      return nothing()
    },
  )

  api.delete(
    `${path}/subscribers/:userHash`,
    { summary: `Unsubscribes a person from ${aKind(kind)}.`, needs, answer: 'nothing' },
    async (ctx) => {
      const { actor, tx } = ctx
      const found = await findBoth(ctx as SubscriberContext, place)
      if (!found.isSubscribed) return nothing()
      await tx.send(
        sql`DELETE FROM ${sql.id(table)} WHERE "companyNo" = ${actor.companyNo}
          AND ${sql.id(column)} = ${found.row.id} AND "userId" = ${found.person.id}`,
      )
      const change = { kind, recordId: found.row.id, workspaceId: found.workspace.id }
      tx.log({
        ...change,
        verb: 'unsubscribed',
        fields: ['subscribers'],
        previous: { subscribers: [found.person.id] },
      })
      return nothing()
    },
  )
}
