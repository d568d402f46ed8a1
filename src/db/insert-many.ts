import { inChunks, rows, type SqlValue, type Transaction } from './database.ts'
import { sql } from './sql.ts'

const rowsAtOnce = 200
/** SQLite allows 32,766 values per statement. */
const valuesAtOnce = 30_000

/** Inserts very many rows, each a list in the order of the columns, into a table chosen at run time. */
export async function insertMany(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  all: readonly (readonly SqlValue[])[],
): Promise<void> {
  const names = sql.ids(columns)
  const head = sql`INSERT INTO ${sql.id(table)} (${names})`
  if (tx.engine === 'postgres') {
    // One value instead of thousands, which the server would parse and plan for every statement.
    const records = all.map((row) => Object.fromEntries(columns.map((name, n) => [name, row[n]])))
    const json = JSON.stringify(records)
    await rows(
      tx,
      sql`${head} SELECT ${names} FROM json_populate_recordset(NULL::${sql.id(table)}, ${json}::json)`,
    )
    return
  }
  for (const some of inChunks(all, Math.min(rowsAtOnce, Math.floor(valuesAtOnce / columns.length))))
    await rows(tx, sql`${head} VALUES ${sql.values(some)}`)
}
