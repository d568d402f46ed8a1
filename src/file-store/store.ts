import type { Readable } from 'node:stream'

/** Incoming content. A chunk is valid until the next one is requested; to keep it, copy it. */
export type ContentSource = AsyncIterable<Uint8Array>

/** Outgoing content, read in chunks into the caller's memory. */
export interface Outlet {
  /** The number of bytes read; 0 at the end. The caller awaits each call before the next. */
  read(into: Uint8Array): Promise<number>
  close(): Promise<void>
}

export interface Stored {
  size: number
  /** Of all bytes, as 64 hexadecimal digits. */
  sha256: string
}

/** A range of content by its first and last byte. */
export interface ByteRange {
  first: number
  last: number
}

/**
 * Where the content of files is stored, by generated keys: names that people choose never get here. A key is used once.
 * The suite in `test/blobs` specifies what every store must do.
 */
export interface BlobStore {
  /**
   * Stores content and hashes it. When this resolves, the content is complete and durable; when it throws, nothing of it
   * can be read. From its first byte until it is confirmed, `unconfirmed` lists it.
   */
  put(key: string, source: ContentSource): Promise<Stored>
  /** Copies the content of another key within the store. */
  copy(from: string, to: string): Promise<void>
  /** Call it once a row refers to the content. */
  confirm(key: string): Promise<void>
  /** Content that was started but not confirmed, with its start time. */
  unconfirmed(): AsyncIterable<{ key: string; since: Date }>
  /** All bytes, or a range; throws `MissingContent` if there is no such content. */
  open(key: string, range?: ByteRange): Promise<Outlet>
  /** The same as a stream. */
  read(key: string, range?: ByteRange): Promise<Readable>
  /** The size in bytes; undefined if there is no such content. */
  size(key: string): Promise<number | undefined>
  /** Removes content and every trace of its upload; missing content is not an error. */
  remove(key: string): Promise<void>
  /** All content that can be read. */
  list(): AsyncIterable<{ key: string; size: number }>
  /** Throws if the store is unreachable. */
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

/** A key is a company's number and a generated id; anything else is a bug. */
export function demandKey(key: string): void {
  if (!shape.test(key)) throw new Error(`This is not a key of the file store: ${key}`)
}
