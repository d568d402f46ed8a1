import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clock } from '../base/clock.ts'
import { version } from '../base/version.ts'
import type { Database } from '../db/database.ts'
import { type Hold, holdContents, holdOfOthers } from '../file-store/hold.ts'
import type { BlobStore } from '../file-store/store.ts'
import { checkRows } from './check.ts'
import { claimFolder } from './claim.ts'
import { copyContent, eachContent } from './contents.ts'
import { BackupRunning, BackupStopped, Damaged } from './damage.ts'
import { explainDiskFull, renameDurably, writeDurably } from './durable.ts'
import { clearUnfinished, contentsIn, nameOf, unfinishedIn } from './folder.ts'
import { readIdentity } from './identity.ts'
import { type BackupManifest, format, sha256Of, writeManifest } from './manifest.ts'
import { amount, ContentProgress, many, type ReportProgress, share } from './progress.ts'
import { prune } from './prune.ts'
import { readLines } from './row-file.ts'
import { totalRows, writeSnapshot } from './snapshot.ts'

interface BackupOrder {
  db: Database
  blobs: BlobStore
  dir: string
  /** Identifies this installation; see `installationOf`. */
  installation: string
  /** The secret, if the backup should contain it. */
  secret: Uint8Array | undefined
  /** How many backups to keep; undefined: all. */
  keep: number | undefined
  /** Whether this installation takes over the folder of the one it was copied from. */
  adopt: boolean
  /** Whether to read and hash content again that is already in the folder. */
  reread: boolean
  onProgress: ReportProgress
  /** Stops cleanly at the next step, so that the next backup does not have to wait. */
  signal: AbortSignal
  /** Runs the work while content is held, and may record the result. */
  around: (work: () => Promise<BackupReport>) => Promise<BackupReport>
}

export interface BackupReport {
  folder: string
  moment: string
  rows: number
  /** All content in the backup, not counting missing content. */
  contents: number
  contentBytes: number
  /** Content that was not yet in the folder. */
  copied: { contents: number; bytes: number }
  lacking: string[]
  /** Older backups that were removed, and a warning if some could not be. */
  removed: string[]
  warning: string | undefined
}

/** Creates a backup that is complete and durable when this resolves. If it throws, earlier backups are unchanged. */
export async function backUp(order: BackupOrder): Promise<BackupReport> {
  const { db, dir, installation, keep, adopt, signal } = order
  const held = await holdContents(db)
  if (held === undefined) throw new BackupRunning(await holdOfOthers(db))
  const demand = (): void => {
    if (signal.aborted) throw new BackupStopped()
    held.demand()
  }
  const hold: Hold = { demand, release: held.release }
  const onProgress: ReportProgress = (share, words) => {
    demand()
    order.onProgress(share, words)
  }
  const work = async (): Promise<BackupReport> => {
    try {
      const own = await readIdentity(db)
      await claimFolder(dir, installation, { ...own, adopt })
      await clearUnfinished(dir)
      const report = await make({ ...order, onProgress }, hold, own.id)
      return { ...report, ...(await prune(dir, keep, hold)) }
    } catch (error) {
      throw explainDiskFull(error, dir, 'Earlier backups are unchanged.')
    }
  }
  try {
    return await order.around(work)
  } finally {
    await hold.release()
  }
}

async function make(
  order: BackupOrder,
  hold: Hold,
  id: string,
): Promise<Omit<BackupReport, 'removed' | 'warning'>> {
  const { db, dir, installation, secret, onProgress } = order
  const moment = new Date(clock.now())
  const folder = unfinishedIn(dir, nameOf(moment))
  await mkdir(folder, { mode: 0o700 })
  try {
    const head = {
      format,
      program: version,
      engine: db.engine,
      moment: moment.toISOString(),
      installation,
      id,
    }
    const snapshot = await db.snapshot((reader) => writeSnapshot(reader, folder, onProgress))
    const manifest: BackupManifest = { ...head, ...snapshot }
    const { lackingBytes, ...copied } = await copyContents(order, hold, folder, manifest)
    if (secret !== undefined) {
      await writeDurably(join(folder, 'secret'), secret)
      manifest.secret = { file: 'secret', sha256: sha256Of(secret) }
    }
    const [damaged] = await checkRows({ folder, manifest }, onProgress)
    if (damaged !== undefined) throw new Damaged(damaged, 'does not read back as it was written')
    await writeManifest(folder, manifest)
    hold.demand()
    const place = join(dir, nameOf(moment))
    await renameDurably(folder, place)
    return {
      folder: place,
      moment: manifest.moment,
      rows: totalRows(manifest.tables),
      contents: manifest.contents.rows - manifest.contents.lacking.length,
      contentBytes: manifest.contents.totalBytes - lackingBytes,
      copied,
      lacking: manifest.contents.lacking,
    }
  } catch (error) {
    // If this fails, the next backup removes the rest.
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
    throw error
  }
}

/** Keys are never reused: a key in the folder always has the same content. */
async function copyContents(
  { blobs, dir, reread, onProgress }: BackupOrder,
  hold: Hold,
  folder: string,
  { contents }: BackupManifest,
): Promise<BackupReport['copied'] & { lackingBytes: number }> {
  const store = contentsIn(dir)
  const copied = { contents: 0, bytes: 0, lackingBytes: 0 }
  let [looked, held] = [0, 0]
  const reportCopied = (bytes: number): void => {
    looked += bytes
    const words = `${many(copied.contents, 'stored file')}, ${amount(copied.bytes)}; already there: ${held}`
    onProgress(share(looked, contents.totalBytes), `Copying: ${words}`)
  }
  await eachContent(readLines(folder, contents), async (content) => {
    hold.demand()
    const progress = new ContentProgress(content.size, (_, bytes) => reportCopied(bytes))
    // Hashed while it is written, and synced; `restore --check` reads it back.
    const state = await copyContent(blobs, store, content, { reread, readBack: false, read: progress.read })
    if (state === 'held') held += 1
    else if (state === 'sound') {
      copied.contents += 1
      copied.bytes += content.size
    } else {
      contents.lacking.push(content.key)
      copied.lackingBytes += content.size
    }
    progress.done()
  })
  contents.lacking.sort()
  return copied
}
