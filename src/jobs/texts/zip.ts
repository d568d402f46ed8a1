import { inflateRawSync } from 'node:zlib'

/** Signatures and sizes of the records of a ZIP file (APPNOTE 4.3). */
const endOfDirectory = { signature: 0x06_05_4b_50, length: 22, longestComment: 65_535 }
const directoryEntry = { signature: 0x02_01_4b_50, length: 46 }
const localEntry = { signature: 0x04_03_4b_50, length: 30 }

const mostEntries = 10_000
/** Bytes that all parts together may unpack to. */
const mostUnpacked = 64_000_000

interface Entry {
  name: string
  method: number
  packed: number
  at: number
}

/**
 * The parts of a ZIP file, by its directory. Sizes that the file declares are not trusted: unpacking stops at a limit for
 * all parts together.
 */
export class ZipParts {
  readonly #bytes: Buffer
  readonly #entries = new Map<string, Entry>()
  #left = mostUnpacked

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    for (const entry of entriesOf(bytes)) this.#entries.set(entry.name, entry)
  }

  get names(): string[] {
    return [...this.#entries.keys()]
  }

  /** Throws if the part is damaged or too large. */
  read(name: string): Buffer {
    const entry = this.#entries.get(name)
    if (entry === undefined) throw new Error(`There is no ${name}.`)
    const { at, packed, method } = entry
    if (this.#bytes.readUInt32LE(at) !== localEntry.signature)
      throw new Error('A part is not where it should be.')
    const start =
      at + localEntry.length + this.#bytes.readUInt16LE(at + 26) + this.#bytes.readUInt16LE(at + 28)
    const content = this.#bytes.subarray(start, start + packed)
    const unpacked = method === 0 ? content : inflateRawSync(content, { maxOutputLength: this.#left })
    this.#left -= unpacked.length
    if (this.#left <= 0) throw new Error('The parts are too large.')
    return unpacked
  }
}

function* entriesOf(bytes: Buffer): Generator<Entry> {
  const end = findEnd(bytes)
  const count = Math.min(bytes.readUInt16LE(end + 10), mostEntries)
  let at = bytes.readUInt32LE(end + 16)
  for (let n = 0; n < count; n += 1) {
    if (bytes.readUInt32LE(at) !== directoryEntry.signature) throw new Error('The directory is damaged.')
    const method = bytes.readUInt16LE(at + 10)
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    const [nameLength, extra, comment] = [28, 30, 32].map((offset) => bytes.readUInt16LE(at + offset))
    const name = bytes.toString(
      'utf8',
      at + directoryEntry.length,
      at + directoryEntry.length + (nameLength ?? 0),
    )
    if (!isEncrypted && (method === 0 || method === 8))
      yield { name, method, packed: bytes.readUInt32LE(at + 20), at: bytes.readUInt32LE(at + 42) }
    at += directoryEntry.length + (nameLength ?? 0) + (extra ?? 0) + (comment ?? 0)
  }
}

/** The end of the directory is at the end of the file, before a comment. */
function findEnd(bytes: Buffer): number {
  const last = bytes.length - endOfDirectory.length
  for (let at = last; at >= Math.max(0, last - endOfDirectory.longestComment); at -= 1)
    if (bytes.readUInt32LE(at) === endOfDirectory.signature) return at
  throw new Error('This is not a ZIP file.')
}
