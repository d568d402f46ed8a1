import { type Config, readConfig } from '../config.ts'
import type { Database } from '../db/database.ts'
import { migrate, migrations } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import type { Streams } from './command.ts'

/** Opens the database for one command, brought to this version, and closes it however the command ends. */
export async function withDatabase<T>(
  { note, environment }: Streams,
  work: (db: Database, config: Config) => Promise<T>,
): Promise<T> {
  const config = readConfig(environment)
  await migrate(config.database, migrations, note)
  const db = openDatabase(config, (error) => {
    throw error
  })
  try {
    return await work(db, config)
  } finally {
    await db.close()
  }
}
