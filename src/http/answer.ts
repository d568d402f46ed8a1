import { createHash, hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { Actor } from '../base/actor.ts'
import type { Reader } from '../db/database.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import { outletOfPieces } from '../file-store/content-stream.ts'
import type { Links } from '../query/links.ts'
import type { Representation } from '../schema/present.ts'
import { SentContent } from './content/sent-content.ts'

/** The result of a handler; already serialized, so that it can be stored and replayed unchanged. */
export interface Answer {
  status: number
  headers: Record<string, string>
  /** A page is in bytes, because its ETag is their hash. */
  body: string | Buffer | undefined
  /** Content of any size instead of a body; such a response is never stored. */
  stream?: Readable
  /** The bytes of a stream that are in memory. */
  bytes?: number
  /** The created record, for callers that want its bare id. */
  createdId?: string
  /** Sent instead of 204 to callers that prefer the record (RFC 7240). */
  representation?: string
  /** The record that was requested, so that a part of it can be sent. */
  record?: Representation
  /** The page as a table. */
  table?: Table
  /** The statuses of its operations, for a bulk request. */
  parts?: readonly number[]
}

/** The records of a page as rows of a table. */
export interface Table {
  columns: readonly string[]
  rows: () => Iterable<readonly unknown[]>
  /** The link to the next page. */
  next: string | undefined
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/** The size of a chunk, in characters. */
export const largestPiece = 128_000

export function ok(body: object): Answer {
  return { status: 200, headers: { ...json }, body: JSON.stringify(body) }
}

export function one(record: Representation): Answer {
  return { status: 200, headers: { ...json, etag: record.etag }, body: record.json, record }
}

/** The names of other records, by id. */
export type Names = Readonly<Record<string, string>>

/** `known`: the names of the records that the actor may see, and maybe of others, if they are already known. */
export type ReadNames = (
  reader: Reader,
  actor: Actor,
  references: Iterable<{ kind: string; id: string }>,
  known?: Names,
) => Promise<Names>

/** A record with the names of those that it refers to. */
export function oneNamed(record: Representation, names: Names): Answer {
  const body = `${record.json.slice(0, -1)},"names":${JSON.stringify(names)}}`
  const etag = `"${record.version}.${hash('sha1', `${record.etag} ${JSON.stringify(names)}`, 'base64url')}"`
  return { ...one(record), headers: { ...json, etag }, body }
}

/** A page of records, and the same as a table. */
export async function many(
  records: readonly Representation[],
  links: Links,
  fields: readonly string[],
  names?: Names,
): Promise<Answer> {
  const { page, items } = await pageOf<Representation, Representation['record']>(
    records,
    ({ json: text }) => text,
    links,
    names,
  )
  const rows: Table['rows'] = () =>
    items().map(({ id, details }) => [id, ...fields.map((name) => details[name])])
  return { ...page, table: { columns: ['id', ...fields], rows, next: links.next } }
}

const begin = '{"items":['

/** The relation types of RFC 8288, the ones that programs need most first. */
const relations = [
  ['next', 'next'],
  ['previous', 'prev'],
  ['first', 'first'],
  ['last', 'last'],
] as const

/** Proxies allow 4 kB for all headers of a response; `links` has every link, however long. */
const longestLink = 2_000

/** The links of a page as a `Link` header. */
function linkHeader(links: Links): { link?: string } {
  let link = ''
  for (const [name, relation] of relations) {
    if (links[name] === undefined) continue
    const more = `${link === '' ? '' : `${link}, `}<${links[name]}>; rel="${relation}"`
    // Without `next`, the others would make the page look like the last one.
    if (more.length > longestLink) break
    link = more
  }
  return link === '' ? {} : { link }
}

/**
 * A page as one text or, if it is large, as chunks that are written and sent one at a time, with other
 * requests served in between. `items` is read here so that nothing else keeps the whole page in memory.
 */
export async function pageOf<T, I>(
  records: readonly T[],
  write: (record: T) => string,
  links: Links,
  names?: Names,
): Promise<{ page: Answer; items: () => Generator<I, undefined> }> {
  const named = names === undefined ? '' : `,"names":${JSON.stringify(names)}`
  const end = `],"links":${JSON.stringify(links)}${named}}`
  const headers = { ...json, ...linkHeader(links) }
  const pieces: Buffer[] = []
  let text = begin
  for (const [n, record] of records.entries()) {
    if (text.length > largestPiece) {
      pieces.push(Buffer.from(text))
      text = ''
      await yieldNow()
    }
    text += n === 0 ? write(record) : `,${write(record)}`
  }
  text += end
  if (pieces.length === 0) {
    const body = Buffer.from(text)
    const etag = `"${hash('sha1', body, 'base64url')}"`
    return {
      page: { status: 200, headers: { ...headers, etag }, body },
      items: () => itemsOf<I>([body], end),
    }
  }
  pieces.push(Buffer.from(text))
  const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const etag = `"${await digestOf(pieces)}"`
  const page = {
    status: 200,
    headers: { ...headers, etag, 'content-length': String(bytes) },
    body: undefined,
    stream: new SentContent(outletOfPieces(pieces)),
    bytes,
  }
  return { page, items: () => itemsOf<I>(pieces, end) }
}

async function digestOf(pieces: readonly Buffer[]): Promise<string> {
  const digest = createHash('sha1')
  for (const piece of pieces) {
    digest.update(piece)
    await yieldNow()
  }
  return digest.digest('base64url')
}

/** A chunk ends where an item does. */
function* itemsOf<I>(pieces: readonly Buffer[], end: string): Generator<I, undefined> {
  for (const [n, piece] of pieces.entries()) {
    const text = piece.toString()
    // The first chunk begins like the page, the others with a comma.
    const from = n === 0 ? begin.length : 1
    const to = n === pieces.length - 1 ? text.length - end.length : text.length
    yield* JSON.parse(`[${text.slice(from, to)}]`) as I[]
  }
}

/** `location`: the path of the new record. */
export function created(record: Representation, location: string): Answer {
  return {
    status: 201,
    headers: { ...json, location, etag: record.etag },
    body: record.json,
    createdId: record.id,
  }
}

/** A new record with a secret that is shown once; never as a bare id, which would lose it. */
export function createdWithSecret(
  record: Representation,
  location: string,
  secret: Readonly<Record<string, unknown>>,
): Answer {
  const { createdId: _, ...answer } = created(record, location)
  const headers = { ...answer.headers, 'cache-control': 'no-store' }
  return { ...answer, headers, body: JSON.stringify({ ...record.record, ...secret }) }
}

export function changed(record: Representation): Answer {
  return { status: 204, headers: { etag: record.etag }, body: undefined, representation: record.json }
}

export function nothing(): Answer {
  return { status: 204, headers: {}, body: undefined }
}
