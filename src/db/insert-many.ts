import { inChunks, rows, type SqlValue, type Transaction } from './database.ts'

const rowsAtOnce = 200
/** SQLite takes 32,766 values in a statement. */
const valuesAtOnce = 30_000

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ')

/** Inserts very many rows, each a list in the order of the columns, into a table that is named at run time. */
export async function insertMany(
  tx: Transaction,
  table: string,
  columns: readonly string[],
  all: readonly (readonly SqlValue[])[],
): Promise<void> {
  const head = `INSERT INTO "${table}" (${quoted(columns)})`
  if (tx.engine === 'postgres') {
    // One value instead of thousands, which the server would parse and plan each time.
    const records = all.map((row) => Object.fromEntries(columns.map((name, n) => [name, row[n]])))
    const sql = `${head} SELECT ${quoted(columns)} FROM json_populate_recordset(NULL::"${table}", ?::json)`
    await rows(tx, { sql, values: [JSON.stringify(records)] })
    return
  }
  const one = `(${columns.map(() => '?').join(', ')})`
  for (const some of inChunks(all, Math.min(rowsAtOnce, Math.floor(valuesAtOnce / columns.length))))
    await rows(tx, { sql: `${head} VALUES ${some.map(() => one).join(', ')}`, values: some.flat() })
}
