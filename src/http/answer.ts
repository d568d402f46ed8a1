import type { Readable } from 'node:stream'
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

export function ok(body: object): Answer {
  return { status: 200, headers: { ...json }, body: JSON.stringify(body) }
}

export function one(record: Shown): Answer {
  return { status: 200, headers: { ...json, etag: record.etag }, body: record.json }
}

export function many(records: readonly Shown[], links: Links, fields: readonly string[]): Answer {
  const body = `{"items":[${records.map((record) => record.json).join(',')}],"links":${JSON.stringify(links)}}`
  return {
    status: 200,
    headers: { ...json },
    body,
    table: {
      columns: ['id', ...fields],
      rows: () =>
        (JSON.parse(body) as { items: Shown['record'][] }).items.map(({ id, details }) => [
          id,
          ...fields.map((name) => details[name]),
        ]),
      next: links.next,
    },
  }
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
