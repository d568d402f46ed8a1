import { access, constants, type FileHandle, link, open, opendir, rm, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { codeOf, isDiskFull, problem } from '../base/errors.ts'
import { makeFolders, ofOwnPlace } from '../base/folders.ts'
import { ContentStream } from './content-stream.ts'
import {
  type BlobStore,
  type ByteRange,
  type ContentSource,
  demandKey,
  MissingContent,
  type Outlet,
  type Stored,
} from './store.ts'
import { writeContent } from './write-content.ts'
import { WritingThreads } from './writing-threads.ts'

/**
 * Content in a folder. "Content to a temporary file while hashing, fsync, rename into place, fsync the folder,
 * commit the row, then answer": instead of a rename, the file gets a second name. The first, in `incoming`, is removed
 * when the row is committed; until then it tells the sweep which content may have no row.
 */
export class DiskStore implements BlobStore {
  readonly #folder: string
  readonly #onDiskFailure: (error: Error) => void
  readonly #made = new Set<string>()
  readonly #threads = new WritingThreads()

  /** `onDiskFailure`: an fsync failed, so the state of the disk is unknown, and a retry may report success wrongly. */
  constructor(folder: string, onDiskFailure: (error: Error) => void) {
    this.#folder = folder
    this.#onDiskFailure = onDiskFailure
  }

  async put(key: string, source: ContentSource): Promise<Stored> {
    demandKey(key)
    const temporary = this.#incoming(key)
    try {
      await this.#makeFolder(dirname(temporary))
      const handle = await open(temporary, 'wx', 0o600)
      let stored: Stored
      try {
        stored = await writeContent(handle, source, this.#threads, () => this.#sync(handle))
        await this.#sync(handle)
      } finally {
        await handle.close()
      }
      await this.#name(temporary, key)
      return stored
    } catch (error) {
      await rm(temporary, { force: true })
      throw asProblem(error)
    }
  }

  async copy(from: string, to: string): Promise<void> {
    demandKey(from)
    demandKey(to)
    const temporary = this.#incoming(to)
    try {
      await this.#makeFolder(dirname(temporary))
      await link(this.#content(from), temporary)
      await this.#name(temporary, to)
    } catch (error) {
      if (codeOf(error) === 'ENOENT') throw new MissingContent(from)
      throw asProblem(error)
    }
  }

  async confirm(key: string): Promise<void> {
    demandKey(key)
    await rm(this.#incoming(key), { force: true })
  }

  async *unconfirmed(): AsyncIterable<{ key: string; since: Date }> {
    for await (const key of walk(join(this.#folder, 'incoming'), 2)) {
      const found = await stat(this.#incoming(key)).catch(() => undefined)
      if (found !== undefined) yield { key, since: found.mtime }
    }
  }

  async open(key: string, range?: ByteRange): Promise<Outlet> {
    demandKey(key)
    const handle = await open(this.#content(key), 'r').catch((error: unknown) => {
      throw codeOf(error) === 'ENOENT' ? new MissingContent(key) : error
    })
    let at = range?.first ?? 0
    const end = range === undefined ? Number.POSITIVE_INFINITY : range.last + 1
    return {
      async read(into) {
        const { bytesRead } = await handle.read(into, 0, Math.min(into.length, end - at), at)
        at += bytesRead
        return bytesRead
      },
      close: () => handle.close(),
    }
  }

  async read(key: string, range?: ByteRange): Promise<Readable> {
    return new ContentStream(await this.open(key, range))
  }

  async size(key: string): Promise<number | undefined> {
    demandKey(key)
    try {
      return (await stat(this.#content(key))).size
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return undefined
      throw error
    }
  }

  async remove(key: string): Promise<void> {
    demandKey(key)
    // The content first: as long as it exists, its mark may be needed.
    for (const path of [this.#content(key), this.#incoming(key)])
      await unlink(path).catch((error: unknown) => {
        if (codeOf(error) !== 'ENOENT') throw error
      })
  }

  async *list(): AsyncIterable<{ key: string; size: number }> {
    for await (const path of walk(join(this.#folder, 'content'), 3)) {
      const [company = '', , id = ''] = path.split('/')
      const key = `${company}/${id}`
      const size = await this.size(key)
      if (size !== undefined) yield { key, size }
    }
  }

  /** Creates the folder if it is missing. */
  async ping(): Promise<void> {
    try {
      await this.#makeFolder(join(this.#folder, 'incoming'))
      await this.#makeFolder(join(this.#folder, 'content'))
      await access(this.#folder, constants.R_OK | constants.W_OK | constants.X_OK)
    } catch (error) {
      throw ofOwnPlace(error)
    }
  }

  async close(): Promise<void> {
    await this.#threads.close()
  }

  /** The path of the file, for operators. */
  pathOf(key: string): string {
    return this.#content(key)
  }

  #incoming(key: string): string {
    return join(this.#folder, 'incoming', key)
  }

  /** A company's content in folders by the last letters of their ids, which are random. */
  #content(key: string): string {
    const [company = '', id = ''] = key.split('/')
    return join(this.#folder, 'content', company, id.slice(-2), id)
  }

  async #name(temporary: string, key: string): Promise<void> {
    const path = this.#content(key)
    await this.#makeFolder(dirname(path))
    await link(temporary, path)
    await this.#syncFolder(dirname(path))
  }

  /** A new folder is durable once its parent folder is synced. */
  async #makeFolder(path: string): Promise<void> {
    if (this.#made.has(path)) return
    const first = makeFolders(path)
    if (first !== undefined)
      for (let made = path; made.length >= first.length; made = dirname(made))
        await this.#syncFolder(dirname(made))
    this.#made.add(path)
  }

  async #syncFolder(path: string): Promise<void> {
    const handle = await open(path, 'r')
    try {
      await this.#sync(handle)
    } finally {
      await handle.close()
    }
  }

  async #sync(handle: FileHandle): Promise<void> {
    try {
      await handle.sync()
    } catch (error) {
      this.#onDiskFailure(error instanceof Error ? error : new Error(String(error)))
      throw error
    }
  }
}

/** The paths of files at a given depth below a folder. */
async function* walk(folder: string, depth: number, prefix = ''): AsyncGenerator<string> {
  const entries = await opendir(folder).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw ofOwnPlace(error)
  })
  if (entries === undefined) return
  for await (const entry of entries)
    if (depth > 1 && entry.isDirectory())
      yield* walk(join(folder, entry.name), depth - 1, `${prefix}${entry.name}/`)
    else if (depth === 1 && entry.isFile()) yield prefix + entry.name
}

function asProblem(error: unknown): unknown {
  return isDiskFull(error) ? problem('disk_full', 'There is not enough space to store this.') : error
}
