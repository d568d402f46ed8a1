import { migrations } from './migrate.ts'

const made = /^\s*(?:\{\w+\})?CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/

/** The names of the tables that migrations create. Extensions and replication tools may have added others. */
export const ownTables: ReadonlySet<string> = new Set([
  'migrations',
  ...migrations.flatMap(({ statements }) =>
    statements.flatMap((statement) => made.exec(statement)?.[1] ?? []),
  ),
])
