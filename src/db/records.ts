import { clock } from '../base/clock.ts'
import { Problem } from '../base/errors.ts'
import { stamp } from '../base/ids.ts'
import type { Resource, RowOf, StoredValues } from '../schema/resource.ts'
import { decode, encode, encodeKey, type StoredField, storedFields, tableOf } from '../schema/storage.ts'
import { inChunks, type Reader, rows, type Sql, type SqlValue, type Transaction } from './database.ts'
import type { RecordRow } from './rows/record.ts'
import { sql } from './sql.ts'
import { type Tables, trashedTables } from './tables.ts'
import { indexRecords } from './value-index.ts'

/** Tables with an id column. */
export type RecordTable = {
  [K in keyof Tables]: Tables[K] extends RecordRow ? K : never
}[keyof Tables]

/** The columns of a new record that the service sets. */
export function newRow(
  companyNo: number,
  createdBy: string | null,
  createdAt?: string,
): Omit<RecordRow, 'externalId'> {
  // Lists by `createdAt` use the ids, so an id always carries that moment.
  const { id, at } = stamp(createdAt === undefined ? undefined : Date.parse(createdAt))
  return { companyNo, id, createdAt: at, updatedAt: at, createdBy }
}

/** The row of a record, even if it is in the trash. */
export async function findRow<T extends RecordTable>(
  reader: Reader,
  table: T,
  companyNo: number,
  id: string,
): Promise<Tables[T] | undefined> {
  const [row] = await rows<Tables[T]>(
    reader,
    sql`SELECT * FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} AND "id" = ${id}`,
  )
  return row
}

/** The rows with some ids, by id, even those in the trash. */
export async function readByIds<T extends RecordTable>(
  reader: Reader,
  table: T,
  companyNo: number,
  ids: Iterable<string | null>,
): Promise<Map<string, Tables[T] & { id: string }>> {
  const found = new Map<string, Tables[T] & { id: string }>()
  for (const some of inChunks([...new Set(ids)].filter((id) => id !== null)))
    for (const row of await rows<Tables[T] & { id: string }>(
      reader,
      sql`SELECT * FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(some)}`,
    ))
      found.set(row.id, row)
  return found
}

export async function insertRow<T extends keyof Tables>(
  tx: Transaction,
  table: T,
  row: Tables[T],
): Promise<void> {
  await insertRows(tx, table, [row])
}

/** Inserts several rows with the same columns, a few hundred per statement. */
export async function insertRows<T extends keyof Tables>(
  tx: Transaction,
  table: T,
  all: readonly Tables[T][],
): Promise<void> {
  const [first] = all
  if (first === undefined) return
  const names = Object.keys(first) as (keyof Tables[T] & string)[]
  for (const some of inChunks(all))
    await tx.send(
      sql`INSERT INTO ${sql.id(table)} (${columnsOf(table, names)})
        VALUES ${sql.values(some.map((row) => names.map((name) => row[name] as SqlValue)))}`,
    )
}

/** The last column list of each table: nearly all rows of a table have the same columns in the same order. */
const columns = new Map<string, { names: readonly string[]; list: Sql }>()

function columnsOf(table: string, names: readonly string[]): Sql {
  const known = columns.get(table)
  if (known?.names.length === names.length && known.names.every((name, n) => name === names[n]))
    return known.list
  const list = sql.ids(names)
  columns.set(table, { names, list })
  return list
}

/** The values of a new record. Those that may be null are null when absent; the service sets the common ones. */
export type NewRecord<R extends Resource> = Omit<
  StoredValues<R>,
  NullableNames<R> | 'createdAt' | 'updatedAt'
> &
  Partial<Pick<StoredValues<R>, NullableNames<R>>> &
  Partial<Pick<RecordRow, 'companyNo' | 'id' | 'createdAt'>>

type NullableNames<R extends Resource> = {
  [K in keyof StoredValues<R>]: null extends StoredValues<R>[K] ? K : never
}[keyof StoredValues<R>]

/** The author of a new record. */
export interface Creator {
  companyNo: number
  userId: string | null
}

/** The row of a new record: values encoded, folded forms and common columns added. */
export function buildRow<R extends Resource>(
  { companyNo, userId }: Creator,
  resource: R,
  values: NewRecord<R>,
): RowOf<R> {
  const given = values as Readonly<Record<string, unknown>>
  const row: Record<string, SqlValue> = newRow(companyNo, userId, values.createdAt)
  for (const name of ['companyNo', 'id']) if (given[name] !== undefined) row[name] = given[name] as SqlValue
  for (const stored of storedFields(resource)) {
    const { name, key } = stored
    const value = given[name]
    if (value !== undefined) row[name] = encode(stored, value)
    else row[name] ??= null
    if (key !== undefined) row[key] = encodeKey(row[name] ?? null)
  }
  return row as RowOf<R>
}

/** Stores new records and their index rows. Checks that their externalIds are free. */
export async function insertRecords<R extends Resource>(
  tx: Transaction,
  resource: R,
  all: readonly RowOf<R>[],
): Promise<void> {
  const table = tableOf(resource) as RecordTable
  for (const row of all as unknown as readonly RecordRow[])
    await demandFreeExternalId(tx, resource, row, row.externalId)
  await insertRows(tx, table, all as unknown as readonly Tables[typeof table][])
  await indexRecords(
    tx,
    resource,
    all.map((row) => ({ before: undefined, row })),
  )
}

/** A stored change: the row after it, the names of the changed fields, and the previous values that may be shown. */
export interface Updated<R extends Resource> {
  row: RowOf<R>
  fields: string[]
  previous: Readonly<Record<string, unknown>>
}

/** New values of stored fields. */
export type RecordChanges<R extends Resource> = {
  [K in keyof StoredValues<R>]?: StoredValues<R>[K] | undefined
}

/** The names of the fields that the changes would actually change. */
export function changedFields<R extends Resource>(
  resource: R,
  before: RowOf<R>,
  changes: RecordChanges<R>,
): string[] {
  return differences(resource, before, changes).map(({ stored }) => stored.publicName ?? stored.name)
}

function differences<R extends Resource>(
  resource: R,
  before: RowOf<R>,
  changes: RecordChanges<R>,
): { stored: StoredField; old: SqlValue; value: SqlValue }[] {
  const [row, given] = [before as Readonly<Record<string, SqlValue>>, changes as Record<string, unknown>]
  return storedFields(resource).flatMap((stored) => {
    const { name } = stored
    if (given[name] === undefined) return []
    const [old, value] = [row[name] ?? null, encode(stored, given[name])]
    return old === value ? [] : [{ stored, old, value }]
  })
}

/** Now, but later than `before`: the version of a record is derived from its `updatedAt`. */
export function momentAfter(before: string): string {
  return new Date(Math.max(clock.now(), Date.parse(before) + 1)).toISOString()
}

/** Stores the values that differ. If none do, nothing is stored and `updatedAt` stays. */
export async function updateRecord<R extends Resource>(
  tx: Transaction,
  resource: R,
  before: RowOf<R>,
  changes: RecordChanges<R>,
): Promise<Updated<R>> {
  const different = differences(resource, before, changes)
  if (different.length === 0) return { row: before, fields: [], previous: {} }
  const set: Record<string, SqlValue> = {}
  const previous: Record<string, unknown> = {}
  for (const { stored, old, value } of different) {
    set[stored.name] = value
    if (stored.key !== undefined) set[stored.key] = encodeKey(value)
    if (stored.publicName !== undefined && !stored.field.secret)
      previous[stored.publicName] = decode(stored, old)
  }
  const table = tableOf(resource) as RecordTable
  const { companyNo, id, updatedAt } = before as unknown as RecordRow
  if (typeof set['externalId'] === 'string')
    await demandFreeExternalId(tx, resource, { companyNo, id }, set['externalId'])
  set['updatedAt'] = momentAfter(updatedAt)
  await tx.send(
    sql`UPDATE ${sql.id(table)} SET ${sql.set(set)} WHERE "companyNo" = ${companyNo} AND "id" = ${id}`,
  )
  // Names that were read with the row belong to its previous tags.
  const row = { ...before, ...set, ...(set['tagIds'] !== undefined && { tagNames: undefined }) }
  await indexRecords(tx, resource, [{ before, row }])
  return { row, fields: different.map(({ stored }) => stored.publicName ?? stored.name), previous }
}

/** A 409 that names the other record only if `named`: the caller may not be allowed to know that it exists. */
class TakenExternalId extends Problem {
  readonly externalId: string
  readonly kind: string
  readonly otherId: string

  constructor(externalId: string, kind: string, otherId: string, named = false) {
    const detail = named ? `already belongs to the record ${otherId}.` : 'already belongs to another record.'
    super('duplicate', `The externalId "${externalId}" ${detail}`, {
      faults: [{ pointer: '/externalId', detail }],
    })
    this.externalId = externalId
    this.kind = kind
    this.otherId = otherId
  }
}

/** "A second record with it is a 409 that names the first", if the caller may see the first. */
export async function namedIfVisible(
  error: unknown,
  maySee: (kind: string, id: string) => Promise<boolean>,
): Promise<unknown> {
  if (!(error instanceof TakenExternalId)) return error
  const { externalId, kind, otherId } = error
  return new TakenExternalId(externalId, kind, otherId, await maySee(kind, otherId))
}

/** "Unique per kind in a company." */
export async function demandFreeExternalId(
  tx: Transaction,
  { kind, table }: Pick<Resource, 'kind' | 'table'>,
  { companyNo, id }: Pick<RecordRow, 'companyNo' | 'id'>,
  externalId: string | null | undefined,
): Promise<void> {
  if (externalId === null || externalId === undefined) return
  const other = await findTaken(tx, table as RecordTable, { companyNo, id }, 'externalId', externalId)
  if (other !== undefined) throw new TakenExternalId(externalId, kind, other)
}

/** The id of another record with this value in a unique column; records in the trash do not count. */
export async function findTaken(
  tx: Transaction,
  table: RecordTable,
  { companyNo, id }: Pick<RecordRow, 'companyNo' | 'id'>,
  column: string,
  value: string,
): Promise<string | undefined> {
  const alive = trashedTables.has(table) ? sql` AND "deletedAt" IS NULL` : sql``
  const [other] = await rows<{ id: string }>(
    tx,
    sql`SELECT "id" FROM ${sql.id(table)}
      WHERE "companyNo" = ${companyNo} AND ${sql.id(column)} = ${value} AND "id" <> ${id}${alive}`,
  )
  return other?.id
}

/** The ids of those records that exist and meet a condition on the table `t`. */
export async function existingIds(
  reader: Reader,
  table: RecordTable,
  companyNo: number,
  ids: readonly string[],
  condition: Sql = sql`1 = 1`,
): Promise<Set<string>> {
  const known = new Set<string>()
  for (const some of inChunks(ids)) {
    const found = await rows<{ id: string }>(
      reader,
      sql`SELECT t."id" FROM ${sql.id(table)} t
        WHERE t."companyNo" = ${companyNo} AND t."id" IN ${sql.list(some)} AND (${condition})`,
    )
    for (const { id } of found) known.add(id)
  }
  return known
}
