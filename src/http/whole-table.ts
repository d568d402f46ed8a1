import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, callerId } from '../base/actor.ts'
import type { Database } from '../db/database.ts'
import { type Change, write } from '../db/write.ts'
import { pageBytes, type Ticket } from '../fairness/admission.ts'
import { asCaller, yieldNow } from '../fairness/scheduler.ts'
import { type Answer, largestPiece, type Table } from './answer.ts'
import { compressed, encodingFor } from './compression.ts'
import { goneSignal } from './connections.ts'
import { parseQueryString, pathOf, type QueryParameters } from './query-string.ts'

/** How many records are read, written and sent at a time. */
const rowsAtOnce = 50

/** How a table is written, from its first record to its last. */
export interface TableFormat {
  /** The query of the first page, without its limit; throws if the caller requests one page. */
  query: (query: QueryParameters) => QueryParameters
  headers: (path: string) => Record<string, string>
  begin: (columns: readonly string[]) => string
  row: (values: readonly unknown[], columns: readonly string[]) => string
  end: string
}

interface Export {
  actor: Actor
  db: Database
  /** The request in progress. */
  ticket: Ticket
}

/**
 * Sends all records that match, page by page by key, as if each link had been followed, so that no snapshot
 * stays open and permissions are checked again for each page. A failure on the first page is an ordinary
 * error; after that the connection is cut, so that half a file cannot be mistaken for the whole.
 */
export async function sendWholeTable(
  request: FastifyRequest,
  reply: FastifyReply,
  query: QueryParameters,
  format: TableFormat,
  { actor, db, ticket }: Export,
  read: (query: QueryParameters) => Promise<Answer>,
): Promise<FastifyReply> {
  const asked = format.query(query)
  const gone = goneSignal(reply.raw)
  // Later parts are read when the connection has room for them, outside of the caller's async context.
  const readPart = (page: QueryParameters): Promise<Part> =>
    asCaller(callerId(actor), async () => {
      await yieldNow()
      gone.throwIfAborted()
      const part = await partOf(tableOf(await read(page)), format)
      ticket.resize(Math.max(part.size, pageBytes(rowsAtOnce)))
      return part
    })
  const first = await readPart({ ...asked, limit: [String(rowsAtOnce)] })
  if (request.method !== 'HEAD')
    await write(db, actor, async (tx) => tx.log(exported(request, actor, query, first)))
  const encoding = encodingFor(request.headers['accept-encoding'])
  reply.code(200).headers(format.headers(pathOf(request.raw)))
  if (encoding !== undefined) reply.header('content-encoding', encoding)
  if (request.method === 'HEAD') return reply.send()
  const table = Readable.from(untilGone(textOf(first, format, readPart), gone))
  return reply.send(encoding === undefined ? table : compressed(table, encoding))
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
      pathOf(request.raw),
      ...(filter === '' ? [] : [`filter=${filter}`]),
      ...(next === undefined ? [`records=${count}`] : []),
    ],
  }
}

/** A serialized page. */
interface Part {
  columns: readonly string[]
  /** Never empty: an empty text would neither send nor end anything. */
  texts: readonly string[]
  count: number
  /** In characters. */
  size: number
  next: string | undefined
}

async function partOf({ columns, rows, next }: Table, format: TableFormat): Promise<Part> {
  const texts: string[] = []
  let text = ''
  let count = 0
  for (const row of rows()) {
    if (text.length > largestPiece) {
      texts.push(text)
      text = ''
      await yieldNow()
    }
    text += format.row(row, columns)
    count += 1
  }
  if (text !== '') texts.push(text)
  const size = texts.reduce((sum, { length }) => sum + length, 0)
  return { columns, texts, count, size, next }
}

/** An error after the client has disconnected does not count. */
async function* untilGone(texts: AsyncIterable<string>, gone: AbortSignal): AsyncGenerator<string> {
  try {
    yield* texts
  } catch (error) {
    if (!gone.aborted) throw error
  }
}

async function* textOf(
  first: Part,
  { begin, end }: TableFormat,
  read: (query: QueryParameters) => Promise<Part>,
): AsyncGenerator<string> {
  yield begin(first.columns)
  for (let part = first; ; part = await read(parseQueryString(part.next))) {
    yield* part.texts
    if (part.next === undefined) break
  }
  if (end !== '') yield end
}

function tableOf({ table }: Answer): Table {
  if (table === undefined) throw new Error('A list responded without its records')
  return table
}
