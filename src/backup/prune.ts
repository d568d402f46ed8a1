import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Hold } from '../file-store/hold.ts'
import { parseContent } from './contents.ts'
import { renameDurably } from './durable.ts'
import { backupsIn, contentsIn, unfinishedIn } from './folder.ts'
import { readManifest } from './manifest.ts'
import { readLines } from './row-file.ts'

interface Pruned {
  removed: string[]
  /** Why older backups or unneeded content are still there. */
  warning: string | undefined
}

/**
 * Removes all but the newest backups, then the content that no remaining backup needs. A failure here is only a
 * warning, because the new backup is already complete.
 */
export async function prune(dir: string, keep: number | undefined, hold: Hold): Promise<Pruned> {
  const removed: string[] = []
  if (keep === undefined) return { removed, warning: undefined }
  try {
    for (const name of (await backupsIn(dir)).slice(0, -keep)) {
      hold.demand()
      // From here on it no longer counts as a backup, even if this is interrupted.
      await renameDurably(join(dir, name), unfinishedIn(dir, name))
      removed.push(name)
      await rm(unfinishedIn(dir, name), { recursive: true })
    }
    if (removed.length > 0) await removeUnneeded(dir, hold)
    return { removed, warning: undefined }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    return { removed, warning: `The backup is complete, but not all older ones could be removed: ${why}` }
  }
}

async function removeUnneeded(dir: string, hold: Hold): Promise<void> {
  const needed = new Set<string>()
  for (const name of await backupsIn(dir)) for await (const key of keysOf(join(dir, name))) needed.add(key)
  const contents = contentsIn(dir)
  for await (const { key } of contents.list()) {
    // If the lease was lost, its new owner may rely on this content.
    hold.demand()
    if (!needed.has(key)) await contents.remove(key)
  }
}

async function* keysOf(folder: string): AsyncGenerator<string> {
  const manifest = await readManifest(folder)
  if (manifest === undefined) throw new Error(`${folder} has no manifest.`)
  for await (const lines of readLines(folder, manifest.contents))
    for (const line of lines) yield parseContent(line).key
}
