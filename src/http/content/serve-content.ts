import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { problem } from '../../base/errors.ts'
import { giveBack, takeBlock } from '../../file-store/blocks.ts'
import { outletOf } from '../../file-store/content-stream.ts'
import type { ByteRange, Outlet } from '../../file-store/store.ts'
import { topics } from '../../observe/topics.ts'
import type { Answer } from '../answer.ts'
import { namesTag } from '../negotiation.ts'
import { attachment } from './content-disposition.ts'
import { presentDigest } from './digest.ts'
import { readRanges } from './ranges.ts'
import { SentContent } from './sent-content.ts'

/** Content to be sent, with its metadata. */
interface ServedContent {
  fileName: string
  mimeType: string
  size: number
  sha256: string
  storedAt: string
  open: (range?: ByteRange) => Promise<Outlet>
}

export interface ContentRequest {
  isHead: boolean
  header: (name: string) => string | undefined
}

export const contentTag = (sha256: string): string => `"${sha256}"`

/** RFC 9110, sections 13 and 14: all of it, ranges of it, or that it has not changed. */
export async function serveContent(asked: ContentRequest, given: ServedContent): Promise<Answer> {
  const content = { ...given, open: async (range?: ByteRange) => counted(await given.open(range)) }
  const etag = contentTag(content.sha256)
  const storedAt = Math.floor(Date.parse(content.storedAt) / 1000) * 1000
  const lastModified = new Date(storedAt).toUTCString()
  const known = { etag, 'last-modified': lastModified }
  const match = asked.header('if-match')
  if (match !== undefined && !namesTag(match, etag, { weak: false }))
    throw problem('precondition_failed', 'The content does not match If-Match.', { headers: { etag } })
  const since = Date.parse(asked.header('if-modified-since') ?? '')
  if (asked.header('if-none-match') === undefined && since >= storedAt)
    return { status: 304, headers: known, body: undefined }
  const headers = {
    ...known,
    'accept-ranges': 'bytes',
    'content-type': content.mimeType,
    'content-disposition': attachment(content.fileName),
    'repr-digest': presentDigest(content.sha256),
    // "Nothing uploaded can run as a page of ours", wherever it is opened.
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  }
  const condition = asked.header('if-range')
  const isSame = condition === undefined || condition.trim() === etag || Date.parse(condition) === storedAt
  // "A server MUST ignore a Range header field received with a request method" other than GET.
  const ranges = asked.isHead || !isSame ? undefined : readRanges(asked.header('range'), content.size)
  const [range, ...more] = ranges ?? []
  const whole = { ...headers, 'content-length': String(content.size) }
  // Keeps the length of the body that a GET would send.
  if (asked.isHead) return { status: 200, headers: whole, body: undefined, stream: Readable.from([]) }
  // Content that the client already has is not opened.
  const unless = asked.header('if-none-match')
  if (unless !== undefined && namesTag(unless, etag, { weak: true }))
    return { status: 304, headers: known, body: undefined }
  if (range === undefined)
    return { status: 200, headers: whole, body: undefined, stream: new SentContent(await content.open()) }
  if (more.length > 0) return severalRanges(content, headers, [range, ...more])
  const length = range.last - range.first + 1
  return {
    status: 206,
    headers: { ...headers, 'content-length': String(length), 'content-range': rangeOf(range, content.size) },
    body: undefined,
    stream: new SentContent(await content.open(range)),
  }
}

const rangeOf = ({ first, last }: ByteRange, size: number): string => `bytes ${first}-${last}/${size}`

/** RFC 9110, section 14.6: `multipart/byteranges`. */
function severalRanges(
  content: ServedContent,
  headers: Record<string, string>,
  ranges: readonly ByteRange[],
): Answer {
  const boundary = randomUUID()
  const heads = ranges.map(
    (range, n) =>
      `${n === 0 ? '' : '\r\n'}--${boundary}\r\ncontent-type: ${content.mimeType}\r\ncontent-range: ${rangeOf(range, content.size)}\r\n\r\n`,
  )
  const end = `\r\n--${boundary}--\r\n`
  const length = ranges.reduce(
    (sum, { first, last }, n) => sum + Buffer.byteLength(heads[n] ?? '') + last - first + 1,
    end.length,
  )
  async function* parts(): AsyncGenerator<Uint8Array> {
    for (const [n, range] of ranges.entries()) {
      yield Buffer.from(heads[n] ?? '')
      yield* piecesOf(await content.open(range))
    }
    yield Buffer.from(end)
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-type': `multipart/byteranges; boundary=${boundary}`,
      'content-length': String(length),
    },
    body: undefined,
    stream: new SentContent(outletOf(parts())),
  }
}

/** Each chunk reuses the memory of the previous one. */
export async function* piecesOf(outlet: Outlet): AsyncGenerator<Uint8Array> {
  const block = takeBlock('small')
  try {
    for (let count = await outlet.read(block); count > 0; count = await outlet.read(block))
      yield block.subarray(0, count)
  } finally {
    giveBack(block.buffer)
    await outlet.close()
  }
}

/** The same, counted as it passes. */
export function counted(outlet: Outlet): Outlet {
  return {
    async read(into) {
      const bytes = await outlet.read(into)
      if (bytes > 0) topics.contentMoved.publish({ direction: 'out', bytes })
      return bytes
    },
    close: () => outlet.close(),
  }
}
