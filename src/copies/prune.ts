import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { parseContent } from './contents.ts'
import { renameDurably } from './durable.ts'
import { backupsIn, contentsIn, unfinishedIn } from './folder.ts'
import { readManifest } from './manifest.ts'
import { readLines } from './row-file.ts'

export interface Pruned {
  removed: string[]
  /** Why contents stay that may no longer be needed. */
  warning: string | undefined
}

/** Removes all but the newest backups, then the contents that no other one needs. */
export async function prune(dir: string, keep: number | undefined): Promise<Pruned> {
  const names = await backupsIn(dir)
  const removed = keep === undefined ? [] : names.slice(0, Math.max(0, names.length - keep))
  for (const name of removed) {
    // From here on it is no backup any more, however far this comes.
    await renameDurably(join(dir, name), unfinishedIn(dir, name))
    await rm(unfinishedIn(dir, name), { recursive: true })
  }
  if (removed.length === 0) return { removed, warning: undefined }
  const needed = new Set<string>()
  try {
    for (const name of await backupsIn(dir)) for await (const key of keysOf(join(dir, name))) needed.add(key)
  } catch (error) {
    return { removed, warning: `No contents were removed. ${error instanceof Error ? error.message : ''}` }
  }
  const contents = contentsIn(dir)
  for await (const { key } of contents.list()) if (!needed.has(key)) await contents.remove(key)
  return { removed, warning: undefined }
}

async function* keysOf(folder: string): AsyncGenerator<string> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) throw new Error(`${folder} has no manifest.`)
  for await (const lines of readLines(join(folder, manifest.contents.file), manifest.contents))
    for (const line of lines) yield parseContent(line).key
}
