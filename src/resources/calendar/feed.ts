import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { hashToken } from '../../auth/access-token.ts'
import type { Gate } from '../../auth/gate.ts'
import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import type { Database } from '../../db/database.ts'
import type { PathItem } from '../../description/openapi/document.ts'
import { pageBytes } from '../../fairness/admission.ts'
import { asCaller } from '../../fairness/scheduler.ts'
import { outletOfPieces } from '../../file-store/content-stream.ts'
import { goneSignal } from '../../http/connections.ts'
import { SentContent } from '../../http/content/sent-content.ts'
import type { InProgress } from '../../http/in-progress.ts'
import { namesTag } from '../../http/negotiation.ts'
import { operationIdOf } from '../../http/operation-id.ts'
import { readPermissions } from '../../schema/records/user.ts'
import { readCalendar } from './contents.ts'
import { writeCalendar } from './icalendar.ts'

const usedEvery = 3_600_000

/** A calendar counts as a page of this many records, which allows two requests at a time per person. */
const records = 500

interface FeedParts {
  db: Database
  gate: Gate
  inProgress: InProgress
  publicUrl: string
}

/**
 * `/calendar/<secret>.ics`: calendar programs cannot send a token, so the secret in the URL authenticates them.
 */
export function calendarFeedRoutes(
  app: FastifyInstance,
  { db, gate, inProgress, publicUrl }: FeedParts,
): void {
  app.get<{ Params: { file: string } }>('/calendar/:file', async (request, reply) => {
    const [, secret] = /^([\w-]{43})\.ics$/.exec(request.params.file) ?? []
    const holder = secret === undefined ? undefined : await findHolder(db, hashToken(secret), request.id)
    if (holder === undefined) {
      await gate.countFailure(reply, request.ip)
      throw problem('not_found', 'There is no such calendar.')
    }
    await gate.countRequest(reply, holder.actor.userId)
    const { userId } = holder.actor
    const gone = goneSignal(reply.raw)
    const written = async (): Promise<Buffer[]> => {
      await noteUse(db, holder)
      const entries = await readCalendar(db, holder.actor, publicUrl, gone)
      const name = `${holder.companyName}: ${holder.fullName}`
      return inBytes(writeCalendar(name, new URL(publicUrl).hostname, entries), gone)
    }
    const cost = { bytes: pageBytes(records) }
    return asCaller(userId, () =>
      inProgress.run(cost, { request, reply }, async (ticket) => {
        const pieces = await written()
        ticket.finish(pieces.reduce((sum, { length }) => sum + length, 0))
        return send(reply, pieces, request.headers['if-none-match'])
      }),
    )
  })
}

async function inBytes(parts: AsyncIterable<string>, gone: AbortSignal): Promise<Buffer[]> {
  const bytes: Buffer[] = []
  for await (const part of parts) {
    gone.throwIfAborted()
    bytes.push(Buffer.from(part))
  }
  return bytes
}

function send(reply: FastifyReply, pieces: readonly Buffer[], unless: string | undefined): FastifyReply {
  const digest = createHash('sha1')
  for (const piece of pieces) digest.update(piece)
  const etag = `"${digest.digest('base64url')}"`
  reply.headers({ etag, 'cache-control': 'private, no-cache' })
  if (unless !== undefined && namesTag(unless, etag, { weak: true })) return reply.code(304).send()
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  return reply
    .type('text/calendar; charset=utf-8')
    .header('content-length', length)
    .send(new SentContent(outletOfPieces(pieces)))
}

interface Holder {
  actor: Actor
  feedId: string
  companyName: string
  fullName: string
  lastUsedAt: string | null
}

/** Finds the owner of a calendar, with their current permissions; undefined if they or their company are gone. */
async function findHolder(db: Database, secretHash: string, requestId: string): Promise<Holder | undefined> {
  const row = await db.query
    .selectFrom('calendarFeeds as f')
    .innerJoin('users as u', (join) =>
      join.onRef('u.companyNo', '=', 'f.companyNo').onRef('u.id', '=', 'f.userHash'),
    )
    .innerJoin('companies as c', 'c.companyNo', 'f.companyNo')
    .select(['f.id as feedId', 'f.lastUsedAt', 'f.companyNo', 'f.userHash', 'u.userType', 'u.status'])
    .select([
      'u.permissions',
      'u.timeZone',
      'u.fullName',
      'c.id as companyId',
      'c.organization',
      'c.companyName',
    ])
    .where('f.hash', '=', secretHash)
    .where('c.deletedAt', 'is', null)
    .executeTakeFirst()
  if (row === undefined || row.status !== 'Active') return undefined
  const { feedId, companyName, fullName, lastUsedAt, companyNo, companyId, organization, userType } = row
  const { userHash: userId, timeZone } = row
  const known = { companyNo, companyId, organization, userType, userId, timeZone, requestId }
  const actor = { ...known, permissions: readPermissions(row), clientId: undefined, compatibility: false }
  return { actor, feedId, companyName, fullName, lastUsedAt }
}

/**
 * Records the use at most once an hour, outside the change log. The calendar is served even if this write
 * fails.
 */
async function noteUse(db: Database, { actor, feedId, lastUsedAt }: Holder): Promise<void> {
  if (lastUsedAt !== null && Date.parse(lastUsedAt) > clock.now() - usedEvery) return
  await db
    .transaction((tx) =>
      tx.query
        .updateTable('calendarFeeds')
        .set({ lastUsedAt: clock.timestamp() })
        .where('companyNo', '=', actor.companyNo)
        .where('id', '=', feedId)
        .execute(),
    )
    .catch(() => undefined)
}

/** The calendar in the API description. */
export const calendarPaths: Record<string, PathItem> = {
  '/calendar/{file}': {
    get: {
      operationId: operationIdOf('GET', '/calendar/{file}'),
      summary: 'The calendar behind a secret address.',
      description:
        '**Permission:** Anyone who knows the address.\n\nAn iCalendar (RFC 5545) for calendar programs to subscribe to: the tasks assigned to the person, by due date, and the milestones and events of their workspaces, from 60 days ago on.',
      tags: ['calendar'],
      security: [],
      parameters: [
        {
          name: 'file',
          in: 'path',
          required: true,
          description: 'The secret, followed by `.ics`.',
          schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}\\.ics$' },
        },
      ],
      responses: {
        200: {
          description: 'The calendar.',
          content: { 'text/calendar': { schema: { type: 'string' } } },
        },
        304: { description: 'The calendar has not changed.' },
        400: {
          description: 'The address is not percent-encoded UTF-8.',
          content: { 'application/problem+json': { schema: { type: 'object' } } },
        },
        404: {
          description: 'The calendar does not exist, or no longer does.',
          content: { 'application/problem+json': { schema: { type: 'object' } } },
        },
        429: {
          description: 'Too many requests; `Retry-After` says when to try again.',
          content: { 'application/problem+json': { schema: { type: 'object' } } },
        },
      },
    },
  },
}

export const calendarTag = {
  name: 'calendar',
  description: 'The calendar of a person, for programs that subscribe to it.',
}
