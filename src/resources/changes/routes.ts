import type { FastifyReply } from 'fastify'
import { type Actor, callerId } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import type { NumberedChange } from '../../db/change-log/feed.ts'
import { changeTypeNames } from '../../db/change-log/types.ts'
import type { Database } from '../../db/database.ts'
import { asCaller } from '../../fairness/scheduler.ts'
import type { Hub } from '../../feed/hub.ts'
import { formatPosition } from '../../feed/position.ts'
import { type ChangePage, readChanges } from '../../feed/read.ts'
import type { Readers } from '../../feed/readers.ts'
import { ChangeStream } from '../../feed/stream.ts'
import { type Viewer, viewerOf } from '../../feed/visible.ts'
import { type Answer, ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext } from '../../http/context.ts'
import type { Live } from '../../http/live/live.ts'
import { quality } from '../../http/negotiation.ts'
import { eventsType } from '../../http/sending.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { visibleAmong } from '../visible-ids.ts'
import { itemSchema, presentChange } from './item.ts'
import { type ChangeRequest, changeParameters, readChangeRequest } from './parameters.ts'
import type { Watch } from './watch.ts'

interface ChangeParts {
  db: Database
  hub: Hub
  readers: Readers
  watch: Watch
}

const pageSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['items', 'position', 'more', 'links'],
  properties: {
    items: { type: 'array', items: itemSchema, description: 'Oldest first.' },
    position: {
      type: 'string',
      description: 'Continue with `after` this position. It moves even if no change is visible to you.',
      examples: ['k3Vw9xQa.1042'],
    },
    more: { type: 'boolean', description: 'Whether more changes are already available.' },
    links: {
      type: 'object',
      additionalProperties: false,
      required: ['next'],
      properties: { next: { type: 'string', description: 'The same request after this position.' } },
    },
  },
}

const typesSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['items'],
  properties: { items: { type: 'array', items: { type: 'string' }, description: 'The names of all types.' } },
}

/** The estimated memory of a change with its record, until its size is known. */
const itemBytes = 4_000

export function changeRoutes(api: Api, parts: ChangeParts): void {
  api.get(
    '/v1/changeTypes',
    {
      summary: 'Lists the types of changes.',
      needs: 'Anyone who is signed in.',
      answer: { ok: typesSchema, sentence: 'The types.' },
    },
    async () => ok({ items: changeTypeNames }),
  )

  api.live(
    '/v1/changes',
    {
      summary:
        'Reads what has changed since a position, in order and without gaps; optionally waits for changes or streams them.',
      needs: 'Anyone who is signed in; shows what they may see.',
      query: changeParameters,
      headers: {
        'Last-Event-ID': {
          sentence: 'For a stream: the position to resume from. It wins over `after`.',
          example: 'k3Vw9xQa.1042',
        },
      },
      answer: {
        ok: pageSchema,
        sentence: 'The changes, or with `Accept: text/event-stream` a stream of them.',
        events: true,
      },
      problems: ['invalid_position', 'feed_reset', 'too_many_requests', 'unavailable'],
    },
    async (ctx, live) => {
      const wantsEvents = isStream(ctx.header('accept'))
      // This process's own writes have their numbers before they are read.
      await parts.hub.sequencer.settled()
      const asked = await readChangeRequest(
        ctx,
        parts.db,
        wantsEvents ? ctx.header('last-event-id') : undefined,
      )
      return wantsEvents && !ctx.isHead
        ? stream(api, parts, ctx, live, asked)
        : await page(api, parts, ctx, live, asked)
    },
  )
}

const isStream = (accept: string | undefined): boolean =>
  accept !== undefined && quality(accept, eventsType) > quality(accept, 'application/json')

type Reading = Pick<ReadContext, 'actor' | 'site' | 'path' | 'query' | 'gone'>

async function page(
  api: Api,
  parts: ChangeParts,
  ctx: Reading,
  live: Live,
  asked: ChangeRequest,
): Promise<Answer> {
  const { turn } = live
  const bytes = asked.limit * itemBytes
  const read = (after: number): Promise<ChangePage> =>
    turn(bytes, async () => {
      const viewer = await viewerOf(parts.db, ctx.actor)
      return readChanges(parts.db, viewer, asked.selection, after, asked.limit, visibleAmong)
    })
  let found = await read(asked.after)
  if (asked.waitSeconds > 0 && found.changes.length === 0 && !found.more)
    found = await waitFor(parts, ctx, live, asked, found, read)
  const items = await turn(bytes, async () => {
    const all = []
    for (const change of found.changes) all.push(await itemOf(api, ctx.actor, asked, change))
    return all
  })
  const position = formatPosition({ epoch: asked.epoch, seq: found.last })
  return ok({ items, position, more: found.more, links: { next: nextLink(ctx, position) } })
}

function nextLink({ path, query }: Reading, position: string): string {
  const others = Object.entries(query).filter(([name]) => name !== 'after')
  const parameters = new URLSearchParams(
    others.flatMap(([name, all = []]) => all.map((value): [string, string] => [name, value])),
  )
  parameters.set('after', position)
  return `${path}?${parameters}`
}

/** Waits until there is a change that the caller sees, or the time is up. Between reads, it holds nothing. */
async function waitFor(
  { hub, readers, watch }: ChangeParts,
  { actor, gone }: Reading,
  { request }: Live,
  { waitSeconds }: ChangeRequest,
  first: ChangePage,
  read: (after: number) => Promise<ChangePage>,
): Promise<ChangePage> {
  const ending = new AbortController()
  const signals = [ending.signal, ...(gone === undefined ? [] : [gone])]
  const end = AbortSignal.any([...signals, clock.timeout(waitSeconds * 1000)])
  const forget = readers.add(callerId(actor), () => ending.abort())
  let woken = Promise.withResolvers<void>()
  let unfollow: (() => void) | undefined
  const unwatch = watch.add(request.headers.authorization, () => ending.abort())
  try {
    unfollow = await hub.follow(actor.companyNo, () => woken.resolve())
    end.addEventListener('abort', () => woken.resolve())
    for (let found = first; ; ) {
      // Changes may have come before we followed.
      found = await read(found.last)
      if (found.changes.length > 0 || found.more || end.aborted) return found
      await woken.promise
      woken = Promise.withResolvers()
      if (end.aborted) {
        await watch.demandAccess(request.headers.authorization)
        return found
      }
      await clock.pause(0)
    }
  } finally {
    unwatch()
    unfollow?.()
    forget()
  }
}

/** A change as an item, with its record if the caller requested it. */
async function itemOf(
  api: Api,
  actor: Actor,
  { epoch, withRecords }: ChangeRequest,
  change: NumberedChange,
): Promise<object> {
  const item = presentChange(epoch, change)
  if (!withRecords) return item
  return { ...item, record: await api.records.read(actor, change.kind, change.recordId) }
}

/** The texts of changes that look the same to everybody, so that thousands of streams share them. */
const texts = new WeakMap<NumberedChange, string>()

async function stream(
  api: Api,
  { db, hub, readers, watch }: ChangeParts,
  ctx: Reading,
  { request, reply, turn }: Live,
  asked: ChangeRequest,
): Promise<undefined> {
  const { actor } = ctx
  const { authorization } = request.headers
  const viewer = await viewerOf(db, actor)
  // The caller of the stream is charged, not the one whose change wakes it.
  const own: Live['turn'] = (bytes, work) => asCaller(callerId(actor), () => turn(bytes, work))
  const textOf = (change: NumberedChange, caller: Viewer['caller']): string | Promise<string> => {
    if (asked.withRecords)
      return own(itemBytes, async () =>
        JSON.stringify(await itemOf(api, { ...actor, ...caller }, asked, change)),
      )
    const known = texts.get(change) ?? JSON.stringify(presentChange(asked.epoch, change))
    texts.set(change, known)
    return known
  }
  const opened = new ChangeStream(
    {
      ...{ db, hub, visibleIds: visibleAmong, textOf },
      turn: (work) => own(itemBytes * 100, work),
      recognize: () => watch.callerOf(authorization),
    },
    reply.raw,
    { ...asked, viewer },
  )
  const forget = readers.add(callerId(actor), (reason) => opened.end(reason))
  const unwatch = watch.add(authorization, (reason) => opened.end(reason))
  reply.raw.once('close', () => {
    forget()
    unwatch()
  })
  begin(reply)
  await opened.open()
  return undefined
}

function begin(reply: FastifyReply): void {
  reply.hijack()
  // A stream ends with its connection: thousands of them end faster, and each event is one write instead of three.
  reply.raw.removeHeader('transfer-encoding')
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': `${eventsType}; charset=utf-8`,
    'cache-control': 'no-store',
    // nginx would buffer the events.
    'x-accel-buffering': 'no',
    connection: 'close',
  })
}
