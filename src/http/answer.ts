import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import type { Links } from '../query/links.ts'
import type { Shown } from './shown.ts'

/** What a handler gives back; a text already, so that it can be stored and replayed as it was. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: string | undefined
  /** Content, of any size, in the place of a body; such an answer is never stored. */
  stream?: Readable
  /** The record that was made, for those who want its bare id. */
  createdId?: string
  /** Given instead of 204 to those who prefer the record (RFC 7240). */
  representation?: string
  /** What a page holds, in the form of a table. */
  table?: Table
  /** The statuses of the operations that it speaks of, where there are several. */
  parts?: readonly number[]
}

/** The records of a page as rows, for those who want them so. */
export interface Table {
  columns: readonly string[]
  rows: () => readonly (readonly unknown[])[]
  /** The link to the next page. */
  next: string | undefined
}

const json = { 'content-type': 'application/json; charset=utf-8' }

/** Characters. */
const largestPiece = 256_000

export function ok(body: object): Answer {
  return { status: 200, headers: { ...json }, body: JSON.stringify(body) }
}

export function one(record: Shown): Answer {
  return { status: 200, headers: { ...json, etag: record.etag }, body: record.json }
}

export async function many(
  records: readonly Shown[],
  links: Links,
  fields: readonly string[],
): Promise<Answer> {
  const { body, pieces } = await inPieces(records, `],"links":${JSON.stringify(links)}}`)
  const table: Table = {
    columns: ['id', ...fields],
    rows: () =>
      (JSON.parse(body ?? Buffer.concat(pieces).toString()) as { items: Shown['record'][] }).items.map(
        ({ id, details }) => [id, ...fields.map((name) => details[name])],
      ),
    next: links.next,
  }
  if (body !== undefined) return { status: 200, headers: { ...json }, body, table }
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0)
  const headers = { ...json, 'content-length': String(length) }
  return { status: 200, headers, body, stream: Readable.from(pieces), table }
}

/**
 * A page as one text, or, where it is large, as pieces, between which others are served: they are written one at a time,
 * and leave one at a time, as they are taken in.
 */
async function inPieces(
  records: readonly Shown[],
  end: string,
): Promise<{ body: string | undefined; pieces: readonly Buffer[] }> {
  const pieces: Buffer[] = []
  let text = '{"items":['
  for (const [n, record] of records.entries()) {
    if (text.length > largestPiece) {
      pieces.push(Buffer.from(text))
      text = ''
      await setImmediate()
    }
    text += n === 0 ? record.json : `,${record.json}`
  }
  text += end
  return pieces.length === 0
    ? { body: text, pieces }
    : { body: undefined, pieces: [...pieces, Buffer.from(text)] }
}

/** `location`: the path of the new record. */
export function created(record: Shown, location: string): Answer {
  return {
    status: 201,
    headers: { ...json, location, etag: record.etag },
    body: record.json,
    createdId: record.id,
  }
}

/** A new record with what is shown this once, beside it; never as a bare id, which would lose it. */
export function createdWithSecret(
  record: Shown,
  location: string,
  secret: Readonly<Record<string, unknown>>,
): Answer {
  const { createdId: _, ...answer } = created(record, location)
  const headers = { ...answer.headers, 'cache-control': 'no-store' }
  return { ...answer, headers, body: JSON.stringify({ ...record.record, ...secret }) }
}

export function changed(record: Shown): Answer {
  return { status: 204, headers: { etag: record.etag }, body: undefined, representation: record.json }
}

export function nothing(): Answer {
  return { status: 204, headers: {}, body: undefined }
}
