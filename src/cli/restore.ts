import { checkBackup } from '../backup/check.ts'
import { type Backup, findBackup, olderThan } from '../backup/folder.ts'
import { amount, many, manyAre, manyWere } from '../backup/progress.ts'
import { restore } from '../backup/restore.ts'
import { totalRows } from '../backup/snapshot.ts'
import { demandMigrationsKnown } from '../backup/target.ts'
import { readConfig } from '../base/config.ts'
import { storeAt } from '../file-store/open.ts'
import { type Command, type ExitCode, exitCodes, type Streams, UsageFault } from './command.ts'
import { named } from './named.ts'
import { ProgressBar } from './progress-bar.ts'
import { toldToStop } from './told-to-stop.ts'

export const restoreCommand: Command = {
  name: 'restore',
  summary: 'Restores a backup into an empty installation, or proves one.',
  help: `
Usage: atrium restore DIR [--check] [--keep-contents] [--skip-damaged] [--other-secret]

  DIR              A folder of backups, for the newest one in it, or one backup in it.
  --check          Only reads the backup, all of it, and tells what is damaged. Touches nothing, needs no settings.
  --keep-contents  The file store may hold contents already; those of the backup are read, and kept if they are right.
  --skip-damaged   Leaves out contents that are damaged in the backup, names them, and exits with 1.
  --other-secret   Goes on though the secret here is another one than that of the backup.

Restores into what ATRIUM_DATABASE_URL and ATRIUM_BLOBS_URL name, whichever kind the backup was made from. Both must be
empty, and nothing may serve them: otherwise it exits with 3. Every row and every content is held against the backup.
Broken off, it goes on where it was when the same command is given again; until then the database is not served.
A backup of an earlier version is brought to this one.`,
  options: {
    check: { type: 'boolean' },
    'keep-contents': { type: 'boolean' },
    'skip-damaged': { type: 'boolean' },
    'other-secret': { type: 'boolean' },
  },
  operand: 'dir',
  async run(given, streams) {
    const { dir } = given
    if (typeof dir !== 'string' || dir === '')
      throw new UsageFault('DIR is required: the folder of the backups.')
    const config = given['check'] === true ? undefined : readConfig(streams.environment)
    const backup = await findBackup(dir)
    using _stop = toldToStop(streams.note, config === undefined ? '.' : ': it goes on where it was.')
    if (config === undefined) return await check(backup, streams)
    const blobs = await storeAt(config.blobs)
    const bar = new ProgressBar(streams.note)
    try {
      const { rows, contents, contentBytes, lacking, skipped } = await restore({
        backup,
        config,
        blobs,
        keepContents: given['keep-contents'] === true,
        skipDamaged: given['skip-damaged'] === true,
        otherSecret: given['other-secret'] === true,
        tell: (share, words) => bar.tell(share, words),
        note: streams.note,
      })
      bar.end()
      streams.say(
        `Restored ${backup.folder}: ${many(rows, 'row')} and ${many(contents, 'content')}, ${amount(contentBytes)}. Each was read back and is as it was.`,
      )
      const words = 'missing: the service itself had none, or a damaged one, when the backup was made:'
      if (lacking.length > 0) streams.say(named(`${manyAre(lacking.length, 'content')} ${words}`, lacking))
      if (skipped.length > 0)
        streams.say(
          named(`${manyWere(skipped.length, 'content')} left out, being damaged in the backup:`, skipped),
        )
      streams.say(
        'It is an installation of its own: its backups go to another folder, or, where it takes the place of the other for good, to this one after "atrium backup DIR --adopt", once.',
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
  const damaged = await checkBackup(backup, (share, words) => bar.tell(share, words)).finally(() => bar.end())
  const { folder, manifest } = backup
  const { tables, contents, program } = manifest
  streams.say(
    `Checked ${folder}: ${many(totalRows(tables), 'row')} and ${many(contents.rows, 'content')}, ${amount(contents.totalBytes)}, made by version ${program}.`,
  )
  if (contents.lacking.length > 0)
    streams.say(
      named(
        `${manyWere(contents.lacking.length, 'content')} missing or damaged in the service itself:`,
        contents.lacking,
      ),
    )
  const isLacking = contents.lacking.length > 0
  if (damaged.length === 0) {
    streams.say(isLacking ? 'All else is as it was.' : 'All is as it was.')
    return isLacking ? exitCodes.failed : exitCodes.done
  }
  streams.say(named(`${manyAre(damaged.length, 'part')} damaged or missing:`, damaged))
  const older = await olderThan(folder)
  if (older !== undefined) streams.say(`Name an older one: ${older}`)
  return exitCodes.failed
}
