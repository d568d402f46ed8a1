import { createHash } from 'node:crypto'
import { type BlobStore, MissingContent } from './store.ts'

/** A content by its key, with what rows know of it. */
export interface Content {
  key: string
  size: number
  sha256: string
}

export type ContentState = 'sound' | 'missing' | 'damaged'

/** Reads a content, wherever it lies, and holds it against what is known of it. */
export async function stateOf(
  store: Pick<BlobStore, 'read'>,
  { key, size, sha256 }: Content,
  read: (bytes: number) => void = () => undefined,
): Promise<ContentState> {
  const hash = createHash('sha256')
  let length = 0
  try {
    for await (const chunk of await store.read(key)) {
      hash.update(chunk)
      length += chunk.length
      read(chunk.length)
    }
  } catch (error) {
    if (error instanceof MissingContent) return 'missing'
    throw error
  }
  return length === size && hash.digest('hex') === sha256 ? 'sound' : 'damaged'
}
