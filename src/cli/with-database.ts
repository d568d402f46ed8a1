import { type Config, readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { migrate, migrations, pendingMigrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { Refused, type Streams } from './command.ts'

/** Opens the database for one command and closes it however the command ends. It must be there: a wrong path is no empty company. */
export async function withDatabase<T>(
  { environment }: Streams,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  await demandCurrent(config)
  return open(config, work)
}

/** The database is there, and of this version. */
export async function demandCurrent(config: Config): Promise<void> {
  const pending = await pendingMigrations(config.database)
  if (pending.length === migrations.length)
    throw new Refused(
      `There is no company yet in ${nameOf(config)}. Check ATRIUM_DATABASE_URL, or run "atrium init".`,
    )
  if (pending.length > 0)
    throw new Refused('The database is older than this version of Atrium; run "atrium migrate" first.')
}

/** The same for the command that begins a database: it is made, or brought to this version. */
export async function withNewDatabase<T>(
  { note, environment }: Streams,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  await migrate(config.database, migrations, note)
  return open(config, work)
}

/** Without what may be secret in it. */
function nameOf({ database }: Config): string {
  return database.engine === 'sqlite'
    ? database.file
    : `the database ${new URL(database.url).pathname.slice(1)}`
}

async function open<T>(config: Config, work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  const db = openDatabase(config, (error) => {
    throw error
  })
  try {
    return await work(db, config)
  } finally {
    await db.close()
  }
}
