import { type BlobStore, MissingContent } from '../blobs/store.ts'
import { naming } from '../contents/naming.ts'
import { type Content, type ContentState, stateOf } from '../contents/state.ts'
import type { TableShape } from '../db/catalogue.ts'
import type { Reader } from '../db/database.ts'
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
}

/** Copies a content where it is not there yet, by the same key. What was damaged on the way does not stay. */
export async function copyContent(
  from: BlobStore,
  to: BlobStore,
  content: Content,
  { reread, readBack }: CopyRules,
): Promise<ContentState | 'held'> {
  const { key, size, sha256 } = content
  const there = await to.size(key)
  if (there === size && (!reread || (await stateOf(to, content)) === 'sound')) return 'held'
  if (there !== undefined) await to.remove(key)
  try {
    const stored = await to.put(key, await from.read(key))
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

/** How many contents are on their way at once. */
const atOnce = 4

/** Runs `work` for each content of the lines, a few at a time. The first failure ends it. */
export async function eachContent(
  pieces: AsyncIterable<readonly string[]>,
  work: (content: Content) => Promise<void>,
): Promise<void> {
  const contents = flatten(pieces)
  let failed = false
  const go = async (): Promise<void> => {
    while (!failed) {
      const { done, value } = await contents.next()
      if (done === true) return
      await work(value)
    }
  }
  const all = Array.from({ length: atOnce }, () =>
    go().catch((error: unknown) => {
      failed = true
      throw error
    }),
  )
  const ended = await Promise.allSettled(all)
  await contents.return(undefined)
  for (const each of ended) if (each.status === 'rejected') throw each.reason
}

async function* flatten(pieces: AsyncIterable<readonly string[]>): AsyncGenerator<Content, undefined> {
  for await (const lines of pieces) for (const line of lines) yield parseContent(line)
  return undefined
}

/** What a process left that was killed. Nobody else is at work in a target. */
export async function clearUnsettled(store: BlobStore): Promise<void> {
  for await (const { key } of store.unsettled()) await store.remove(key)
}
