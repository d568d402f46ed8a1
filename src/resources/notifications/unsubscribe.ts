import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Gate } from '../../auth/gate.ts'
import { problem } from '../../base/errors.ts'
import type { Seal } from '../../base/secret.ts'
import type { Database } from '../../db/database.ts'
import { changedFields } from '../../db/records.ts'
import { write } from '../../db/write.ts'
import type { DescribedOperation, PathItem, Response } from '../../description/openapi/document.ts'
import { plainPage, plainPageHeaders } from '../../description/plain-page.ts'
import { operationIdOf } from '../../http/operation-id.ts'
import { openUnsubscribeLink, type Subscriber } from '../../mail/unsubscribe-link.ts'
import { notificationReasons } from '../../schema/records/notification.ts'
import { notificationSettings } from '../../schema/records/notification-settings.ts'
import { findOwnSettings, storeOwnSettings } from '../own-settings.ts'

interface Parts {
  db: Database
  gate: Gate
  seal: Seal
}

type SealedRequest = FastifyRequest<{ Params: { sealed: string } }>

const askingPage = (): string =>
  plainPage(
    'Unsubscribe – Atrium',
    `<h1>Unsubscribe</h1>
<p>You will no longer get mail about notifications. They stay in your inbox. If you only want less of it, change
<a href="/account/notifications">your settings</a> instead.</p>
<form method="post"><button type="submit">Unsubscribe</button></form>`,
  )

const donePage = (): string =>
  plainPage(
    'Unsubscribed – Atrium',
    `<h1>You are unsubscribed</h1>
<p>You no longer get mail about notifications. They stay in your inbox. To get mail again, change the settings in
<a href="/account/notifications">your account</a>.</p>`,
  )

/**
 * `/unsubscribe/<sealed>`: the link in mails about notifications. Mail programs unsubscribe with one POST (RFC 8058),
 * without a session. Reading the page changes nothing, because programs that check links for viruses read it too.
 */
export function unsubscribeRoutes(app: FastifyInstance, { db, gate, seal }: Parts): void {
  const findSubscriber = async (request: SealedRequest, reply: FastifyReply): Promise<Subscriber> => {
    const subscriber = openUnsubscribeLink(seal, request.params.sealed)
    if (subscriber !== undefined && (await isThere(db, subscriber))) return subscriber
    await gate.countFailure(reply, request.ip)
    throw problem('not_found', 'This link does not work. Change your notification settings in your account.')
  }
  const send = (reply: FastifyReply, page: string): FastifyReply =>
    reply
      .headers({ ...plainPageHeaders('self'), 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(page)

  app.get('/unsubscribe/:sealed', async (request: SealedRequest, reply) => {
    await findSubscriber(request, reply)
    return send(reply, askingPage())
  })

  app.post('/unsubscribe/:sealed', async (request: SealedRequest, reply) => {
    const subscriber = await findSubscriber(request, reply)
    await unsubscribe(db, subscriber, request.id)
    return send(reply, donePage())
  })
}

async function isThere(db: Database, { companyNo, userId }: Subscriber): Promise<boolean> {
  const found = await db.query
    .selectFrom('users as u')
    .innerJoin('companies as c', 'c.companyNo', 'u.companyNo')
    .select('u.id')
    .where('u.companyNo', '=', companyNo)
    .where('u.id', '=', userId)
    .where('c.deletedAt', 'is', null)
    .executeTakeFirst()
  return found !== undefined
}

function unsubscribe(db: Database, subscriber: Subscriber, requestId: string): Promise<void> {
  return write(db, { ...subscriber, clientId: undefined, requestId }, async (tx) => {
    const found = await findOwnSettings(tx, subscriber, notificationSettings)
    const changes = Object.fromEntries(notificationReasons.map((reason) => [reason, 'never' as const]))
    if (changedFields(notificationSettings, found.row, changes).length > 0)
      await storeOwnSettings(tx, subscriber, notificationSettings, found, changes)
  })
}

const page = (description: string): Response => ({
  description,
  content: { 'text/html': { schema: { type: 'string' } } },
})

const failure = (description: string): Response => ({
  description,
  content: { 'application/problem+json': { schema: { type: 'object' } } },
})

const described = (method: string, summary: string, answer: string): DescribedOperation => ({
  operationId: operationIdOf(method, '/unsubscribe/{sealed}'),
  summary,
  description: '**Permission:** Anyone who knows the link.',
  tags: ['users'],
  security: [],
  parameters: [
    {
      name: 'sealed',
      in: 'path',
      required: true,
      description: 'From a mail about notifications.',
      schema: { type: 'string', pattern: '^[A-Za-z0-9_-]+$' },
    },
  ],
  responses: {
    200: page(answer),
    400: failure('The link is not percent-encoded UTF-8.'),
    404: failure('The link does not work.'),
    ...(method === 'POST' && {
      413: failure('The body is too large.'),
      415: failure('The `Content-Type` is not a valid media type.'),
    }),
    429: failure('Too many requests; `Retry-After` says when to try again.'),
  },
})

/** The link in the API description. */
export const unsubscribePaths: Record<string, PathItem> = {
  '/unsubscribe/{sealed}': {
    get: described(
      'GET',
      'Shows the page of an unsubscribe link. Opening it changes nothing.',
      'A page with a button.',
    ),
    post: described(
      'POST',
      'Unsubscribes a person from all mail about notifications (RFC 8058).',
      'They are unsubscribed.',
    ),
  },
}
