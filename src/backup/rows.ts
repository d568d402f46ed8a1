import type { TableShape } from '../db/catalogue.ts'
import { type Reader, rows, type SqlValue } from '../db/database.ts'
import { unfinishedCompany } from '../db/lease.ts'

/** Tables that are not copied, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  migrations: 'The manifest names them, and the target gets its own.',
  unfinishedCopy: 'Tells how far a copy has come.',
  backups: 'Tells how backups went, in this installation.',
  allowances: 'What is left of rate limits; full again within minutes.',
}

/** Of these tables only some rows are copied. */
const onlyRows: Readonly<Record<string, string>> = {
  // Who does what at this moment stays here. That a company is not whole is part of what it is.
  leases: `"name" LIKE '${unfinishedCompany}%'`,
}

/** The table with its rows that are copied, for a statement. */
export const copiedRows = (name: string): string =>
  Object.hasOwn(onlyRows, name) ? `(SELECT * FROM "${name}" WHERE ${onlyRows[name]}) AS "t"` : `"${name}"`

/** Some rows of a table, in the order of its primary key. */
export interface Piece {
  /** Each row as a JSON list of its values, in the order of the columns: alike on both engines. */
  lines: string[]
  /** The key of the last row, to go on behind it. */
  last: SqlValue[]
}

const mostRows = 1_000
/** How many are read at first, when nobody knows how long they are. */
const firstRows = 50
/** In characters; rows can be long. */
const usualPiece = 2_000_000

/** All rows of a table, in pieces. `after`: those behind this key. */
export async function* readPieces(
  reader: Reader,
  { name, columns, key }: TableShape,
  after?: readonly SqlValue[],
): AsyncGenerator<Piece> {
  const list = (names: readonly string[]): string => names.map((each) => `"${each}"`).join(', ')
  const begin = `SELECT ${list(columns)} FROM ${copiedRows(name)}`
  const end = `ORDER BY ${list(key)} LIMIT ?`
  const behind = `WHERE (${list(key)}) > (${key.map(() => '?').join(', ')})`
  let size = firstRows
  for (let last: SqlValue[] | undefined = after === undefined ? undefined : [...after]; ; ) {
    const found = await rows<Record<string, SqlValue>>(reader, {
      sql: last === undefined ? `${begin} ${end}` : `${begin} ${behind} ${end}`,
      values: [...(last ?? []), size],
    })
    const final = found.at(-1)
    if (final === undefined) return
    last = key.map((column) => final[column] ?? null)
    const lines = found.map((row) => JSON.stringify(columns.map((column) => row[column])))
    yield { lines, last }
    if (found.length < size) return
    const length = lines.reduce((sum, line) => sum + line.length, 0)
    size = Math.max(1, Math.min(mostRows, Math.floor((found.length * usualPiece) / length)))
  }
}

export async function countRows(reader: Reader, { name }: TableShape): Promise<number> {
  const [found] = await rows<{ count: number | string }>(reader, {
    sql: `SELECT count(*) AS "count" FROM ${copiedRows(name)}`,
    values: [],
  })
  return Number(found?.count ?? 0)
}
