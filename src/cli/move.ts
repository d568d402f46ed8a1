import { sep } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { move, nameOfTarget, reopen } from '../backup/move.ts'
import { amount, many, manyWere } from '../backup/progress.ts'
import { type BlobAddress, blobAddress } from '../base/config/file-settings.ts'
import {
  type DatabaseAddress,
  databaseAddress,
  type PostgresAddress,
} from '../base/config/storage-settings.ts'
import { readConfig } from '../base/config.ts'
import { realPath } from '../base/folders.ts'
import { nameOf } from '../db/exclusive-access.ts'
import { lookAt } from '../db/migrate.ts'
import { MovedAway, movedOf } from '../db/moved-away.ts'
import { openBlobs, openTarget } from '../file-store/open.ts'
import type { BlobStore } from '../file-store/store.ts'
import {
  type Command,
  CommandRefused,
  type ExitCode,
  exitCodes,
  type Streams,
  UsageFault,
} from './command.ts'
import { ProgressBar } from './progress-bar.ts'
import { exitOnStopSignal } from './stop-signals.ts'
import { requireCurrentDatabase } from './with-database.ts'

export const moveCommand: Command = {
  name: 'move',
  summary: 'Moves to another database or file store: SQLite or PostgreSQL, disk or S3.',
  help: `
Usage: atrium move [--to-database URL] [--to-blobs URL]
       atrium move --reopen

  --to-database URL  A new or empty database, as in ATRIUM_DATABASE_URL. Default: the database stays.
  --to-blobs URL     An empty file store, as in ATRIUM_BLOBS_URL. Default: the contents stay.
  --reopen           Goes back to this database after a move: it can be served again, as it was then.

Stop the service first. The move copies everything, then compares every row and the content of every file with the
original.
Nothing here is removed, but a moved database can no longer be served, so that nobody writes to it by mistake.
Run the same command again after an interruption to continue; until then the new database cannot be served.
At the end it lists the settings to change.`,
  options: { 'to-database': { type: 'string' }, 'to-blobs': { type: 'string' }, reopen: { type: 'boolean' } },
  async run({ 'to-database': toDatabase, 'to-blobs': toBlobs, reopen: isBack }, streams) {
    if (isBack === true) return goBack(toDatabase ?? toBlobs, streams)
    if (toDatabase === undefined && toBlobs === undefined)
      throw new UsageFault('Specify the target: --to-database, --to-blobs or both.')
    const config = readConfig(streams.environment)
    const database = given('--to-database', toDatabase, databaseAddress)
    const address = given('--to-blobs', toBlobs, blobAddress)
    if (address !== undefined && isWithin(config.blobs, address))
      throw new CommandRefused('--to-blobs names the current file store, or a folder inside or around it.')
    if (database !== undefined && isSame(config.database, database))
      throw new CommandRefused('--to-database names the current database.')
    const moved = movedOf(await lookAt(config.database))
    if (moved === undefined) await requireCurrentDatabase(config)
    else if (database === undefined || nameOfTarget(database) !== moved.target) throw new MovedAway(moved)
    using _stop = exitOnStopSignal(streams.note, ' to continue.')
    const opened: BlobStore[] = []
    const bar = new ProgressBar(streams.note)
    try {
      const from = await openBlobs(config.blobs)
      opened.push(from)
      const to = address === undefined ? undefined : await openTarget(address)
      if (to !== undefined) opened.push(to)
      const { rows, contents, isDone } = await move({
        from: { database: config.database, blobs: from },
        to: { database, blobs: to },
        onProgress: (share, words) => bar.update(share, words),
      })
      bar.end()
      if (isDone) streams.say('This move is already complete. Nothing was changed.')
      if (rows !== undefined) streams.say(`Moved and verified ${many(rows, 'row')}.`)
      if (contents !== undefined)
        streams.say(
          `Moved and verified ${many(contents.count - contents.lacking.length, 'stored file')}, ${amount(contents.bytes)}.`,
        )
      streams.say('Now set, wherever the service is started:')
      if (database !== undefined) streams.say('  ATRIUM_DATABASE_URL to what you gave as --to-database')
      if (address !== undefined) streams.say('  ATRIUM_BLOBS_URL to what you gave as --to-blobs')
      if (database?.engine === 'postgres' && config.secret === '')
        streams.say(
          `  ATRIUM_SECRET to the content of ${config.dataFolder}/secret, if another machine serves too`,
        )
      streams.say('Then start the service. The old data is unchanged: keep it until you are satisfied.')
      if (database !== undefined)
        streams.say(
          'The old database can no longer be served, unless you go back with "atrium move --reopen". From now on, keep backups in another folder, or run "atrium backup DIR --adopt" once for the current one.',
        )
      const lacking = contents?.lacking ?? []
      if (lacking.length === 0) return exitCodes.done
      streams.say(
        `${manyWere(lacking.length, 'stored file')} already missing or damaged; see "atrium check".`,
      )
      return exitCodes.failed
    } finally {
      bar.end()
      for (const store of opened) await store.close()
    }
  },
}

async function goBack(target: unknown, { environment, say }: Streams): Promise<ExitCode> {
  if (target !== undefined) throw new UsageFault('--reopen cannot be combined with other options.')
  const { database } = readConfig(environment)
  if (!(await reopen(database)))
    throw new CommandRefused(`There is nothing to undo: ${nameOf(database)} was not moved.`)
  say(`Reopened ${nameOf(database)}: it can be served again. Do not also serve the database it was moved to.`)
  return exitCodes.done
}

function given<T>(option: string, value: unknown, read: (text: string) => T): T | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return read(value)
  } catch (error) {
    throw new UsageFault(`${option} ${error instanceof Error ? error.message : 'is wrong'}.`)
  }
}

/** Whether two addresses lead to the same database. */
function isSame(one: DatabaseAddress, other: DatabaseAddress): boolean {
  if (one.engine === 'sqlite') return other.engine === 'sqlite' && realPath(one.file) === realPath(other.file)
  if (other.engine === 'sqlite') return false
  const places = ({ urls, direct }: PostgresAddress): string[] =>
    [...urls, ...direct].map((url) => {
      const { hostname, port, pathname } = new URL(url)
      return `${hostname}:${port || '5432'}${pathname}`
    })
  return places(one).some((place) => places(other).includes(place))
}

/** Whether two stores are the same, or one disk folder contains the other. */
function isWithin(one: BlobAddress, other: BlobAddress): boolean {
  if (one.kind !== 'disk' || other.kind !== 'disk') return isDeepStrictEqual(one, other)
  const [a, b] = [`${realPath(one.folder)}${sep}`, `${realPath(other.folder)}${sep}`]
  return a.startsWith(b) || b.startsWith(a)
}
