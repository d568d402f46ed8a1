import { type Database, rows } from '../src/db/database.ts'

interface Index {
  name: string
  definition: string
}

const listing = {
  sqlite: `SELECT "name", "sql" AS "definition" FROM "sqlite_schema"
    WHERE "type" = 'index' AND "tbl_name" = 'tasks' AND "sql" IS NOT NULL`,
  postgres: `SELECT indexname AS "name", indexdef AS "definition" FROM pg_indexes
    WHERE schemaname = 'public' AND tablename = 'tasks' AND indexname <> 'tasks_pkey'`,
}

/**
 * Runs `work` without the indexes of tasks and creates them afterwards: a third of the time for a million.
 */
export async function withoutIndexes<T>(db: Database, work: () => Promise<T>): Promise<T> {
  const indexes = await rows<Index>(db, { sql: listing[db.engine], values: [] })
  const run = (sql: string): Promise<unknown> => db.transaction((tx) => rows(tx, { sql, values: [] }))
  for (const { name } of indexes) await run(`DROP INDEX "${name}"`)
  const result = await work()
  for (const { definition } of indexes) await run(definition)
  return result
}
