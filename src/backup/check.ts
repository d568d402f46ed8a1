import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { stateOf } from '../file-store/state.ts'
import { demandMark } from './claim.ts'
import { eachContent } from './contents.ts'
import { Damaged } from './damage.ts'
import type { Backup } from './folder.ts'
import { sha256Of } from './manifest.ts'
import { Counter, type ReportProgress } from './progress.ts'
import { plainOrDamaged, readLines } from './row-file.ts'
import { totalRows } from './snapshot.ts'

export interface DamageReport {
  /** The damaged or missing parts of the backup, without its content. */
  parts: string[]
  /** Damaged or missing content: its key, and where it is. */
  contents: ReadonlyMap<string, string>
  /** Damaged files that the backup depends on but does not contain. */
  beside: string[]
}

/** Reads a whole backup and reports what is damaged or missing. Changes nothing. */
export async function checkBackup(backup: Backup, onProgress: ReportProgress): Promise<DamageReport> {
  const parts = await checkRows(backup, onProgress)
  const beside: string[] = []
  await demandMark(backup).catch((error: unknown) => beside.push(whatOf(error)))
  const damaged = new Map<string, string>()
  const { folder, manifest, contents: store } = backup
  const counter = new Counter(onProgress, 'Checking', { bytes: manifest.contents.totalBytes })
  const lacking = new Set(manifest.contents.lacking)
  const list = join(folder, manifest.contents.file)
  if (!parts.includes(list))
    await eachContent(readLines(folder, manifest.contents), async (content) => {
      const progress = counter.content(content.size)
      if (!lacking.has(content.key) && (await stateOf(store, content, progress.read)) !== 'sound')
        damaged.set(content.key, `content ${content.key} (${store.pathOf(content.key)})`)
      progress.done()
    })
  return { parts, contents: damaged, beside }
}

/** Checks everything but the file content: quick enough to run before anything is restored. */
export async function checkRows(
  { folder, manifest }: Pick<Backup, 'folder' | 'manifest'>,
  onProgress: ReportProgress,
): Promise<string[]> {
  const damaged: string[] = []
  const { tables, contents } = manifest
  const counter = new Counter(onProgress, 'Checking', { rows: totalRows(tables) })
  for (const table of [...tables, contents])
    try {
      for await (const lines of readLines(folder, table)) counter.add(table === contents ? 0 : lines.length)
    } catch (error) {
      damaged.push(whatOf(error))
    }
  await readSecretOf({ folder, manifest }).catch((error: unknown) => damaged.push(whatOf(error)))
  return damaged
}

function whatOf(error: unknown): string {
  if (error instanceof Damaged) return error.what
  throw error
}

/** The secret in a backup, if any. */
export async function readSecretOf({
  folder,
  manifest,
}: Pick<Backup, 'folder' | 'manifest'>): Promise<Buffer | undefined> {
  if (manifest.secret === undefined) return undefined
  const { file, sha256 } = manifest.secret
  const secret = await readFile(plainOrDamaged(folder, file)).catch(() => undefined)
  if (secret === undefined || sha256Of(secret) !== sha256) throw new Damaged(join(folder, file))
  return secret
}
