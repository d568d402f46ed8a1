import { resolve, sep } from 'node:path'
import { type BackupReport, backUp } from '../backup/backup.ts'
import { CopyRefused } from '../backup/damage.ts'
import { amount, many, manyAre } from '../backup/progress.ts'
import { beginRun, endRun, failureOf, forgetRun } from '../backup/runs.ts'
import { installationOf, readGenerated } from '../backup/secret.ts'
import { clock } from '../base/clock.ts'
import { type Config, readConfig } from '../base/config.ts'
import { realPath } from '../base/folders.ts'
import type { Database } from '../db/database.ts'
import { withSharedAccess } from '../db/exclusive-access.ts'
import { openPatiently } from '../db/open.ts'
import { demandOwnSecret } from '../db/own-secret.ts'
import { openBlobs } from '../file-store/open.ts'
import { type Command, exitCodes, UsageFault } from './command.ts'
import { named } from './named.ts'
import { ProgressBar } from './progress-bar.ts'
import { requireCurrentDatabase } from './with-database.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Backs up everything while the service runs.',
  help: `
Usage: atrium backup DIR [--keep N] [--reread] [--adopt] [--without-secret] [--json] [--run ID]

  DIR               The folder for the backups of this installation; created if it is missing.
  --keep N          Afterwards removes all but the newest N backups, and the file contents only they needed.
  --reread          Rereads the contents that DIR already holds, and copies damaged ones again.
  --adopt           Takes DIR over for good from the installation that this one was restored or moved from.
  --without-secret  Leaves out the generated secret. Keep it elsewhere: parts of the data are encrypted with it.
  --json            Prints the result as JSON.
  --run ID          For the service only: the attempt that it has recorded.

A backup holds all rows as they were at one moment, and the content of every file. It does not copy content that DIR
already has from earlier backups. An interrupted backup does not count; run the command again.
Exits with 1 when the backup failed, or when the service itself is missing content (everything else is backed up),
and with 3 when another backup is running. Anyone who can read DIR can read all the data: protect it accordingly.
See also: atrium restore DIR --check`,
  options: {
    keep: { type: 'string' },
    reread: { type: 'boolean' },
    adopt: { type: 'boolean' },
    'without-secret': { type: 'boolean' },
    json: { type: 'boolean' },
    run: { type: 'string' },
  },
  operand: 'dir',
  async run({ dir, keep, reread, adopt, json, run, 'without-secret': withoutSecret }, streams) {
    if (typeof dir !== 'string' || dir === '')
      throw new UsageFault('DIR is required: the folder for the backups.')
    if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(String(keep)))
      throw new UsageFault('--keep must be a whole number of at least 1.')
    const config = readConfig(streams.environment)
    await requireCurrentDatabase(config)
    return withSharedAccess(config.database, async () => {
      await using opened = new AsyncDisposableStack()
      const blobs = await openBlobs(config.blobs)
      opened.defer(() => blobs.close())
      const db = openPatiently(config.database)
      opened.defer(() => db.close())
      await demandOwnSecret(db, config)
      const bar = new ProgressBar(streams.note)
      opened.defer(() => bar.end())
      const report = await backUp({
        db,
        blobs,
        dir: resolve(dir),
        installation: installationOf(config),
        secret: withoutSecret === true ? undefined : await readGenerated(config),
        keep: keep === undefined ? undefined : Number(keep),
        reread: reread === true,
        adopt: adopt === true,
        onProgress: (share, words) => bar.update(share, words),
        signal: untilStopped(opened),
        around: (work) =>
          remembered(
            db,
            { isScheduled: resolve(dir) === config.backups.dir, announced: run?.toString() },
            async () => {
              demandApart(resolve(dir), config, streams.note)
              return work()
            },
          ),
      })
      bar.end()
      streams.say(json === true ? JSON.stringify(report) : summarize(report))
      return report.lacking.length === 0 ? exitCodes.done : exitCodes.failed
    })
  },
}

/** The store's sweep would remove a backup's files, and one lost disk would take both. */
function demandApart(dir: string, { blobs, dataFolder }: Config, note: (line: string) => void): void {
  const isIn = (folder: string): boolean => `${realPath(dir)}${sep}`.startsWith(`${realPath(folder)}${sep}`)
  if (blobs.kind === 'disk' && isIn(blobs.folder))
    throw new CopyRefused(`${dir} is inside the file store. Use a folder elsewhere, ideally on another disk.`)
  if (isIn(dataFolder))
    note(
      `${dir} is inside the data folder, so one lost disk would take both. Use a folder on another disk instead.`,
    )
}

/** Milliseconds that a stopped backup gets to finish before the process exits. */
const patience = 5_000

/** Aborts on SIGINT or SIGTERM; a second signal ends the process immediately. */
function untilStopped(opened: AsyncDisposableStack): AbortSignal {
  const stopped = new AbortController()
  const stop = (): void => {
    stopped.abort()
    clock.setTimeout(() => process.exit(exitCodes.failed), patience).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, stop)
    opened.defer(() => {
      process.off(signal, stop)
    })
  }
  return stopped.signal
}

/** The service reports the outcome in `/readyz?verbose` and in Company Setup. */
async function remembered(
  db: Database,
  { isScheduled, announced }: { isScheduled: boolean; announced: string | undefined },
  work: () => Promise<BackupReport>,
): Promise<BackupReport> {
  const id = await beginRun(db, announced)
  try {
    const report = await work()
    const failure = report.lacking.length > 0 ? 'lacking_contents' : null
    await endRun(db, id, { rowCount: report.rows, byteCount: report.contentBytes, failure })
    return report
  } catch (error) {
    // A mistyped folder says nothing about the state of the backups.
    if (error instanceof CopyRefused && !isScheduled) {
      await forgetRun(db, id).catch(() => undefined)
      throw error
    }
    // The fault is reported in any case; an unreachable database cannot record it.
    const outcome = { rowCount: null, byteCount: null, failure: failureOf(error) }
    await endRun(db, id, outcome).catch(() => undefined)
    throw error
  }
}

function summarize({
  folder,
  rows,
  contents,
  contentBytes,
  copied,
  lacking,
  removed,
  warning,
}: BackupReport): string {
  const lines = [
    `Created ${folder}: ${many(rows, 'row')} and ${many(contents, 'stored file')}, ${amount(contentBytes)}.`,
    `Copied ${many(copied.contents, 'stored file')}, ${amount(copied.bytes)}; already there: ${contents - copied.contents}.`,
  ]
  if (removed.length > 0) lines.push(`Removed ${many(removed.length, 'older backup')}.`)
  if (warning !== undefined) lines.push(warning)
  if (lacking.length > 0)
    lines.push(
      named(
        `${manyAre(lacking.length, 'stored file')} missing or damaged in the service itself ("atrium check" lists the files):`,
        lacking,
      ),
    )
  return lines.join('\n')
}
