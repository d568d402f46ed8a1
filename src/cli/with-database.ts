import { type Config, readConfig } from '../base/config.ts'
import type { Database } from '../db/database.ts'
import { nameOf, withSharedAccess } from '../db/exclusive-access.ts'
import { migrate, migrations, pendingMigrations } from '../db/migrate.ts'
import { openPatiently } from '../db/open.ts'
import { isThere } from '../db/sqlite/migrate.ts'
import { CommandRefused, type Streams } from './command.ts'

/**
 * Opens the database for one command and closes it however the command ends. It must exist: a mistyped path
 * is not an empty company.
 */
export async function withDatabase<T>(
  { environment }: Streams,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  await requireCurrentDatabase(config)
  return withSharedAccess(config.database, () => open(config, work))
}

/** Requires that the database exists and has this version. */
export async function requireCurrentDatabase({ database }: Pick<Config, 'database'>): Promise<void> {
  const pending = await pendingMigrations(database)
  const name = nameOf(database)
  const next = 'Check ATRIUM_DATABASE_URL and ATRIUM_DATA, or run "atrium init" to create one.'
  if (database.engine === 'sqlite' && !isThere(database.file))
    throw new CommandRefused(`Database ${name} does not exist. ${next}`)
  if (pending.length === migrations.length)
    throw new CommandRefused(`There is no Atrium data in ${name} yet. ${next}`)
  if (pending.length > 0)
    throw new CommandRefused(`An earlier version of Atrium created ${name}. Run "atrium migrate" first.`)
}

/** The same for commands that create a database, or upgrade it to this version. */
export async function withNewDatabase<T>(
  { note, environment }: Streams,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  return withSharedAccess(config.database, async () => {
    await migrate(config.database, migrations, note)
    return open(config, work)
  })
}

async function open<T>(config: Config, work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  // Some commands read everything, so statements have no time limit.
  const db = openPatiently(config.database)
  try {
    return await work(db, config)
  } finally {
    await db.close()
  }
}
