import { problem } from '../base/errors.ts'
import { longRank, moveApart, rankBetween } from '../base/rank.ts'
import { inChunks, rows, type Sql, type Transaction } from './database.ts'
import { sql } from './sql.ts'

/** The tables with an order that people choose, and the column of the record within which it holds. */
export const orders = {
  tasks: 'workspaceId',
  tasklists: 'workspaceId',
  stages: 'workspaceId',
  steps: 'taskId',
  favorites: 'userHash',
  reports: 'workspaceId',
} as const

export type OrderedTable = keyof typeof orders

/** A record that has a place, and the id of the record that the order belongs to. */
interface Placed {
  companyNo: number
  id: string
  parentId: string
}

/** The id of the record that it comes directly after or before. Neither: last. */
export interface Place {
  after?: string | null | undefined
  before?: string | null | undefined
}

/** Nobody has placed a record without a rank, so it comes where it was created. */
export const rankOf = ({ id, rank }: { id: string; rank: string | null }): string => rank ?? id

interface Neighbours {
  low: string | undefined
  high: string | undefined
}

/** The new rank of a record that moves to a place. Records in the trash keep theirs, and count. */
export async function rankAt(
  tx: Transaction,
  table: OrderedTable,
  placed: Placed,
  place: Place,
): Promise<string> {
  const first = await neighboursAt(tx, table, placed, place)
  const rank = rankBetween(first.low, first.high)
  if (rank !== undefined) return rank
  await makeRoom(tx, table, placed, first.low ?? '')
  const { low, high } = await neighboursAt(tx, table, placed, place)
  const found = rankBetween(low, high)
  if (found === undefined) throw problem('conflict', 'There is no room for more records at this place.')
  return found
}

async function neighboursAt(
  tx: Transaction,
  table: OrderedTable,
  placed: Placed,
  { after, before }: Place,
): Promise<Neighbours> {
  const within = inOrder(table, placed)
  const others = sql`${within} AND "id" <> ${placed.id}`
  const given = after ?? before
  if (given === undefined || given === null) {
    const [last] = await ranks(tx, table, sql`${others} ORDER BY "rankKey" DESC LIMIT 1`)
    return { low: last, high: undefined }
  }
  const [named] = await ranks(tx, table, sql`"companyNo" = ${placed.companyNo} AND "id" = ${given}`)
  if (named === undefined) throw new Error(`${table} has no record ${given}`)
  if (typeof after === 'string') {
    const [high] = await ranks(tx, table, sql`${others} AND "rankKey" > ${named} ORDER BY "rankKey" LIMIT 1`)
    return { low: named, high }
  }
  const [low] = await ranks(
    tx,
    table,
    sql`${others} AND "rankKey" < ${named} ORDER BY "rankKey" DESC LIMIT 1`,
  )
  return { low, high: named }
}

const inOrder = (table: OrderedTable, { companyNo, parentId }: Omit<Placed, 'id'>): Sql =>
  sql`"companyNo" = ${companyNo} AND ${sql.id(orders[table])} = ${parentId}`

async function ranks(tx: Transaction, table: OrderedTable, where: Sql): Promise<string[]> {
  const found = await rows<{ rankKey: string }>(
    tx,
    sql`SELECT "rankKey" FROM ${sql.id(table)} WHERE ${where}`,
  )
  return found.map(({ rankKey }) => rankKey)
}

/** How many records move apart: as few as give short ranks. */
const runs = [64, 256, 1_024, 4_096]

/** Moves the records around a place, after the rank `at`, apart. Their order stays, and nobody sees a change. */
export async function makeRoom(
  tx: Transaction,
  table: OrderedTable,
  order: Omit<Placed, 'id'>,
  at: string,
): Promise<void> {
  let fitting: readonly { id: string; rank: string }[] = []
  for (const run of runs) {
    // One more on each side, which stays where it is.
    const size = run / 2 + 1
    const within = inOrder(table, order)
    const below = await read(tx, table, sql`${within} AND "rankKey" <= ${at}`, ' DESC', size)
    const above = await read(tx, table, sql`${within} AND "rankKey" > ${at}`, '', size)
    const [before, after] = [below.slice(0, size - 1).reverse(), above.slice(0, size - 1)]
    const moved = moveApart(
      [before.map(({ rankKey }) => rankKey), after.map(({ rankKey }) => rankKey)],
      below[size - 1]?.rankKey,
      above[size - 1]?.rankKey,
    )
    if (moved !== undefined)
      fitting = [...before, ...after].map(({ id }, n) => ({ id, rank: moved[n] ?? '' }))
    if (fitting.length > 0 && fitting.every(({ rank }) => rank.length <= longRank)) break
    if (below.length < size && above.length < size) break
  }
  await storeRanks(tx, table, order.companyNo, fitting)
}

function read(
  tx: Transaction,
  table: OrderedTable,
  where: Sql,
  direction: '' | ' DESC',
  size: number,
): Promise<{ id: string; rankKey: string }[]> {
  return rows(
    tx,
    sql`SELECT "id", "rankKey" FROM ${sql.id(table)} WHERE ${where}
      ORDER BY "rankKey"${sql.raw(direction)}, "id"${sql.raw(direction)} LIMIT ${size}`,
  )
}

/** Ranks are no part of a record, so `updatedAt` stays. */
export async function storeRanks(
  tx: Transaction,
  table: OrderedTable,
  companyNo: number,
  all: readonly { id: string; rank: string }[],
): Promise<void> {
  for (const some of inChunks(all))
    await rows(
      tx,
      sql`UPDATE ${sql.id(table)} SET "rank" = v."column2"
        FROM (VALUES ${sql.values(some.map(({ id, rank }) => [id, rank]))}) v
        WHERE ${sql.id(table)}."companyNo" = ${companyNo} AND ${sql.id(table)}."id" = v."column1"`,
    )
}
