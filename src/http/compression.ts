import { pipeline, type Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

/** From the best to the worst. */
const encodings: readonly Encoding[] = ['br', 'gzip']

/** Smaller bodies fit into one packet anyway. */
const worthwhile = 1_400

const isText = /^(application\/([a-z.-]+\+)?json|text\/|image\/svg\+xml)/

/** The best encoding that `Accept-Encoding` names; undefined: none. Clients that send only a wildcard get none. */
export function encodingFor(header: string | string[] | undefined): Encoding | undefined {
  if (header === undefined) return undefined
  const qualities = new Map(
    String(header)
      .toLowerCase()
      .split(',')
      .map((entry) => {
        const [name = '', ...parameters] = entry.split(';').map((part) => part.trim())
        const q = Number(parameters.find((parameter) => parameter.startsWith('q='))?.slice(2) ?? 1)
        return [name, Number.isFinite(q) ? q : 1]
      }),
  )
  const qualityOf = (encoding: Encoding): number => qualities.get(encoding) ?? 0
  const [best] = encodings.toSorted((a, b) => qualityOf(b) - qualityOf(a))
  return best !== undefined && qualityOf(best) > 0 ? best : undefined
}

/** Whether a body of this type and size becomes noticeably smaller. */
export function isCompressible(type: string | undefined, size: number): boolean {
  return size >= worthwhile && isText.test(type ?? '')
}

/** RFC 9110, section 8.8.3.3: another encoding of the same body has another tag. */
export function encodedTag(etag: string, encoding: Encoding): string {
  return `${etag.slice(0, -1)}.${encoding}"`
}

/** The tag of the body before it was compressed. */
export function plainTag(etag: string): string {
  return etag.replace(/\.(?:br|gzip)"$/, '"')
}

const pack = { br: promisify(brotliCompress), gzip: promisify(gzip) }

/** `cached`: the result is sent many times, so it may take longer. */
export function compress(body: Buffer, encoding: Encoding, { cached = false } = {}): Promise<Buffer> {
  if (encoding === 'gzip') return pack.gzip(body, { level: cached ? 9 : 4 })
  return pack.br(body, {
    params: { ...brotli(cached ? 9 : 4), [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

const brotli = (quality: number): Record<number, number> => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  // A window of 256 KiB: the default takes megabytes of memory for each response.
  [constants.BROTLI_PARAM_LGWIN]: quality > 4 ? constants.BROTLI_DEFAULT_WINDOW : 18,
})

/** The stream, compressed; each chunk is passed on immediately. If either ends early, so does the other. */
export function compressed(stream: Readable, encoding: Encoding): Readable {
  const packing =
    encoding === 'br'
      ? createBrotliCompress({ params: brotli(4), flush: constants.BROTLI_OPERATION_FLUSH })
      : createGzip({ level: 4, flush: constants.Z_SYNC_FLUSH })
  pipeline(stream, packing, () => undefined)
  return packing
}

const known = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

/** The same for bytes that may be sent again, such as a cached page: they are compressed once. */
export function compressOnce(
  body: Buffer,
  encoding: Encoding,
  options?: { cached: boolean },
): Promise<Buffer> {
  const made = known.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  known.set(body, made)
  const before = made.get(encoding)
  if (before !== undefined) return before
  const result = compress(body, encoding, options)
  made.set(encoding, result)
  return result
}

/** Caches the compressed form of bytes. */
export function rememberCompressed(body: Buffer, encoding: Encoding, result: Buffer): void {
  const made = known.get(body) ?? new Map<Encoding, Promise<Buffer>>()
  known.set(body, made.set(encoding, Promise.resolve(result)))
}
