import { readConfig } from '../base/config.ts'
import { withSharedAccess } from '../db/exclusive-access.ts'
import { migrate, migrations, pendingMigrations } from '../db/migrate.ts'
import { type Command, exitCodes } from './command.ts'

export const migrateCommand: Command = {
  name: 'migrate',
  summary: 'Upgrades the database to this version; "serve" does this automatically.',
  help: `
Usage: atrium migrate [--check]

  --check   Only lists what would be done; exits with 3 when something would.

A SQLite file is copied first. Other processes that start in the meantime wait.`,
  options: { check: { type: 'boolean' } },
  // Even a reader may leave files beside a SQLite database.
  asAnyUser: ({ check }, environment) =>
    check === true && readConfig(environment).database.engine === 'postgres',
  async run({ check }, { say, note, environment }) {
    const { database } = readConfig(environment)
    if (check === true) {
      const pending = await pendingMigrations(database)
      say(pending.length === 0 ? 'The database is up to date.' : `Pending: ${pending.join(', ')}`)
      return pending.length === 0 ? exitCodes.done : exitCodes.refused
    }
    const { applied } = await withSharedAccess(database, () => migrate(database, migrations, note))
    say(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`)
    return exitCodes.done
  },
}
