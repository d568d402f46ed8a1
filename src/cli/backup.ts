import { resolve, sep } from 'node:path'
import { type BackupReport, backUp } from '../backup/backup.ts'
import { CopyRefused } from '../backup/damage.ts'
import { amount, many, manyAre } from '../backup/progress.ts'
import { beginRun, endRun, failureOf, forgetRun } from '../backup/runs.ts'
import { installationOf, readGenerated } from '../backup/secret.ts'
import { type Config, readConfig } from '../base/config.ts'
import { realPath } from '../base/folders.ts'
import { besideOthers } from '../db/alone.ts'
import type { Database } from '../db/database.ts'
import { openPatiently } from '../db/open.ts'
import { openBlobs } from '../file-store/open.ts'
import { type Command, exitCodes, UsageFault } from './command.ts'
import { named } from './named.ts'
import { ProgressBar } from './progress-bar.ts'
import { demandCurrent } from './with-database.ts'

export const backupCommand: Command = {
  name: 'backup',
  summary: 'Makes a backup of everything, while the service runs.',
  help: `
Usage: atrium backup DIR [--keep N] [--reread] [--adopt] [--without-secret] [--json]

  DIR               A folder for the backups of this installation; made if it is missing.
  --keep N          Removes all but the newest N backups afterwards, and contents that only they needed.
  --reread          Reads contents that DIR holds already once more, and takes them anew where they are damaged.
  --adopt           Takes DIR over from the installation that this one was restored or moved from, for good.
  --without-secret  Leaves the generated secret out. Keep it elsewhere: parts of the data are encrypted with it.
  --json            Prints what was made as JSON.

All rows are as they were at one moment, with all contents that they refer to. Contents that DIR has from earlier
backups are not copied again. A backup that was broken off is no backup; give the command again.
Exits with 1 when it failed, and when the service itself lacks contents (the rest is backed up), with 3 when another
backup is being made. Who can read DIR can read everything in it: keep it as safe as the data itself.
See also: atrium restore DIR --check`,
  options: {
    keep: { type: 'string' },
    reread: { type: 'boolean' },
    adopt: { type: 'boolean' },
    'without-secret': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  operand: 'dir',
  async run({ dir, keep, reread, adopt, json, 'without-secret': withoutSecret }, streams) {
    if (typeof dir !== 'string' || dir === '')
      throw new UsageFault('DIR is required: the folder for the backups.')
    if (keep !== undefined && !/^[1-9]\d{0,5}$/.test(String(keep)))
      throw new UsageFault('--keep takes a whole number from 1.')
    const config = readConfig(streams.environment)
    await demandCurrent(config)
    return besideOthers(config.database, async () => {
      await using opened = new AsyncDisposableStack()
      const blobs = await openBlobs(config.blobs)
      opened.defer(() => blobs.close())
      const db = openPatiently(config.database)
      opened.defer(() => db.close())
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
        tell: (share, words) => bar.tell(share, words),
        signal: untilTold(opened),
        around: (work) =>
          remembered(db, resolve(dir) === config.backups.dir, async () => {
            demandApart(resolve(dir), config, streams.note)
            return work()
          }),
      })
      bar.end()
      streams.say(json === true ? JSON.stringify(report) : tell(report))
      return report.lacking.length === 0 ? exitCodes.done : exitCodes.failed
    })
  },
}

/** The sweep of the file store knows nothing of backups, and a lost disk would take both. */
function demandApart(dir: string, { blobs, dataFolder }: Config, note: (line: string) => void): void {
  const isIn = (folder: string): boolean => `${realPath(dir)}${sep}`.startsWith(`${realPath(folder)}${sep}`)
  if (blobs.kind === 'disk' && isIn(blobs.folder))
    throw new CopyRefused(`${dir} lies in the file store. Name a folder elsewhere, best on another disk.`)
  if (isIn(dataFolder))
    note(
      `${dir} lies in the data folder: what is lost with the one is lost with the other. Better name a folder on another disk.`,
    )
}

/** Milliseconds after which a backup that was told to stop is ended, wherever it is. */
const patience = 5_000

/** Aborts when the process is told to stop; a second signal ends it at once. */
function untilTold(opened: AsyncDisposableStack): AbortSignal {
  const told = new AbortController()
  const stop = (): void => {
    told.abort()
    setTimeout(() => process.exit(exitCodes.failed), patience).unref()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, stop)
    opened.defer(() => {
      process.off(signal, stop)
    })
  }
  return told.signal
}

/** How it went is shown by the service: by `/readyz?verbose` and in Company Setup. */
async function remembered(
  db: Database,
  isScheduled: boolean,
  work: () => Promise<BackupReport>,
): Promise<BackupReport> {
  const id = await beginRun(db)
  try {
    const report = await work()
    const failure = report.lacking.length > 0 ? 'lacking_contents' : null
    await endRun(db, id, { rowCount: report.rows, byteCount: report.contentBytes, failure })
    return report
  } catch (error) {
    // Whoever has mistyped a folder sees it; how it stands with backups is as it was.
    if (error instanceof CopyRefused && !isScheduled) {
      await forgetRun(db, id).catch(() => undefined)
      throw error
    }
    // What went wrong is told in any case; a database that is out of reach cannot remember it.
    const outcome = { rowCount: null, byteCount: null, failure: failureOf(error) }
    await endRun(db, id, outcome).catch(() => undefined)
    throw error
  }
}

function tell({
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
    `Made ${folder}: ${many(rows, 'row')} and ${many(contents, 'content')}, ${amount(contentBytes)}.`,
    `Copied ${many(copied.contents, 'content')}, ${amount(copied.bytes)}; there already: ${contents - copied.contents}.`,
  ]
  if (removed.length > 0) lines.push(`Removed ${many(removed.length, 'older backup')}.`)
  if (warning !== undefined) lines.push(warning)
  if (lacking.length > 0)
    lines.push(
      named(
        `${manyAre(lacking.length, 'content')} missing or damaged in the service itself ("atrium check" tells of which files):`,
        lacking,
      ),
    )
  return lines.join('\n')
}
