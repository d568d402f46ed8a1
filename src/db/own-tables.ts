import { migrations } from './migrate.ts'

const made = /^\s*CREATE TABLE (?:IF NOT EXISTS )?"(\w+)"/

/** The names of the tables that migrations make. Others may have theirs beside them: extensions, tools that replicate. */
export const ownTables: ReadonlySet<string> = new Set([
  'migrations',
  ...migrations.flatMap(({ statements }) =>
    statements.flatMap((statement) => made.exec(statement)?.[1] ?? []),
  ),
])
