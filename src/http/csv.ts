import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, callerId } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import type { Database } from '../db/database.ts'
import { type Change, write } from '../db/write.ts'
import { pageBytes, type Ticket } from '../fairness/admission.ts'
import { asCaller, yieldNow } from '../fairness/scheduler.ts'
import { type Answer, largestPiece, type Table } from './answer.ts'
import { goneSignal } from './connections.ts'
import { quality } from './negotiation.ts'
import { parseQueryString, type QueryParameters } from './query-string.ts'

/** RFC 4180, with charset and header parameters. */
export const csvType = 'text/csv'

/** How many records are read, written and sent at a time. */
const rowsAtOnce = 50

interface Export {
  actor: Actor
  db: Database
  /** The request in progress. */
  ticket: Ticket
}

/** "Any list as CSV by `Accept: text/csv`." Clients that accept both get JSON. */
export function wantsCsv(header: string | undefined): boolean {
  return header !== undefined && quality(header, csvType) > quality(header, 'application/json')
}

/**
 * "All that match, streamed": page by page by key, as if each link had been followed, so that no snapshot
 * stays open and permissions are checked again for each page. A failure on the first page is an ordinary
 * error; after that the connection is cut, so that half a file cannot be mistaken for the whole.
 */
export async function sendCsv(
  request: FastifyRequest,
  reply: FastifyReply,
  query: QueryParameters,
  { actor, db, ticket }: Export,
  read: (query: QueryParameters) => Promise<Answer>,
): Promise<FastifyReply> {
  refusePaging(query)
  const gone = goneSignal(reply.raw)
  // Later parts are read when the connection has room for them, outside of the caller's async context.
  const readPart = (asked: QueryParameters): Promise<Part> =>
    asCaller(callerId(actor), async () => {
      await yieldNow()
      gone.throwIfAborted()
      const part = await partOf(tableOf(await read(asked)))
      ticket.resize(Math.max(part.size, pageBytes(rowsAtOnce)))
      return part
    })
  const first = await readPart({ ...query, limit: [String(rowsAtOnce)] })
  if (request.method !== 'HEAD')
    await write(db, actor, async (tx) => tx.log(exported(request, actor, query, first)))
  reply.code(200).headers({
    'content-type': `${csvType}; charset=utf-8; header=present`,
    'content-disposition': `attachment; filename="${nameOf(request)}.csv"`,
  })
  if (request.method === 'HEAD') return reply.send()
  return reply.send(Readable.from(untilGone(textOf(first, readPart), gone)))
}

/**
 * The audit log records an export before it is sent, because a file that was cut off was still taken. The
 * number of records is only known by then if they fit on one page.
 */
function exported(
  request: FastifyRequest,
  actor: Actor,
  query: QueryParameters,
  { count, next }: Part,
): Change {
  const params = request.params as Readonly<Record<string, string>>
  const filter = query['filter']?.[0] ?? ''
  return {
    verb: 'exported',
    kind: params['reportId'] === undefined ? 'list' : 'report',
    recordId: Object.values(params).at(-1) ?? actor.companyId,
    workspaceId: params['workspaceId'] ?? null,
    fields: [
      pathOf(request),
      ...(filter === '' ? [] : [`filter=${filter}`]),
      ...(next === undefined ? [`records=${count}`] : []),
    ],
  }
}

/** A serialized page. */
interface Part {
  header: string
  /** Never empty: an empty text would neither send nor end anything. */
  texts: readonly string[]
  count: number
  /** In characters. */
  size: number
  next: string | undefined
}

async function partOf({ columns, rows, next }: Table): Promise<Part> {
  const texts: string[] = []
  let text = ''
  let count = 0
  for (const row of rows()) {
    if (text.length > largestPiece) {
      texts.push(text)
      text = ''
      await yieldNow()
    }
    text += line(row)
    count += 1
  }
  if (text !== '') texts.push(text)
  const size = texts.reduce((sum, { length }) => sum + length, 0)
  return { header: line(columns), texts, count, size, next }
}

/** An error after the client has disconnected does not count. */
async function* untilGone(texts: AsyncIterable<string>, gone: AbortSignal): AsyncGenerator<string> {
  try {
    yield* texts
  } catch (error) {
    if (!gone.aborted) throw error
  }
}

async function* textOf(first: Part, read: (query: QueryParameters) => Promise<Part>): AsyncGenerator<string> {
  yield first.header
  for (let part = first; ; part = await read(parseQueryString(part.next))) {
    yield* part.texts
    if (part.next === undefined) return
  }
}

function tableOf({ table }: Answer): Table {
  if (table === undefined) throw new Error('A list answered without its records')
  return table
}

/** A CSV has no links to other pages, so users would mistake one page for the whole list. */
function refusePaging(query: QueryParameters): void {
  const given = ['limit', 'paging', 'paginationhash'].filter((name) => query[name] !== undefined)
  if (given.length === 0) return
  const detail = 'A CSV contains all matching records: leave out limit and paging.'
  throw problem('invalid_request', detail, { faults: given.map((parameter) => ({ parameter, detail })) })
}

function pathOf({ raw }: FastifyRequest): string {
  const [path = ''] = (raw.url ?? '').split('?')
  return path
}

/** `/v1/workspaces/…/times` → `times`. */
const nameOf = (request: FastifyRequest): string => /[A-Za-z]+$/.exec(pathOf(request))?.[0] ?? 'records'

const line = (values: readonly unknown[]): string => `${values.map(cell).join(',')}\r\n`

/** Numbers and timestamps are written as in JSON, without assuming a decimal sign or a time zone. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quoted(harmless(value))
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return quoted(isTexts ? harmless(value.join('; ')) : JSON.stringify(value))
}

/** A spreadsheet would run a cell that begins with these as a formula. */
const harmless = (text: string): string => (/^[=+\-@\t\r\n＝＋－＠]/.test(text) ? `'${text}` : text)

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
