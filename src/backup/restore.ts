import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Config } from '../base/config.ts'
import { readSecret } from '../base/secret.ts'
import { readShapes, type TableShape } from '../db/catalogue.ts'
import type { Database } from '../db/database.ts'
import { type ExclusiveAccess, withExclusiveAccess } from '../db/exclusive-access.ts'
import { migrate } from '../db/migrate.ts'
import { secretMarkOf } from '../db/own-secret.ts'
import type { BlobStore } from '../file-store/store.ts'
import { checkRows, readSecretOf } from './check.ts'
import { clearUnconfirmed, copyContent, eachContent } from './contents.ts'
import { CopyDone, CopyRefused, Damaged } from './damage.ts'
import { explainDiskFull } from './durable.ts'
import { olderWithout } from './find.ts'
import type { Backup } from './folder.ts'
import { type LoadPosition, load, type TableSource } from './load.ts'
import { sha256Of } from './manifest.ts'
import { Counter, type ReportProgress } from './progress.ts'
import { readLines } from './row-file.ts'
import { demandSameSecret, placeSecret } from './secret.ts'
import { totalRows } from './snapshot.ts'
import { finish, interrupted, openTarget, whileKept } from './target.ts'
import { verify } from './verify.ts'

interface RestoreOrder {
  backup: Backup
  config: Config
  /** Not opened yet, so that a refusal leaves nothing behind. */
  blobs: BlobStore
  /** Allows a store that is not empty. */
  keepContents: boolean
  /** Leaves out content that is damaged in the backup. */
  skipDamaged: boolean
  /** Allows another secret. */
  otherSecret: boolean
  onProgress: ReportProgress
  note: (line: string) => void
}

interface RestoreReport {
  rows: number
  contents: number
  contentBytes: number
  /** Content that was missing in the service itself when the backup was created, by key. */
  lacking: string[]
  /** Content that is damaged in the backup and was left out. */
  skipped: string[]
}

/** Restores a backup into the configured database and file store. A second run resumes the first. */
export async function restore(order: RestoreOrder): Promise<RestoreReport> {
  const { backup, config, otherSecret, onProgress, note } = order
  const { manifest } = backup
  if (!otherSecret) demandSameSecret(config, manifest.installation, manifest.secret !== undefined)
  const damaged = await checkRows(backup, onProgress)
  if (damaged.length > 0) {
    const older = await olderWithout(backup.folder)
    const next = older === undefined ? '' : `. Try an older one: ${older}`
    throw new Damaged(damaged.join(', '), `is damaged or missing${next}`)
  }
  try {
    const restored = await withExclusiveAccess(config.database, 'target', (kept) =>
      restoreAlone(whileKept(order, kept), kept),
    )
    await migrate(config.database, undefined, note)
    return { rows: totalRows(manifest.tables), lacking: manifest.contents.lacking, ...restored }
  } catch (error) {
    if (error instanceof CopyDone)
      throw new CopyRefused(`This restore is already complete: start the service. ${error.message}`)
    throw explainDiskFull(error, 'the target', 'Free some space, then run the same command again.')
  }
}

async function restoreAlone(order: RestoreOrder, kept: ExclusiveAccess): Promise<RestoredContents> {
  const { backup, config, blobs, keepContents, onProgress } = order
  const { folder, manifest } = backup
  const source = `restore ${manifest.moment} ${sha256Of(JSON.stringify(manifest))}`
  const target = await openTarget(config.database, source, manifest.migrations, async () => {
    if (!keepContents) await demandNoContents(blobs)
    await blobs.ping()
  })
  try {
    await blobs.ping()
    await demandShapes(target, backup)
    const tables = manifest.tables.map(
      (table): TableSource => ({ ...table, batches: (after) => behind(readLines(folder, table), after) }),
    )
    await load(target, tables, onProgress)
    await verify(target, tables, onProgress)
    const restored = await restoreContents(order)
    await placeSecret(config, await readSecretOf(backup))
    // With `otherSecret` there may be none yet, and the service does not generate one for existing data.
    const secret = readSecret(config)
    await kept.prove()
    await finish(target, source, secretMarkOf(secret))
    return restored
  } catch (error) {
    throw interrupted(
      error,
      'restored',
      'in this database, which cannot be served yet, and in the file store',
    )
  } finally {
    await target.close()
  }
}

/** Names from the manifest become part of statements, so only names that the target has are accepted. */
async function demandShapes(db: Database, { folder, manifest }: Backup): Promise<void> {
  const shapes = new Map((await readShapes(db)).map((shape) => [shape.name, shape]))
  const fits = ({ name, columns, key }: TableShape): boolean =>
    isDeepStrictEqual(shapes.get(name), { name, columns, key })
  const wrong = manifest.tables.filter((table) => !fits(table)).map(({ name }) => name)
  if (wrong.length > 0)
    throw new Damaged(join(folder, 'manifest.json'), `names tables that differ here: ${wrong.join(', ')}`)
}

async function demandNoContents(store: BlobStore): Promise<void> {
  for await (const _ of store.list())
    throw new CopyRefused(
      'The file store is not empty. Nothing was changed. Use another one, or allow this one with --keep-contents.',
    )
}

/** Skips the lines that are already loaded. */
async function* behind(
  batches: AsyncIterable<string[]>,
  after: LoadPosition | undefined,
): AsyncGenerator<string[]> {
  let left = after?.rows ?? 0
  for await (const lines of batches) {
    if (lines.length > left) yield left === 0 ? lines : lines.slice(left)
    left = Math.max(0, left - lines.length)
  }
}

type RestoredContents = Pick<RestoreReport, 'contents' | 'contentBytes' | 'skipped'>

async function restoreContents({
  backup,
  blobs,
  skipDamaged,
  onProgress,
}: RestoreOrder): Promise<RestoredContents> {
  const { folder, manifest, contents: store } = backup
  const { contents } = manifest
  await clearUnconfirmed(blobs)
  const lacking = new Set(contents.lacking)
  const restored: RestoredContents = { contents: 0, contentBytes: 0, skipped: [] }
  const counter = new Counter(onProgress, 'Restoring', { bytes: contents.totalBytes })
  await eachContent(readLines(folder, contents), async (content) => {
    const progress = counter.content(content.size)
    if (!lacking.has(content.key)) {
      const state = await copyContent(store, blobs, content, {
        reread: true,
        readBack: true,
        read: progress.read,
      })
      if (state !== 'sound' && state !== 'held') {
        const older = skipDamaged ? undefined : await olderWithout(folder, new Set([content.key]))
        if (!skipDamaged)
          throw new Damaged(
            `content ${content.key} (${store.pathOf(content.key)})`,
            `is ${state}. Leave it out with --skip-damaged${older === undefined ? '' : `, or restore ${older} into a new database and file store`}`,
          )
        restored.skipped.push(content.key)
      } else {
        restored.contents += 1
        restored.contentBytes += content.size
      }
    }
    progress.done()
  })
  restored.skipped.sort()
  return restored
}
