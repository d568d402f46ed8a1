import type { TableShape } from '../db/catalogue.ts'
import type { Reader } from '../db/database.ts'
import { fewAtOnce } from '../file-store/few-at-once.ts'
import { naming } from '../file-store/naming.ts'
import { type Content, type ContentState, stateOf } from '../file-store/state.ts'
import { type BlobStore, MissingContent, type Source } from '../file-store/store.ts'
import { readPieces } from './rows.ts'

/** All contents that rows refer to, each as a line, in pieces. */
export async function* readContentLines(
  reader: Reader,
  shapes: readonly TableShape[],
): AsyncGenerator<string[]> {
  for (const { table: name, columns } of naming)
    if (shapes.some((shape) => shape.name === name))
      // Behind the empty key: without those that have none.
      for await (const { lines } of readPieces(
        reader,
        { name, columns: [...columns], key: columns.slice(0, 1) },
        [''],
      ))
        yield lines
}

export function parseContent(line: string): Content {
  const [key, size, sha256] = JSON.parse(line) as [string, number, string]
  return { key, size, sha256 }
}

export interface CopyRules {
  /** Reads what is there already, and takes it anew where it is damaged; otherwise its size is enough. */
  reread: boolean
  /** Reads what was put, where it was put. */
  readBack: boolean
  /** Is told how many bytes were copied. */
  read: (bytes: number) => void
}

/** Copies a content where it is not there yet, by the same key. What was damaged on the way does not stay. */
export async function copyContent(
  from: BlobStore,
  to: BlobStore,
  content: Content,
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
      await to.settle(key)
      return 'sound'
    }
    await to.remove(key)
    return 'damaged'
  } catch (error) {
    if (error instanceof MissingContent) return 'missing'
    throw error
  }
}

async function* counted(source: Source, read: (bytes: number) => void): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    read(chunk.length)
    yield chunk
  }
}

/** Runs `work` for each content of the lines, a few at a time. The first failure ends it. */
export function eachContent(
  pieces: AsyncIterable<readonly string[]>,
  work: (content: Content) => Promise<void>,
): Promise<void> {
  return fewAtOnce(flatten(pieces), work)
}

async function* flatten(pieces: AsyncIterable<readonly string[]>): AsyncGenerator<Content> {
  for await (const lines of pieces) for (const line of lines) yield parseContent(line)
}

/** What a process left that was killed. Nobody else is at work in a target. */
export async function clearUnsettled(store: BlobStore): Promise<void> {
  for await (const { key } of store.unsettled()) await store.remove(key)
}
