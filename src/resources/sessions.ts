import { demand, mayAdministerCompany } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { clock } from '../base/clock.ts'
import { problem } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import { findRow } from '../db/records.ts'
import { sql } from '../db/sql.ts'
import { nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import type { Restriction } from '../lists/plans.ts'
import { present, type Representation } from '../schema/present.ts'
import { type SessionRow, session } from '../schema/records/session.ts'
import { endSession } from '../sign-in/sessions.ts'

export const sessions = listOf(session, {
  columns: { userHash: 't."userId"' },
})

const presentSession = (site: Site, actor: Actor, row: SessionRow): Representation =>
  present(session, site.publicUrl, row.id, {
    ...row,
    userHash: row.userId,
    current: row.id === actor.sessionId,
  })

/** Hides sessions that have expired or have not completed sign-in. */
const live = (): Restriction => ({
  condition: sql`t."step" = 'done' AND t."expiresAt" > ${clock.timestamp()}`,
  likely: true,
})

async function findSession(reader: Reader, actor: Actor, id: string): Promise<SessionRow> {
  const row = await findRow(reader, 'sessions', actor.companyNo, id)
  if (row === undefined || row.step !== 'done' || Date.parse(row.expiresAt) <= clock.now())
    throw problem('not_found', 'There is no such session.')
  const own = row.userId === actor.userId
  demand(own || mayAdministerCompany(actor), 'Only company admins may see other people’s sessions.')
  return row
}

export function sessionRoutes(api: Api): void {
  api.get(
    '/v1/sessions',
    {
      summary: 'Lists the sign-in sessions of the company.',
      needs: 'Anyone who is signed in, for their own; company admins see all.',
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
      needs: 'Its owner, or a company admin.',
      answer: { one: session },
    },
    async ({ actor, db, site, params }) =>
      one(presentSession(site, actor, await findSession(db, actor, params.sessionId))),
  )

  api.delete(
    '/v1/sessions/:sessionId',
    {
      summary: 'Ends a sign-in session and its access tokens immediately.',
      needs: 'Its owner, or a company admin.',
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
