import type { BlobStore } from './store.ts'

/** How many bytes at the start of content are examined. */
const startBytes = 4_096

const text = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/** Signatures of types that a browser or the preview process would interpret. */
const signatures: readonly (readonly [type: string, matches: (start: string) => boolean])[] = [
  ['image/png', (start) => start.startsWith('\x89PNG\r\n\x1a\n')],
  ['image/jpeg', (start) => start.startsWith('\xff\xd8\xff')],
  ['image/gif', (start) => start.startsWith('GIF87a') || start.startsWith('GIF89a')],
  ['image/webp', (start) => start.startsWith('RIFF') && start.startsWith('WEBP', 8)],
  ['image/tiff', (start) => ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'].some((mark) => start.startsWith(mark))],
  ['image/avif', (start) => hasBrand(start, 'avif', 'avis')],
  ['image/heic', (start) => hasBrand(start, 'heic', 'heix', 'hevc', 'hevx')],
  // Elsewhere, the header may be that of a PDF in an archive, or a mention in a text.
  ['application/pdf', (start) => /^(\xef\xbb\xbf)?\s*%PDF-/.test(start)],
  ['image/svg+xml', isSvg],
]

/** The type of content by its first bytes; undefined if they have no signature known here. */
function recognizeType(start: Uint8Array): string | undefined {
  const head = text(start.subarray(0, startBytes))
  return signatures.find(([, matches]) => matches(head))?.[0]
}

/** The same for content in the store. */
export async function recognizeStored(
  store: BlobStore,
  key: string,
  size: number,
): Promise<string | undefined> {
  return recognizeType(await readStart(store, key, size))
}

/** As which type to render content in the store. PDF readers accept a header that is not at the very start. */
export async function recognizeDrawable(
  store: BlobStore,
  key: string,
  size: number,
): Promise<string | undefined> {
  const start = await readStart(store, key, size)
  return recognizeType(start) ?? (start.subarray(0, 1_024).includes('%PDF-') ? 'application/pdf' : undefined)
}

async function readStart(store: BlobStore, key: string, size: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  if (size > 0)
    for await (const chunk of await store.read(key, { first: 0, last: Math.min(size, startBytes) - 1 }))
      chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** Copies the first bytes of content that passes through. */
export class StartOf {
  readonly #chunks: Buffer[] = []
  #size = 0

  see(chunk: Uint8Array): void {
    if (this.#size >= startBytes) return
    this.#chunks.push(Buffer.from(chunk.subarray(0, startBytes - this.#size)))
    this.#size += chunk.length
  }

  get type(): string | undefined {
    return recognizeType(Buffer.concat(this.#chunks))
  }
}

/** ISO base media files list their brands in the first box. */
function hasBrand(start: string, ...brands: readonly string[]): boolean {
  if (!start.startsWith('ftyp', 4)) return false
  const end = Math.min(Buffer.from(start.slice(0, 4), 'latin1').readUInt32BE(), 256)
  for (let at = 8; at + 4 <= end; at += 4) if (brands.includes(start.slice(at, at + 4))) return true
  return false
}

/** More declarations and comments than this are not skipped. */
const mostSkipped = 20

/** Whether the first element is `svg`, after declarations and comments. */
function isSvg(start: string): boolean {
  let at = start.startsWith('\xef\xbb\xbf') ? 3 : 0
  for (let skipped = 0; skipped <= mostSkipped; skipped += 1) {
    while (' \t\r\n'.includes(start[at] ?? 'x')) at += 1
    const closing = closingOf(start, at)
    if (closing === undefined) return /^<(\w{1,16}:)?svg[\s/>]/.test(start.slice(at, at + 32))
    const end = start.indexOf(closing, at)
    if (end < 0) return false
    at = end + closing.length
  }
  return false
}

/** What ends the declaration or comment that begins here; undefined if there is none. */
function closingOf(start: string, at: number): string | undefined {
  if (start.startsWith('<!--', at)) return '-->'
  if (start.startsWith('<?', at)) return '?>'
  if (!start.startsWith('<!', at)) return undefined
  const subset = start.indexOf('[', at)
  return subset >= 0 && subset < start.indexOf('>', at) ? ']>' : '>'
}
