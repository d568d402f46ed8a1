import { demand, mayAdministerCompany } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import { findRow } from '../db/records.ts'
import { type SessionRow, sessionMethods } from '../db/rows/sign-in.ts'
import { nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import type { Restriction } from '../lists/plans.ts'
import { boolean, choice, moment, readOnly } from '../schema/fields/fields.ts'
import { reference } from '../schema/fields/reference.ts'
import { name, notes } from '../schema/fields/text.ts'
import { present, type Representation } from '../schema/present.ts'
import { resource } from '../schema/resource.ts'
import { endSession } from '../sign-in/sessions.ts'

export const session = resource(
  'session',
  'A sign-in session: one browser in which somebody has signed in. It is gone once it has ended.',
  {
    userHash: readOnly(reference('Who has signed in.', 'user')),
    method: readOnly(choice('How they signed in.', sessionMethods)),
    address: readOnly(name('The address that they signed in from.', { example: '192.0.2.7' })),
    userAgent: readOnly(notes('What their browser calls itself.', { max: 255, example: 'Mozilla/5.0 …' })),
    lastUsedAt: moment('When it was last used, to some minutes.'),
    expiresAt: moment('When it ends unless it is used before.'),
    current: readOnly(boolean('Whether it is the one that this request was made with.')),
  },
  { fleeting: ['lastUsedAt', 'expiresAt'] },
)

export const sessions = listOf(session, {
  from: '"sessions" t',
  sort: ['lastUsedAt'],
  filter: ['userHash', 'method', 'lastUsedAt'],
  sortIndexes: ['lastUsedAt', 'updatedAt'],
  filterIndexes: ['userHash'],
  columns: { userHash: 't."userId"' },
})

const presentSession = (site: Site, actor: Actor, row: SessionRow): Representation =>
  present(session, site.publicUrl, row.id, {
    ...row,
    userHash: row.userId,
    current: row.id === actor.sessionId,
  })

/** What has run out is not there any more, nor what is only begun. */
const live = (): Restriction => ({
  condition: { sql: `t."step" = 'done' AND t."expiresAt" > ?`, values: [new Date().toISOString()] },
  likely: true,
})

async function findSession(reader: Reader, actor: Actor, id: string): Promise<SessionRow> {
  const row = await findRow(reader, 'sessions', actor.companyNo, id)
  if (row === undefined || row.step !== 'done' || Date.parse(row.expiresAt) <= Date.now())
    throw problem('not_found', 'There is no such session.')
  const own = row.userId === actor.userId
  demand(own || mayAdministerCompany(actor), 'The sessions of others are for company admins.')
  return row
}

export function sessionRoutes(api: Api): void {
  api.get(
    '/v1/sessions',
    {
      summary: 'Lists the sign-in sessions of the company.',
      needs: 'Anyone who is signed in, for their own; company admins see everybody’s.',
      answer: { list: sessions },
    },
    (ctx) => {
      const { actor } = ctx
      const own = mayAdministerCompany(actor) ? [] : [sessions.where(actor, 'userHash', actor.userId)]
      return ctx.page<SessionRow>(sessions, [live(), ...own], (found) =>
        found.map((row) => presentSession(ctx.site, actor, row)),
      )
    },
  )

  api.get(
    '/v1/sessions/:sessionId',
    {
      summary: 'Shows one sign-in session.',
      needs: 'The person whose it is, or a company admin.',
      answer: { one: session },
    },
    async ({ actor, db, site, params }) =>
      one(presentSession(site, actor, await findSession(db, actor, params.sessionId))),
  )

  api.delete(
    '/v1/sessions/:sessionId',
    {
      summary: 'Ends a sign-in session; access tokens that were traded for it end at once.',
      needs: 'The person whose it is, or a company admin.',
      answer: 'nothing',
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const row = await findSession(tx, actor, params.sessionId)
      ctx.match(presentSession(site, actor, row))
      await endSession(tx, row, 'ended')
      return nothing()
    },
  )
}
