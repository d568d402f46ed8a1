import { type Database, rows } from '../src/db/database.ts'

/** `n` as an id, padded so that ids sort like numbers. */
export const idOf = (letter: string, n: string, engine: Database['engine']): string =>
  engine === 'sqlite' ? `printf('${letter}%021d', ${n})` : `'${letter}' || lpad((${n})::text, 21, '0')`

export const dayOf = (n: string, engine: Database['engine']): string =>
  engine === 'sqlite'
    ? `date('2022-01-01', (${n}) || ' days')`
    : `to_char(date '2022-01-01' + (${n})::int, 'YYYY-MM-DD')`

const atOnce = 50_000

/** In batches that an engine finishes in time; there is only one writer. */
export async function insert(
  db: Database,
  table: string,
  count: number,
  columns: Readonly<Record<string, string>>,
): Promise<void> {
  const names = Object.keys(columns).map((name) => `"${name}"`)
  for (let from = 0; from < count; from += atOnce) {
    const to = Math.min(count, from + atOnce)
    const sql = `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to - 1})
      INSERT INTO "${table}" (${names.join(', ')}) SELECT ${Object.values(columns).join(', ')} FROM numbers`
    await db.transaction((tx) => rows(tx, { sql, values: [] }))
    process.stderr.write(`\r${table}: ${to.toLocaleString('en')} of ${count.toLocaleString('en')} `)
  }
  process.stderr.write('\n')
}

/** Inserting is many times faster without indexes, which are created afterwards. */
export async function dropIndexes(db: Database, table: string): Promise<string[]> {
  const found = await rows<{ name: string; sql: string }>(db, {
    sql:
      db.engine === 'sqlite'
        ? `SELECT "name", "sql" FROM "sqlite_schema" WHERE "type" = 'index' AND "tbl_name" = '${table}' AND "sql" IS NOT NULL`
        : `SELECT indexname AS "name", indexdef AS "sql" FROM pg_indexes WHERE tablename = '${table}' AND indexname <> '${table}_pkey'`,
    values: [],
  })
  for (const { name } of found) await unhurried(db, `DROP INDEX "${name}"`)
  return found.map(({ sql }) => sql)
}

/** On a database opened without a statement timeout. */
export async function unhurried(db: Database, sql: string): Promise<void> {
  await db.transaction((tx) => rows(tx, { sql, values: [] }))
}
