import { isDeepStrictEqual } from 'node:util'
import { problem } from '../base/errors.ts'
import { stamp } from '../base/ids.ts'
import { inChunks, type Reader, rows, type SqlValue, type Transaction } from './database.ts'
import { recalled } from './recall.ts'
import type { RecordRow } from './rows/record.ts'
import { type Tables, trashedTables } from './tables.ts'

/** Tables whose rows have an id of their own. */
export type RecordTable = {
  [K in keyof Tables]: Tables[K] extends RecordRow ? K : never
}[keyof Tables]

/** The columns of a new record that nobody sends. */
export function newRow(companyNo: number, createdBy: string | null): Omit<RecordRow, 'externalId'> {
  const { id, at } = stamp()
  return { companyNo, id, createdAt: at, updatedAt: at, createdBy }
}

/** The row of a record; what is in the trash too. */
export async function findRow<T extends RecordTable>(
  reader: Reader,
  table: T,
  companyNo: number,
  id: string,
): Promise<Tables[T] | undefined> {
  const sql = `SELECT * FROM "${table}" WHERE "companyNo" = ? AND "id" = ?`
  const [row] = await rows<Tables[T]>(reader, { sql, values: [companyNo, id] })
  return row
}

export async function insertRow<T extends keyof Tables>(
  tx: Transaction,
  table: T,
  row: Tables[T],
): Promise<void> {
  await insertRows(tx, table, [row])
}

/** Several rows with the same columns, a few hundred to a statement. */
export async function insertRows<T extends keyof Tables>(
  tx: Transaction,
  table: T,
  all: readonly Tables[T][],
): Promise<void> {
  const [first] = all
  if (first === undefined) return
  const names = Object.keys(first) as (keyof Tables[T] & string)[]
  for (const some of inChunks(all))
    await rows(tx, {
      sql: some.length === 1 ? insertOne(table, names) : insertText(table, names, some.length),
      values: some.flatMap((row) => names.map((name) => row[name] as SqlValue)),
    })
}

/** The last text for one row of each table: nearly all rows of a table have the same columns in the same order. */
const texts = new Map<string, { names: readonly string[]; text: string }>()

function insertOne(table: string, names: readonly string[]): string {
  const known = texts.get(table)
  if (known?.names.length === names.length && known.names.every((name, n) => name === names[n]))
    return known.text
  const text = insertText(table, names, 1)
  texts.set(table, { names, text })
  return text
}

function insertText(table: string, names: readonly string[], count: number): string {
  const place = `(${names.map(() => '?').join(', ')})`
  const columns = names.map((name) => `"${name}"`).join(', ')
  return `INSERT INTO "${table}" (${columns}) VALUES ${Array(count).fill(place).join(', ')}`
}

/** The names of the fields that a change would change. */
export function changedFields<R extends object>(before: R, changes: Partial<R>): string[] {
  return fieldNames(differing(before, changes).map(([name]) => name))
}

function differing<R extends object>(before: R, changes: Partial<R>): [string, SqlValue][] {
  return Object.entries<unknown>(changes).filter(
    ([name, value]) => value !== undefined && !isDeepStrictEqual(before[name as keyof R], value),
  ) as [string, SqlValue][]
}

/**
 * Stores what differs from the row as it was, and tells the names of the fields that changed; nothing is
 * stored, and `updatedAt` stays, when nothing does. Whether other unique columns are free is asked before.
 */
export async function updateRow<T extends RecordTable>(
  tx: Transaction,
  table: T,
  before: Tables[T],
  changes: Partial<Tables[T]>,
): Promise<{ row: Tables[T]; fields: string[] }> {
  const different = differing(before, changes)
  if (different.length === 0) return { row: before, fields: [] }
  const { companyNo, id, externalId } = { ...(before as RecordRow), ...(changes as Partial<RecordRow>) }
  if (different.some(([name]) => name === 'externalId'))
    await demandFreeExternalId(tx, table, { companyNo, id }, externalId)
  const set: [string, SqlValue][] = [...different, ['updatedAt', new Date().toISOString()]]
  await rows(tx, {
    sql: `UPDATE "${table}" SET ${set.map(([name]) => `"${name}" = ?`).join(', ')} WHERE "companyNo" = ? AND "id" = ?`,
    values: [...set.map(([, value]) => value), companyNo, id],
  })
  return {
    row: { ...before, ...Object.fromEntries(set) },
    fields: fieldNames(different.map(([name]) => name)),
  }
}

/** Columns by the names that callers know: keys are shadows of others, and tags are stored by id. */
function fieldNames(columns: readonly string[]): string[] {
  return columns.filter((name) => !name.endsWith('Key')).map((name) => (name === 'tagIds' ? 'tags' : name))
}

/** "Unique per kind in a company; a second record with it is a 409 that names the first." */
export async function demandFreeExternalId(
  tx: Transaction,
  table: RecordTable,
  { companyNo, id }: Pick<RecordRow, 'companyNo' | 'id'>,
  externalId: string | null | undefined,
): Promise<void> {
  if (externalId === null || externalId === undefined) return
  const other = await findTaken(tx, table, { companyNo, id }, 'externalId', externalId)
  if (other !== undefined)
    throw problem('duplicate', `The externalId "${externalId}" belongs to the record ${other} already.`, {
      faults: [{ pointer: '/externalId', detail: `belongs to the record ${other} already.` }],
    })
}

/** The id of another record that has this value in a unique column; what is in the trash has no claim. */
export async function findTaken(
  tx: Transaction,
  table: RecordTable,
  { companyNo, id }: Pick<RecordRow, 'companyNo' | 'id'>,
  column: string,
  value: string,
): Promise<string | undefined> {
  const alive = trashedTables.has(table) ? ' AND "deletedAt" IS NULL' : ''
  const [other] = await rows<{ id: string }>(tx, {
    sql: `SELECT "id" FROM "${table}" WHERE "companyNo" = ? AND "${column}" = ? AND "id" <> ?${alive}`,
    values: [companyNo, value, id],
  })
  return other?.id
}

/** Which of these ids are there, under a condition on the table `t`. */
export async function existingIds(
  reader: Reader,
  table: RecordTable,
  companyNo: number,
  ids: readonly string[],
  condition = { sql: '1 = 1', values: [] as SqlValue[] },
): Promise<Set<string>> {
  const known = new Set<string>()
  for (const some of inChunks(ids)) {
    const found = await recalled<{ id: string }>(reader, {
      sql: `SELECT t."id" FROM "${table}" t WHERE t."companyNo" = ? AND t."id" IN (${some.map(() => '?').join(', ')}) AND (${condition.sql})`,
      values: [companyNo, ...some, ...condition.values],
    })
    for (const { id } of found) known.add(id)
  }
  return known
}
