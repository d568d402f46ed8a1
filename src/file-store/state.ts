import { createHash } from 'node:crypto'
import { type BlobStore, MissingContent } from './store.ts'

/** Content with the key, size and hash from its row. */
export interface KnownContent {
  key: string
  size: number
  sha256: string
}

export type ContentState = 'sound' | 'missing' | 'damaged'

/** Reads content and compares it with its size and hash. */
export async function stateOf(
  store: Pick<BlobStore, 'read'>,
  { key, size, sha256 }: KnownContent,
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
