import { type Problem, problem } from '../base/errors.ts'
import { topics } from '../observe/topics.ts'
import { StartOf } from './content-type.ts'
import { newBlobKey } from './keys.ts'
import type { BlobStore, ContentSource, Stored } from './store.ts'

/** Content that is in the store and has no row yet. */
export interface StoredContent extends Stored {
  key: string
}

interface TakenContent extends StoredContent {
  /** Its type by its first bytes; undefined if they do not show it. */
  type: string | undefined
}

export interface SizeLimit {
  /** The largest size allowed, and the error for more. */
  most: number
  beyond: () => Problem
}

/**
 * Stores content, stopping at the first byte beyond the limit. `sha256`: the hash that the sender announced; "a mismatch
 * is a 400 and nothing is kept".
 */
export async function takeContent(
  store: BlobStore,
  companyNo: number,
  source: ContentSource,
  room: SizeLimit,
  sha256?: string,
): Promise<TakenContent> {
  const key = newBlobKey(companyNo)
  const start = new StartOf()
  const stored = await store.put(key, within(source, room, start))
  topics.contentMoved.publish({ direction: 'in', bytes: stored.size })
  if (sha256 === undefined || sha256 === stored.sha256) return { key, ...stored, type: start.type }
  await store.remove(key)
  throw problem('digest_mismatch', `The content does not match its digest: its sha-256 is ${stored.sha256}.`)
}

async function* within(
  source: ContentSource,
  { most, beyond }: SizeLimit,
  start: StartOf,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of source) {
    size += chunk.length
    if (size > most) throw beyond()
    start.see(chunk)
    yield chunk
  }
}
