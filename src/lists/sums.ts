import { problem } from '../base/errors.ts'
import { type Engine, type Reader, rows, type Sql, type SqlValue } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import { nextBatch, rowsBetween } from './batches.ts'
import { longPace } from './pace.ts'
import {
  allOf,
  boundAfter,
  type IndexRange,
  type KeyBound,
  type KeyedRow,
  keyOf,
  type Plan,
  type Restriction,
} from './plans.ts'
import { sizeOf } from './short-plans.ts'

export type GroupKey = string | number | boolean | null

/** Something to group by: SQL of a value of `t`, and the groups that a record with this value belongs to. */
export interface Grouping {
  expression: string | ((asked: SumContext) => string)
  keysOf: (value: SqlValue, asked: SumContext) => readonly GroupKey[]
}

/** Everything besides the records that grouping depends on. */
interface SumContext {
  timeZone: string
  /** The current day in this time zone. */
  today: string
  /** Tags that are being removed, with the tags that they are merged into, if any. */
  retiredTags: ReadonlyMap<string, string | null>
}

/** A number of each row that is joined to a record; a record has any number of such rows. */
interface JoinedSum {
  join: string
  value: string
}

/** SQL of a number, which may depend on the engine and the caller. */
export type SummedSql = string | ((engine: Engine, asked: SumContext) => string | JoinedSum)

/** The sums to compute, for the whole list or for each group of one or two groupings. */
interface SumQuery {
  groupings: readonly Grouping[]
  /** SQL of the numbers to sum up, by name. */
  sums: Readonly<Record<string, SummedSql>>
  asked: SumContext
}

export interface GroupSums {
  keys: readonly GroupKey[]
  count: number
  sums: Readonly<Record<string, number>>
}

/** The most groups in a response, and in memory. */
const mostGroups = 10_000

/** The most records that one statement sums up; other requests get a turn between statements. */
const mostAtOnce = 32_768

type Piece = Readonly<Record<string, SqlValue>> & { count: number }

/**
 * Sums up the records that meet all of `parts`, in batches along the index ranges of `way`, which is one of them or
 * holds all records. A record can belong to several groups; `total` counts it once.
 */
export async function sumUp(
  reader: Reader,
  query: SumQuery,
  way: Restriction,
  parts: readonly Restriction[],
  gone?: AbortSignal,
): Promise<{ groups: GroupSums[]; total: GroupSums }> {
  const sums = new Sums(query)
  const conditions = parts.filter(({ condition }) => condition !== way.condition)
  // PostgreSQL runs in its own process, so it reads a whole range in one statement.
  const isBatched = reader.engine === 'sqlite'
  const pace = longPace(reader.engine, mostAtOnce)
  for (const indexRange of way.indexRanges ?? [])
    for (let bound: KeyBound | undefined; ; ) {
      const { size } = pace
      const after = bound
      const { end, read } = await pace.keep(async () => {
        const [last] = isBatched ? await rows<KeyedRow>(reader, endOf(indexRange, after, size)) : []
        const upTo = last && boundAfter(planOf(indexRange), last)
        return {
          end: upTo,
          read: await rows<Piece>(reader, pieceOf(reader.engine, indexRange, after, upTo, query, conditions)),
        }
      })
      for (const piece of read) sums.add(piece)
      if (end === undefined) break
      bound = end
      await yieldNow()
      gone?.throwIfAborted()
    }
  return sums.result()
}

/** A group while it grows. Its numbers are its count and its sums. */
interface Growing {
  keys: readonly GroupKey[]
  numbers: number[]
}

/** A batch has many rows, so adding one allocates as little as possible. */
class Sums {
  readonly #query: SumQuery
  readonly #columns: readonly string[]
  readonly #groups = new Map<GroupKey, Map<GroupKey | undefined, Growing>>()
  /** The groups of each value, by grouping. */
  readonly #known: readonly Map<SqlValue, readonly GroupKey[]>[]
  readonly #total: Growing
  #size = 0

  constructor(query: SumQuery) {
    this.#query = query
    this.#columns = ['count', ...Object.keys(query.sums).map((_, n) => `s${n}`)]
    this.#total = this.#none([])
    this.#known = query.groupings.map(() => new Map())
  }

  #none(keys: readonly GroupKey[]): Growing {
    return { keys, numbers: this.#columns.map(() => 0) }
  }

  #keysOf(n: number, value: SqlValue): readonly GroupKey[] {
    const { groupings, asked } = this.#query
    const known = this.#known[n]?.get(value)
    if (known !== undefined) return known
    const keys = groupings[n]?.keysOf(value, asked) ?? []
    this.#known[n]?.set(value, keys)
    return keys
  }

  #group(one: GroupKey, other: GroupKey | undefined): Growing {
    const known = this.#groups.get(one)?.get(other)
    if (known !== undefined) return known
    const made = this.#none(other === undefined ? [one] : [one, other])
    this.#groups.set(one, (this.#groups.get(one) ?? new Map()).set(other, made))
    this.#size += 1
    if (this.#size > mostGroups) throw tooMany()
    return made
  }

  #add({ numbers }: Growing, piece: Piece): void {
    for (const [n, column] of this.#columns.entries()) numbers[n] = (numbers[n] ?? 0) + Number(piece[column])
  }

  add(piece: Piece): void {
    const { groupings } = this.#query
    // Without a grouping, an empty batch is a row too.
    this.#add(this.#total, piece)
    if (groupings.length === 0) return
    const second = groupings.length === 1 ? [undefined] : this.#keysOf(1, piece['g1'] ?? null)
    for (const one of this.#keysOf(0, piece['g0'] ?? null))
      for (const other of second) this.#add(this.#group(one, other), piece)
  }

  result(): { groups: GroupSums[]; total: GroupSums } {
    const names = Object.keys(this.#query.sums)
    const finished = ({ keys, numbers: [count = 0, ...sums] }: Growing): GroupSums => ({
      keys,
      count,
      sums: Object.fromEntries(names.map((name, n) => [name, sums[n] ?? 0])),
    })
    const groups = [...this.#groups.values()].flatMap((some) => [...some.values()])
    return { groups: groups.map(finished).sort(byKeys), total: finished(this.#total) }
  }
}

export const byKeys = (one: GroupSums, other: GroupSums): number =>
  compareKeys(one.keys[0], other.keys[0]) || compareKeys(one.keys[1], other.keys[1])

/** Records without a value come last. */
function compareKeys(one: GroupKey = null, other: GroupKey = null): number {
  if (one === other) return 0
  if (one === null) return 1
  if (other === null) return -1
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return String(one) < String(other) ? -1 : 1
}

const planOf = (indexRange: IndexRange): Plan => ({
  indexRanges: [indexRange],
  conditions: [],
  key: keyOf(indexRange),
  descending: false,
  inOrder: true,
  likely: false,
})

/** The last entry of the next batch; none if the range ends before. */
function endOf(indexRange: IndexRange, bound: KeyBound | undefined, size: number): Sql {
  const id = sql.raw(`${indexRange.id} AS "id"`)
  return sql`${nextBatch(indexRange, planOf(indexRange), bound, 1, id)} OFFSET ${sql.raw(String(size - 1))}`
}

/** The sums between two entries. */
function pieceOf(
  engine: Engine,
  indexRange: IndexRange,
  bound: KeyBound | undefined,
  end: KeyBound | undefined,
  { groupings, sums, asked }: SumQuery,
  parts: readonly Restriction[],
): Sql {
  const groups = groupings.map((_, n) => `"g${n}"`).join(', ')
  const numbers = Object.values(sums).map((given) =>
    typeof given === 'string' ? given : given(engine, asked),
  )
  const joins = numbers.filter((number) => typeof number === 'object')
  // Within CASE, so that the engine does not choose another index for the conditions. PostgreSQL expects `<>` to hold
  // for nearly all rows, and `=` for few.
  const matching =
    parts.length === 0
      ? sql``
      : sql` AND CASE WHEN ${allOf(parts.map(({ condition }) => condition))} THEN 1 ELSE 0 END <> 0`
  const selected = (join?: JoinedSum): Sql => {
    const columns = [
      `${join === undefined ? 1 : 0} AS "one"`,
      ...groupings.map(
        ({ expression: text }, n) => `${typeof text === 'string' ? text : text(asked)} AS "g${n}"`,
      ),
      ...numbers.map((number, n) => {
        const text = typeof number === 'string' ? join === undefined && number : number === join && join.value
        return `${text || 'NULL'} AS "s${n}"`
      }),
    ]
    const range = join === undefined ? indexRange : { ...indexRange, from: `${indexRange.from} ${join.join}` }
    return sql`${rowsBetween(range, planOf(range), bound, end, sql.raw(columns.join(', ')))}${matching}`
  }
  const within = sql.join([selected(), ...joins.map(selected)], ' UNION ALL ')
  const count = joins.length === 0 ? 'count(*)' : 'sum("one")'
  // With a limit, SQLite looks up the numbers of each record in the order of the index, not of the groups.
  const inOrder = sql.raw(engine === 'sqlite' ? ' LIMIT -1' : '')
  const summed = numbers.map((_, n) => `CAST(coalesce(sum("s${n}"), 0) AS bigint) AS "s${n}"`)
  return sql`SELECT ${sql.raw([...(groups === '' ? [] : [groups]), `${count} AS "count"`, ...summed].join(', '))}
    FROM (${within}${inOrder}) AS r${sql.raw(groups === '' ? '' : ` GROUP BY ${groups}`)}`
}

function tooMany(): Error {
  const detail = `There are more than ${mostGroups.toLocaleString('en')} groups. Narrow the filter.`
  return problem('invalid_request', detail, { faults: [{ parameter: 'filter', detail }] })
}

/** Whether no record is in two of the ranges. */
function isUsable({ indexRanges = [] }: Restriction, from: string): boolean {
  return indexRanges.length === 1 || indexRanges.every((each) => each.from === from)
}

/** How many entries to count for each candidate, by round. */
const counted = [1_024, 16_384]

/** The restriction whose index ranges have the fewest entries; `whole` if none has an index. */
export async function shortestWay(
  reader: Reader,
  parts: readonly Restriction[],
  whole: IndexRange,
): Promise<Restriction> {
  const ways = parts.filter((part) => part.indexRanges !== undefined && isUsable(part, whole.from))
  const [first, ...others] = ways
  if (first === undefined) return { condition: sql`1 = 1`, indexRanges: [whole] }
  if (others.length === 0) return first
  let best = first
  for (const most of counted) {
    let least = Number.POSITIVE_INFINITY
    for (const way of ways) {
      const size = await sizeOf(reader, way.indexRanges ?? [], most)
      if (size < least) [best, least] = [way, size]
    }
    if (least < most) break
  }
  return best
}
