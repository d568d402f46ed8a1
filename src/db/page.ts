import { setImmediate } from 'node:timers/promises'
import type { Position } from '../query/cursor.ts'
import { type Reader, rows, type Sql, type SqlValue } from './database.ts'
import { isOneWay, type Order, type Ranked, Ranking } from './ranking.ts'

/** A way to rows: an index whose first columns are fixed by `where` and that goes on by `key`, if any, and the id. */
export interface Lane {
  from: string
  where: Sql
  id: string
  range?: Range
}

/** A stretch of an index: of the key between its bounds. */
export interface Range {
  key: string
  low: readonly Sql[]
  high: readonly Sql[]
}

/** What a list reads. Names are SQL texts, such as `t."titleKey"`. */
export interface Source {
  select: string
  all: Lane
  /** The keys that an index of `all` goes on by, before the id. */
  indexedKeys: ReadonlySet<string>
}

/** A condition and, where indexes serve it, the lanes that together hold just the rows that meet it. */
export interface Part {
  condition: Sql
  lanes?: readonly Lane[]
}

export interface PageRequest {
  source: Source
  /** SQL of what is sorted by, never null; empty: by id alone. */
  keys: readonly { sql: string; descending: boolean }[]
  idDescending: boolean
  /** All of them must hold. */
  parts: readonly Part[]
  position: Position | undefined
  backwards: boolean
  limit: number
}

export interface Page<R> {
  rows: R[]
  /** Where the first and the last row stand. */
  ends: { first: Position; last: Position } | undefined
  /** Where to go on in the direction of the walk; undefined at the end of the list. */
  more: Position | undefined
}

/** Milliseconds; how many rows a statement reads depends on how long the one before took. */
const piece = { smallest: 64, largest: 4_096, slow: 5, quick: 2 }

/**
 * "No statement holds the process for more than 20 ms: what no index serves is read in short pieces,
 * others are served between them, and after 5 s the page found so far is returned with its `next`."
 *
 * Without conditions an index gives the page at once. With them there may be several ways (along the
 * order, leaving out what does not match; or through everything that one condition selects, keeping the
 * best), and which is short depends on data that nobody knows beforehand. So they race, piece by piece.
 */
export async function readPage<R>(reader: Reader, request: PageRequest, patience = 5_000): Promise<Page<R>> {
  const order = orderOf(request)
  const walks = [walkAlong(request), ...request.parts.flatMap((part) => walkThrough(request, part))]
  for (const walk of walks) {
    const [lane, ...others] = walk.lanes
    const direct = walk.inOrder && isOneWay(order) && walk.conditions.length === 0 && others.length === 0
    if (direct && lane !== undefined)
      return finish(request, await readDirectly<R>(reader, request, walk, lane))
  }
  const found = await race(reader, request, order, walks, patience)
  return finish(request, { ...found, rows: await fetchRows<R>(reader, request, found.ranked) })
}

interface Found<R> {
  ranked: Ranked[]
  rows: R[]
  more: Position | undefined
}

interface Walk {
  lanes: readonly Lane[]
  /** What the lanes do not see to. */
  conditions: readonly Sql[]
  key: string | undefined
  descending: boolean
  /** Whether the walk meets the rows in the order asked for (by the first key at least). */
  inOrder: boolean
}

function walkAlong({ source, keys, idDescending, backwards, parts }: PageRequest): Walk {
  const [first] = keys
  const way = { lanes: [source.all], conditions: parts.map(({ condition }) => condition) }
  if (first === undefined)
    return { ...way, key: undefined, descending: idDescending !== backwards, inOrder: true }
  if (!source.indexedKeys.has(first.sql)) return { ...way, key: undefined, descending: false, inOrder: false }
  return { ...way, key: first.sql, descending: first.descending !== backwards, inOrder: true }
}

function walkThrough({ source, keys, idDescending, backwards, parts }: PageRequest, through: Part): Walk[] {
  if (through.lanes === undefined) return []
  const conditions = parts.filter((part) => part !== through).map(({ condition }) => condition)
  const [first] = keys
  const key = through.lanes[0]?.range?.key
  // A stretch of the ids themselves is a stretch of the order without a key.
  const laneKey = key === source.all.id ? undefined : key
  const inOrder = first?.sql === laneKey
  const descending = inOrder && (first?.descending ?? idDescending) !== backwards
  return [{ lanes: through.lanes, conditions, key: laneKey, descending, inOrder }]
}

function orderOf({ keys, idDescending, backwards }: PageRequest): Order {
  return {
    keys: keys.map(({ descending }) => descending !== backwards),
    id: idDescending !== backwards,
  }
}

/** Rows with the keys of their place beside their columns; `at`: where they stand in the index that is walked. */
type Placed = { id: string; k0?: SqlValue; k1?: SqlValue; k2?: SqlValue; at?: string | number; hit?: boolean }

function ranked(row: Placed, keys: number): Ranked {
  return { id: row.id, keys: [row.k0, row.k1, row.k2].slice(0, keys) as (string | number)[] }
}

const keyColumns = (keys: PageRequest['keys']): string =>
  keys.map(({ sql }, n) => `, ${sql} AS "k${n}"`).join('')

/** The page as its index gives it: in one statement, unless it is long or its rows are large. */
async function readDirectly<R>(
  reader: Reader,
  request: PageRequest,
  walk: Walk,
  lane: Lane,
): Promise<Found<R>> {
  const { source, keys, limit } = request
  const columns = source.select + keyColumns(keys)
  const pace = new Pace(piece.smallest)
  const read: (R & Placed)[] = []
  const places: Ranked[] = []
  for (let bound = startOf(request, walk); ; bound = boundAfter(walk, read.at(-1))) {
    const size = Math.min(pace.size, limit + 1 - read.length)
    const next = await pace.keep(() => rows<R & Placed>(reader, step(lane, walk, bound, size, columns)))
    read.push(...next)
    places.push(...next.map((row) => ranked(row, keys.length)))
    if (next.length < size || read.length > limit) break
    await setImmediate()
  }
  return { ranked: places.slice(0, limit), rows: read.slice(0, limit), more: place(places, limit) }
}

/** How much is read at once, so that no statement holds the process for long. */
class Pace {
  size: number
  spent = 0

  constructor(size: number) {
    this.size = size
  }

  async keep<T>(work: () => Promise<T>): Promise<T> {
    const started = performance.now()
    const result = await work()
    const milliseconds = performance.now() - started
    this.spent += milliseconds
    if (milliseconds > piece.slow) this.size = Math.max(piece.smallest, Math.floor(this.size / 2))
    else if (milliseconds < piece.quick) this.size = Math.min(piece.largest, this.size * 2)
    return result
  }
}

/** Where the row before number `limit` stands, if there are more than `limit`. */
function place(places: readonly Ranked[], limit: number): Position | undefined {
  const last = places[limit - 1]
  return places.length > limit && last !== undefined ? { ...last, inclusive: false } : undefined
}

/** From where a walk starts: at the position, as far as its index can tell. */
function startOf(request: PageRequest, { key, inOrder }: Walk): Bound | undefined {
  const { position } = request
  if (position === undefined || !inOrder) return undefined
  const [first] = position.keys
  if (key === undefined || first === undefined) return { id: position.id, inclusive: position.inclusive }
  return isOneWay(orderOf(request))
    ? { key: first, id: position.id, inclusive: position.inclusive }
    : { key: first, inclusive: true }
}

interface Bound {
  key?: string | number
  id?: string
  inclusive: boolean
}

function boundAfter({ key }: Walk, row: Placed | undefined): Bound | undefined {
  if (row === undefined) return undefined
  if (key === undefined || row.at === undefined) return { id: row.id, inclusive: false }
  return { key: row.at, id: row.id, inclusive: false }
}

/** One statement: the next `size` rows of a lane after `bound`. */
function step(lane: Lane, walk: Walk, bound: Bound | undefined, size: number, columns: string): Sql {
  const direction = walk.descending ? ' DESC' : ''
  const conditions = [lane.where, ...rangeOf(lane, walk, bound)]
  const values: SqlValue[] = conditions.flatMap((condition) => [...condition.values])
  let where = conditions.map(({ sql }) => sql).join(' AND ')
  if (bound !== undefined) {
    const operator = (walk.descending ? '<' : '>') + (bound.inclusive ? '=' : '')
    const parts: [string, SqlValue][] = []
    if (walk.key !== undefined && bound.key !== undefined) parts.push([walk.key, bound.key])
    if (bound.id !== undefined) parts.push([lane.id, bound.id])
    where += ` AND (${parts.map(([sql]) => sql).join(', ')}) ${operator} (${parts.map(() => '?').join(', ')})`
    values.push(...parts.map(([, value]) => value))
  }
  const by = walk.key === undefined ? [lane.id] : [walk.key, lane.id]
  const at = walk.key === undefined ? '' : `, ${walk.key} AS "at"`
  return {
    sql: `SELECT ${columns}${at} FROM ${lane.from} WHERE ${where} ORDER BY ${by.map((sql) => sql + direction).join(', ')} LIMIT ${size}`,
    values,
  }
}

/** A position stands within the range already: its bound takes the place of the range's, or both would be looked at. */
function rangeOf({ range }: Lane, { descending }: Walk, bound: Bound | undefined): readonly Sql[] {
  if (range === undefined) return []
  const { low, high } = range
  if (bound === undefined) return [...low, ...high]
  return descending ? low : high
}

/** One walk, a piece at a time. */
class Walker {
  readonly ranking: Ranking
  done = false
  readonly #request: PageRequest
  readonly #walk: Walk
  readonly #hit: Sql
  #lane = 0
  #bound: Bound | undefined
  readonly #pace: Pace
  #last: Ranked | undefined

  constructor(request: PageRequest, order: Order, walk: Walk) {
    this.#request = request
    this.#walk = walk
    this.ranking = new Ranking(request.limit + 1, order, request.position)
    this.#bound = startOf(request, walk)
    this.#pace = new Pace(Math.max(piece.smallest, 2 * request.limit))
    this.#hit = {
      sql: walk.conditions.map(({ sql }) => `(${sql})`).join(' AND ') || '1 = 1',
      values: walk.conditions.flatMap(({ values }) => [...values]),
    }
  }

  get spent(): number {
    return this.#pace.spent
  }

  async advance(reader: Reader): Promise<void> {
    const lane = this.#walk.lanes[this.#lane]
    if (lane === undefined) this.done = true
    else await this.#pace.keep(() => this.#readPiece(reader, lane))
  }

  async #readPiece(reader: Reader, lane: Lane): Promise<void> {
    const { keys } = this.#request
    const { size } = this.#pace
    const columns = `${lane.id} AS "id"${keyColumns(keys)}, (${this.#hit.sql}) AS "hit"`
    const { sql, values } = step(lane, this.#walk, this.#bound, size, columns)
    const read = await rows<Placed>(reader, { sql, values: [...this.#hit.values, ...values] })
    for (const row of read) if (row.hit) this.ranking.add(ranked(row, keys.length))
    const last = read.at(-1)
    if (last !== undefined) {
      this.#last = ranked(last, keys.length)
      this.#bound = boundAfter(this.#walk, last)
    }
    if (read.length < size || this.#passedAll()) this.#nextLane()
  }

  /** What follows in this lane stands behind every row that is kept already. */
  #passedAll(): boolean {
    return this.#walk.inOrder && this.#last !== undefined && this.ranking.isBehind(this.#last)
  }

  #nextLane(): void {
    this.#lane += 1
    this.#bound = startOf(this.#request, this.#walk)
    this.#last = undefined
    this.done = this.#lane >= this.#walk.lanes.length
  }

  /** What is certain before the walk has ended: all that stands before the last row it has read. */
  settled(): { ranked: Ranked[]; more: Position } | undefined {
    const last = this.#last
    if (!this.#walk.inOrder || this.#walk.lanes.length !== 1 || last === undefined) return undefined
    if (isOneWay(orderOf(this.#request)))
      return { ranked: this.ranking.best(), more: { ...last, inclusive: false } }
    const before = this.ranking.best().filter((row) => row.keys[0] !== last.keys[0])
    const end = before.at(-1)
    return end === undefined ? undefined : { ranked: before, more: { ...end, inclusive: false } }
  }
}

async function race(
  reader: Reader,
  request: PageRequest,
  order: Order,
  walks: readonly Walk[],
  patience: number,
): Promise<Omit<Found<never>, 'rows'>> {
  const walkers = walks.map((walk) => new Walker(request, order, walk))
  const started = performance.now()
  for (;;) {
    const next = walkers.reduce((least, walker) => (walker.spent < least.spent ? walker : least))
    await next.advance(reader)
    if (next.done) {
      const best = next.ranking.best()
      return { ranked: best.slice(0, request.limit), more: place(best, request.limit) }
    }
    const settled = performance.now() - started > patience ? walkers[0]?.settled() : undefined
    if (settled !== undefined) return settled
    await setImmediate()
  }
}

/** The rows themselves, asked again whether they match: they may have changed since the walk met them. */
async function fetchRows<R>(reader: Reader, request: PageRequest, places: Ranked[]): Promise<R[]> {
  const { source, parts } = request
  const where = [source.all.where, ...parts.map(({ condition }) => condition)]
  const values = where.flatMap((condition) => [...condition.values])
  const byId = new Map<string, R>()
  const pace = new Pace(piece.smallest)
  for (let rest = places; rest.length > 0; ) {
    const ids = rest.slice(0, pace.size).map(({ id }) => id)
    const read = await pace.keep(() =>
      rows<R & { id: string }>(reader, {
        sql: `SELECT ${source.select} FROM ${source.all.from} WHERE ${where.map(({ sql }) => `(${sql})`).join(' AND ')}
          AND ${source.all.id} IN (${ids.map(() => '?').join(', ')})`,
        values: [...values, ...ids],
      }),
    )
    for (const row of read) byId.set(row.id, row)
    rest = rest.slice(ids.length)
    if (rest.length > 0) await setImmediate()
  }
  return places.flatMap(({ id }) => byId.get(id) ?? [])
}

function finish<R>({ backwards }: PageRequest, { ranked: places, rows: found, more }: Found<R>): Page<R> {
  const [first, last] = [places[0], places.at(-1)]
  if (first === undefined || last === undefined) return { rows: [], ends: undefined, more }
  const [start, end] = backwards ? [last, first] : [first, last]
  return {
    rows: backwards ? found.reverse() : found,
    ends: { first: { ...start, inclusive: false }, last: { ...end, inclusive: false } },
    more,
  }
}
