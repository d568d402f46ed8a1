import { dirname } from 'node:path'
import { checkBackup, type DamageReport } from '../backup/check.ts'
import { findBackup, olderWithout } from '../backup/find.ts'
import type { Backup } from '../backup/folder.ts'
import { amount, many, manyAre, manyWere } from '../backup/progress.ts'
import { restore } from '../backup/restore.ts'
import { totalRows } from '../backup/snapshot.ts'
import { demandMigrationsKnown } from '../backup/target.ts'
import { readConfig } from '../base/config.ts'
import { openTarget } from '../file-store/open.ts'
import { type Command, type ExitCode, exitCodes, type Streams, UsageFault } from './command.ts'
import { named } from './named.ts'
import { ProgressBar } from './progress-bar.ts'
import { exitOnStopSignal } from './stop-signals.ts'

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restores a backup into an empty installation, or verifies one.',
  help: `
Usage: atrium restore DIR [--check] [--keep-contents] [--skip-damaged] [--other-secret]

  DIR              A folder of backups (the newest is used), or one backup in it.
  --check          Only reads the whole backup and reports damage. Changes nothing, needs no settings.
  --keep-contents  Accepts a file store that already holds contents; those of the backup are verified and kept.
  --skip-damaged   Leaves out contents that are damaged in the backup, lists them, and exits with 1.
  --other-secret   Continues even though the secret here differs from that of the backup.

Restores into ATRIUM_DATABASE_URL and ATRIUM_BLOBS_URL, whichever kind the backup came from. Both must be empty and
not in use; otherwise it exits with 3. Every row and the content of every file are verified against the backup.
Run the same command again after an interruption to continue; until then the database cannot be served.
A backup from an earlier version is upgraded to this one.`,
  options: {
    check: { type: 'boolean' },
    'keep-contents': { type: 'boolean' },
    'skip-damaged': { type: 'boolean' },
    'other-secret': { type: 'boolean' },
  },
  operand: 'dir',
  asAnyUser: ({ check }) => check === true,
  async run(given, streams) {
    const { dir } = given
    if (typeof dir !== 'string' || dir === '')
      throw new UsageFault('DIR is required: the folder of the backups.')
    const config = given['check'] === true ? undefined : readConfig(streams.environment)
    const backup = await findBackup(dir)
    using _stop = exitOnStopSignal(streams.note, config === undefined ? '.' : ' to continue.')
    if (config === undefined) return await check(backup, streams)
    const blobs = await openTarget(config.blobs)
    const bar = new ProgressBar(streams.note)
    try {
      const { rows, contents, contentBytes, lacking, skipped } = await restore({
        backup,
        config,
        blobs,
        keepContents: given['keep-contents'] === true,
        skipDamaged: given['skip-damaged'] === true,
        otherSecret: given['other-secret'] === true,
        onProgress: (share, words) => bar.update(share, words),
        note: streams.note,
      })
      bar.end()
      streams.say(
        `Restored and verified ${backup.folder}: ${many(rows, 'row')} and ${many(contents, 'stored file')}, ${amount(contentBytes)}.`,
      )
      const words =
        'missing: they were already missing or damaged in the service when the backup was created:'
      if (lacking.length > 0)
        streams.say(named(`${manyAre(lacking.length, 'stored file')} ${words}`, lacking))
      if (skipped.length > 0)
        streams.say(
          named(`${manyWere(skipped.length, 'stored file')} damaged in the backup and left out:`, skipped),
        )
      streams.say(
        'This is now a separate installation. Keep its backups in another folder or, if it replaces the old one for good, run "atrium backup DIR --adopt" once for this folder.',
      )
      return lacking.length + skipped.length === 0 ? exitCodes.done : exitCodes.failed
    } finally {
      bar.end()
      await blobs.close()
    }
  },
}

async function check(backup: Backup, streams: Streams): Promise<ExitCode> {
  demandMigrationsKnown(backup.manifest.migrations)
  const bar = new ProgressBar(streams.note)
  const report = await checkBackup(backup, (share, words) => bar.update(share, words)).finally(() =>
    bar.end(),
  )
  const { folder, manifest } = backup
  const { tables, contents, program } = manifest
  streams.say(
    `Checked ${folder}: ${many(totalRows(tables), 'row')} and ${many(contents.rows, 'stored file')}, ${amount(contents.totalBytes)}, created by version ${program}.`,
  )
  if (contents.lacking.length > 0)
    streams.say(
      named(
        `${manyWere(contents.lacking.length, 'stored file')} missing or damaged in the service itself:`,
        contents.lacking,
      ),
    )
  const damaged = [...report.parts, ...report.contents.values(), ...report.beside].toSorted()
  const isLacking = contents.lacking.length > 0
  if (damaged.length === 0) {
    streams.say(isLacking ? 'Everything else is intact.' : 'The backup is intact.')
    return isLacking ? exitCodes.failed : exitCodes.done
  }
  streams.say(named(`${manyAre(damaged.length, 'part')} damaged or missing:`, damaged))
  const next = await adviceFor(folder, report)
  if (next !== undefined) streams.say(next)
  return exitCodes.failed
}

async function adviceFor(folder: string, { parts, contents }: DamageReport): Promise<string | undefined> {
  if (parts.length + contents.size === 0) return undefined
  const older = await olderWithout(folder, new Set(contents.keys()))
  if (older !== undefined) return `Try an older one: ${older}`
  const none = 'No older backup here is without this damage.'
  if (parts.length > 0) return none
  return `${none} If the service still has these contents, copy them again: atrium backup ${dirname(folder)} --reread. Otherwise restore with --skip-damaged, which leaves them out.`
}
