import type { TableShape } from '../db/catalogue.ts'
import { type Reader, rows, type Sql, type SqlValue } from '../db/database.ts'
import { unfinishedCompany } from '../db/lease.ts'
import { sql } from '../db/sql.ts'

/** Tables that are not copied, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  migrations: 'The manifest names them, and the target gets its own.',
  installation: 'Describes this installation; a copy is another one.',
  backups: 'Records the backups of this installation.',
  searchEntries: 'The search index; a copy builds its own.',
  unindexed: 'Records that wait to be put into the search index.',
  fileTexts: 'Text inside files, for the search; a copy reads it again.',
  callerWrites: 'Records what a replica has to replay; a copy has no replica yet.',
  unnumbered: 'Changes that wait for a number; a copy numbers them at its end.',
  allowances: 'Remaining rate limits, which refill within minutes.',
}

/** Tables of which only some rows are copied. */
const onlyRows: Readonly<Record<string, Sql>> = {
  // Leases of running processes stay behind. The mark of an unfinished company is part of the company's state.
  leases: sql`"name" LIKE ${`${unfinishedCompany}%`}`,
}

/** SQL that selects the rows of a table to copy. */
export function copiedRows(name: string): Sql {
  const condition = Object.hasOwn(onlyRows, name) ? onlyRows[name] : undefined
  return condition === undefined
    ? sql.id(name)
    : sql`(SELECT * FROM ${sql.id(name)} WHERE ${condition}) AS "t"`
}

/** Some rows of a table, in the order of its primary key. */
export interface RowBatch {
  /** Each row as a JSON list of its values in the order of the columns: the same on both engines. */
  lines: string[]
  /** The key of the last row, to continue after it. */
  last: SqlValue[]
}

const mostRows = 1_000
/** Rows in the first batch, while their size is unknown. */
const firstRows = 50
/** Characters per batch; rows can be long. */
const usualBatch = 2_000_000

/** All rows of a table, in batches. `after`: those after this key. */
export async function* readBatches(
  reader: Reader,
  { name, columns, key }: TableShape,
  after?: readonly SqlValue[],
): AsyncGenerator<RowBatch> {
  const order = sql.ids(key)
  let size = firstRows
  for (let last: SqlValue[] | undefined = after === undefined ? undefined : [...after]; ; ) {
    const beyond = last === undefined ? sql`` : sql`WHERE (${order}) > ${sql.values([last])}`
    const found = await rows<Record<string, SqlValue>>(
      reader,
      sql`SELECT ${sql.ids(columns)} FROM ${copiedRows(name)} ${beyond} ORDER BY ${order} LIMIT ${size}`,
    )
    const final = found.at(-1)
    if (final === undefined) return
    last = key.map((column) => final[column] ?? null)
    const lines = found.map((row) => JSON.stringify(columns.map((column) => row[column])))
    yield { lines, last }
    if (found.length < size) return
    const length = lines.reduce((sum, line) => sum + line.length, 0)
    size = Math.max(1, Math.min(mostRows, Math.floor((found.length * usualBatch) / length)))
  }
}

export async function countRows(reader: Reader, { name }: TableShape): Promise<number> {
  const [found] = await rows<{ count: number | string }>(
    reader,
    sql`SELECT count(*) AS "count" FROM ${copiedRows(name)}`,
  )
  return Number(found?.count ?? 0)
}
