import { randomBytes } from 'node:crypto'
import { hashToken } from '../../auth/access-token.ts'
import { demand } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { createdWithSecret, nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Site } from '../../http/context.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type CalendarFeedRow, calendarFeed } from '../../schema/records/calendar-feed.ts'
import { findFeed, revokeFeed } from './calendar-feed.ts'

const path = '/v1/users/me/calendar'

const presentFeed = (site: Site, row: CalendarFeedRow): Representation =>
  present(calendarFeed, site.publicUrl, row.id, row)

/** The address of the caller's calendar. */
const ownFeed = (reader: Reader, { companyNo, userId }: Actor): Promise<CalendarFeedRow | undefined> =>
  findFeed(reader, { companyNo, id: userId })

export function calendarRoutes(api: Api): void {
  api.get(
    path,
    {
      summary: 'Shows whether your calendar has an address; the address itself is shown only once.',
      needs: 'Anyone who is signed in.',
      answer: { one: calendarFeed },
      problems: ['not_found'],
    },
    async ({ actor, db, site }) => {
      const row = await ownFeed(db, actor)
      if (row === undefined) throw problem('not_found', 'Your calendar has no address.')
      return one(presentFeed(site, row))
    },
  )

  api.post(
    path,
    {
      summary: 'Creates a new secret address for your calendar. The previous one stops working.',
      needs: 'Anyone who is signed in, but not API clients.',
      answer: {
        created: calendarFeed,
        with: {
          address: {
            type: 'string',
            format: 'uri',
            description: 'Anyone who knows it can see your calendar. It is shown only once.',
          },
        },
      },
      secretAnswer: true,
      problems: ['forbidden'],
    },
    async ({ actor, tx, site }) => {
      // The address would still work after the client is revoked.
      demand(
        actor.clientId === undefined,
        'An API client cannot create a calendar address. Sign in as yourself to create one.',
      )
      const before = await ownFeed(tx, actor)
      if (before !== undefined) await revokeFeed(tx, before)
      const secret = randomBytes(32).toString('base64url')
      const row = await tx.insert(calendarFeed, { userHash: actor.userId, hash: hashToken(secret) })
      tx.log({ verb: 'created', kind: 'calendarFeed', recordId: row.id })
      return createdWithSecret(presentFeed(site, row), path, {
        address: `${site.publicUrl}/calendar/${secret}.ics`,
      })
    },
  )

  api.delete(
    path,
    {
      summary: 'Revokes the address of your calendar.',
      needs: 'Anyone who is signed in.',
      answer: 'nothing',
    },
    async (ctx) => {
      const row = await ownFeed(ctx.tx, ctx.actor)
      ctx.match(row && presentFeed(ctx.site, row))
      if (row !== undefined) await revokeFeed(ctx.tx, row)
      return nothing()
    },
  )
}
