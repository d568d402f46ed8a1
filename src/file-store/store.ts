import type { Readable } from 'node:stream'

/** Content on its way in. What it gives holds until the next is asked for: whoever keeps it makes a copy. */
export type Source = AsyncIterable<Uint8Array>

/** Content on its way out, read piece by piece into memory of whoever asks. */
export interface Outlet {
  /** How many bytes were read; none at the end. The one before has been waited for. */
  read(into: Uint8Array): Promise<number>
  close(): Promise<void>
}

export interface Stored {
  size: number
  /** Of all bytes, as 64 hexadecimal digits. */
  sha256: string
}

/** A stretch of content by its first and its last byte. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Where the contents of files are kept, by keys of ours: names that people give never come here. A key is used
 * once. The suite in `test/blobs` says what every store must do.
 */
export interface BlobStore {
  /**
   * Takes content in, hashing it on the way. It is whole and durable when this resolves, and nothing of it can be
   * read when this throws. From its first byte until it is settled, the store remembers that it is under way.
   */
  put(key: string, source: Source): Promise<Stored>
  /** The same with the content of another key, without its bytes passing through here. */
  copy(from: string, to: string): Promise<void>
  /** A row refers to the content: it is no longer under way. */
  settle(key: string): Promise<void>
  /** What was begun and never settled, since when. */
  unsettled(): AsyncIterable<{ key: string; since: Date }>
  /** The bytes, or some of them; throws `MissingContent` where there is none. */
  open(key: string, range?: ByteRange): Promise<Outlet>
  /** The same as a stream. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** How many bytes there are; undefined where there is no such content. */
  size(key: string): Promise<number | undefined>
  /** Removes content and all that is left of having taken it in; what is not there is no error. */
  remove(key: string): Promise<void>
  /** All content that can be read. */
  list(): AsyncIterable<{ key: string; size: number }>
  /** Throws when the store is out of reach. */
  ping(): Promise<void>
  close(): Promise<void>
}

/** A row refers to content that the store does not have. */
export class MissingContent extends Error {
  constructor(key: string) {
    super(`The file store has no content ${key}`)
    this.name = 'MissingContent'
  }
}

const shape = /^\d+\/[0-9A-Za-z]{22}$/

/** Keys are a company's number and an id of ours; anything else is a fault of this program. */
export function demandKey(key: string): void {
  if (!shape.test(key)) throw new Error(`This is no key of the file store: ${key}`)
}
