import type { TableShape } from '../db/catalogue.ts'
import type { Reader } from '../db/database.ts'
import { fewAtOnce } from '../file-store/few-at-once.ts'
import { naming } from '../file-store/naming.ts'
import { type ContentState, type KnownContent, stateOf } from '../file-store/state.ts'
import { type BlobStore, type ContentSource, MissingContent } from '../file-store/store.ts'
import { readBatches } from './rows.ts'

/** All content that rows refer to, one line each, in batches. */
export async function* readContentLines(
  reader: Reader,
  shapes: readonly TableShape[],
): AsyncGenerator<string[]> {
  for (const { table: name, columns } of naming)
    if (shapes.some((shape) => shape.name === name))
      // After the empty key, which rows without content have.
      for await (const { lines } of readBatches(
        reader,
        { name, columns: [...columns], key: columns.slice(0, 1) },
        [''],
      ))
        yield lines
}

export function parseContent(line: string): KnownContent {
  const [key, size, sha256] = JSON.parse(line) as [string, number, string]
  return { key, size, sha256 }
}

interface CopyRules {
  /** Reads existing content and copies it again if it is damaged; otherwise compares only its size. */
  reread: boolean
  /** Reads the content back after writing it. */
  readBack: boolean
  /** Called with the number of bytes copied. */
  read: (bytes: number) => void
}

/** Copies content under the same key, unless the target already has it. A damaged copy is removed. */
export async function copyContent(
  from: BlobStore,
  to: BlobStore,
  content: KnownContent,
  { reread, readBack, read }: CopyRules,
): Promise<ContentState | 'held'> {
  const { key, size, sha256 } = content
  const there = await to.size(key)
  if (there === size && (!reread || (await stateOf(to, content)) === 'sound')) return 'held'
  if (there !== undefined) await to.remove(key)
  try {
    const stored = await to.put(key, counted(await from.read(key), read))
    const isSound = stored.size === size && stored.sha256 === sha256
    if (isSound && (!readBack || (await stateOf(to, content)) === 'sound')) {
      await to.confirm(key)
      return 'sound'
    }
    await to.remove(key)
    return 'damaged'
  } catch (error) {
    if (error instanceof MissingContent) return 'missing'
    throw error
  }
}

async function* counted(source: ContentSource, read: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    read(chunk.length)
    yield chunk
  }
}

/** Runs `work` for the content of each line, a few at a time, and stops at the first failure. */
export function eachContent(
  batches: AsyncIterable<readonly string[]>,
  work: (content: KnownContent) => Promise<void>,
): Promise<void> {
  return fewAtOnce(flatten(batches), work)
}

async function* flatten(batches: AsyncIterable<readonly string[]>): AsyncGenerator<KnownContent> {
  for await (const lines of batches) for (const line of lines) yield parseContent(line)
}

/** Removes what a killed process left behind. Nothing else writes to a target. */
export async function clearUnconfirmed(store: BlobStore): Promise<void> {
  for await (const { key } of store.unconfirmed()) await store.remove(key)
}
