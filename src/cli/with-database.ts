import { type Config, readConfig } from '../base/config.ts'
import { besideOthers, nameOf } from '../db/alone.ts'
import type { Database } from '../db/database.ts'
import { migrate, migrations, pendingMigrations } from '../db/migrate.ts'
import { openPatiently } from '../db/open.ts'
import { isThere } from '../db/sqlite/migrate.ts'
import { Refused, type Streams } from './command.ts'

/** Opens the database for one command and closes it however the command ends. It must be there: a wrong path is no empty company. */
export async function withDatabase<T>(
  { environment }: Streams,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  await demandCurrent(config)
  return besideOthers(config.database, () => open(config, work))
}

/** The database is there, and of this version. */
export async function demandCurrent({ database }: Pick<Config, 'database'>): Promise<void> {
  const pending = await pendingMigrations(database)
  const name = nameOf(database)
  const next = 'Check ATRIUM_DATABASE_URL and ATRIUM_DATA, or run "atrium init" to begin one.'
  if (database.engine === 'sqlite' && !isThere(database.file))
    throw new Refused(`There is no database ${name}. ${next}`)
  if (pending.length === migrations.length)
    throw new Refused(`There is nothing of Atrium yet in ${name}. ${next}`)
  if (pending.length > 0)
    throw new Refused(`${name} is older than this version of Atrium; run "atrium migrate" first.`)
}

/** The same for the command that begins a database: it is made, or brought to this version. */
export async function withNewDatabase<T>(
  { note, environment }: Streams,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  return besideOthers(config.database, async () => {
    await migrate(config.database, migrations, note)
    return open(config, work)
  })
}

async function open<T>(config: Config, work: (db: Database, config: Config) => Promise<T>): Promise<T> {
  // Some look at everything there is, which takes the time that it takes.
  const db = openPatiently(config.database)
  try {
    return await work(db, config)
  } finally {
    await db.close()
  }
}
