import { demand, mayContribute } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { insertRow } from '../../db/records.ts'
import type { FileSubscriberRow } from '../../db/rows/files.ts'
import { sql } from '../../db/sql.ts'
import { nothing } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { WriteContext } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { readOnly } from '../../schema/fields/fields.ts'
import { reference } from '../../schema/fields/reference.ts'
import { email, name } from '../../schema/fields/text.ts'
import { present } from '../../schema/present.ts'
import { readPermissions, type UserRow } from '../../schema/records/user.ts'
import { resource } from '../../schema/resource.ts'
import { findUser } from '../users.ts'
import { type FoundFile, findFile, presentFile } from './file.ts'

const subscriber = resource(
  'subscriber',
  'Somebody who is notified when a file changes; its id is the userHash.',
  {
    userHash: readOnly(reference('The person.', 'user')),
    fullName: readOnly(name('The name of the person.', { example: 'Ada Lovelace' })),
    email: readOnly(email('The address of the person.')),
  },
)

const subscribers = listOf(subscriber, {
  from: '"fileSubscribers" t JOIN "users" u ON u."companyNo" = t."companyNo" AND u."id" = t."userId"',
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

type ListedSubscriber = FileSubscriberRow & Pick<UserRow, 'fullName' | 'email'>
type SubscriberContext = WriteContext<{ fileId: string; userHash: string }>

/** Everyone may subscribe themselves; Contributors may subscribe others. */
async function findBoth(
  ctx: SubscriberContext,
): Promise<FoundFile & { person: UserRow; isSubscribed: boolean }> {
  const { actor, tx, site, params } = ctx
  const found = await findFile(tx, actor, params.fileId)
  const own = params.userHash === actor.userId
  demand(own || mayContribute(found.workspace.role), 'Readers of a workspace may only subscribe themselves.')
  const person = await findUser(tx, actor, params.userHash)
  ctx.match(await presentFile(tx, site, found.row))
  return {
    ...found,
    person,
    isSubscribed: await isSubscribed(tx, found.row.companyNo, found.row.id, person.id),
  }
}

async function isSubscribed(
  reader: Reader,
  companyNo: number,
  fileId: string,
  userId: string,
): Promise<boolean> {
  const found = await reader.query
    .selectFrom('fileSubscribers')
    .select('userId')
    .where('companyNo', '=', companyNo)
    .where('fileId', '=', fileId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return found !== undefined
}

/** Only people who may see a file can be notified about it. */
async function demandMaySee(
  reader: Reader,
  { companyNo }: Actor,
  person: UserRow,
  workspaceId: string,
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
    throw problem('conflict', 'This person is not a member of the workspace and may not see the file.')
}

export function subscriberRoutes(api: Api): void {
  api.get(
    '/v1/files/:fileId/subscribers',
    {
      summary: 'Lists the people who are notified when a file changes.',
      needs: 'A member of its workspace.',
      answer: { list: subscribers },
    },
    async (ctx) => {
      const { row } = await findFile(ctx.db, ctx.actor, ctx.params.fileId)
      const condition = sql`t."fileId" = ${row.id}`
      const where = sql`t."companyNo" = ${row.companyNo} AND t."fileId" = ${row.id} AND u."companyNo" = t."companyNo" AND u."id" = t."userId"`
      const from = '"fileSubscribers" t CROSS JOIN "users" u'
      const part = { condition, indexRanges: [{ from, id: 't."userId"', where }] }
      return ctx.page<ListedSubscriber>(subscribers, [part], (found) =>
        found.map((each) =>
          present(subscriber, ctx.site.publicUrl, each.userId, { ...each, userHash: each.userId }),
        ),
      )
    },
  )

  api.put(
    '/v1/files/:fileId/subscribers/:userHash',
    {
      summary: 'Subscribes a person to a file.',
      needs: 'A member of its workspace for themselves, a Contributor for others.',
      answer: 'nothing',
      problems: ['conflict'],
    },
    async (ctx) => {
      const { actor, tx } = ctx
      const found = await findBoth(ctx)
      if (found.isSubscribed) return nothing()
      await demandMaySee(tx, actor, found.person, found.workspace.id)
      const now = new Date().toISOString()
      await insertRow(tx, 'fileSubscribers', {
        companyNo: actor.companyNo,
        fileId: found.row.id,
        userId: found.person.id,
        externalId: null,
        createdAt: now,
        updatedAt: now,
        createdBy: actor.userId,
      })
      const change = { kind: 'file' as const, recordId: found.row.id, workspaceId: found.workspace.id }
      tx.log({ ...change, verb: 'subscribed', fields: ['subscribers'] })
      return nothing()
    },
  )

  api.delete(
    '/v1/files/:fileId/subscribers/:userHash',
    {
      summary: 'Unsubscribes a person from a file.',
      needs: 'A member of its workspace for themselves, a Contributor for others.',
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx } = ctx
      const found = await findBoth(ctx)
      if (!found.isSubscribed) return nothing()
      await tx.query
        .deleteFrom('fileSubscribers')
        .where('companyNo', '=', actor.companyNo)
        .where('fileId', '=', found.row.id)
        .where('userId', '=', found.person.id)
        .execute()
      const change = { kind: 'file' as const, recordId: found.row.id, workspaceId: found.workspace.id }
      tx.log({ ...change, verb: 'unsubscribed', fields: ['subscribers'] })
      return nothing()
    },
  )
}
