import { type Engine, type Reader, rows, type Sql } from '../db/database.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import type { Position } from '../query/cursor.ts'
import { batchColumns, bestOfBatch } from './best-of-batch.ts'
import { isOneWay, type Order, type Ranked, Ranking } from './order.ts'
import { Pace } from './pace.ts'
import {
  type Bound,
  boundAfter,
  hitOf,
  type IndexRange,
  orderOf,
  type PageRequest,
  type Placed,
  type Plan,
  ranked,
  startOf,
  step,
} from './plans.ts'
import { shortPlans } from './short-plans.ts'

/** Where the row before number `limit` stands, if there are more than `limit`. */
function place(places: readonly Ranked[], limit: number): Position | undefined {
  const last = places[limit - 1]
  return places.length > limit && last !== undefined ? { ...last, inclusive: false } : undefined
}

/** Milliseconds that a race may take before it is worth finding out which walks are short. */
const worthCounting: Record<Engine, number> = { sqlite: 6, postgres: 60 }

/** One walk, a piece at a time. */
class PlanRunner {
  readonly walk: Plan
  readonly ranking: Ranking
  done = false
  readonly #request: PageRequest
  readonly #order: Order
  readonly #hit: Sql
  #lane = 0
  #bound: Bound | undefined
  readonly #pace: Pace
  #last: Ranked | undefined

  constructor(engine: Engine, request: PageRequest, order: Order, walk: Plan) {
    this.#request = request
    this.walk = walk
    this.#order = order
    this.ranking = new Ranking(request.limit + 1, order, request.position)
    this.#bound = startOf(request, walk)
    this.#pace = new Pace(engine, 2 * request.limit)
    this.#hit = hitOf(walk)
  }

  get spent(): number {
    return this.#pace.spent
  }

  async advance(reader: Reader): Promise<void> {
    const lane = this.walk.lanes[this.#lane]
    if (lane === undefined) this.done = true
    else await this.#pace.keep(() => this.#readPiece(reader, lane))
  }

  async #readPiece(reader: Reader, lane: IndexRange): Promise<void> {
    const { keys } = this.#request
    const { size } = this.#pace
    const columns = batchColumns(lane, this.walk, this.#hit, keys)
    const { sql, values } = step(lane, this.walk, this.#bound, size, columns.sql)
    const piece = { sql, values: [...columns.values, ...values], belongs: columns.belongs }
    const best = bestOfBatch(piece, this.walk, this.#order, this.#request.limit + 1, this.#request.position)
    const read = await rows<Placed & { read: number }>(reader, best)
    const last = read.find((row) => row.read > 0)
    for (const row of read) if (row !== last) this.ranking.add(ranked(row, keys.length))
    if (last !== undefined) {
      this.#last = ranked(last, keys.length)
      this.#bound = boundAfter(this.walk, last)
    }
    if ((last?.read ?? 0) < size || this.#passedAll()) this.#nextLane()
  }

  /** What follows in this lane stands behind every row that is kept already. */
  #passedAll(): boolean {
    return this.walk.inOrder && this.#last !== undefined && this.ranking.isBehind(this.#last)
  }

  #nextLane(): void {
    this.#lane += 1
    this.#bound = startOf(this.#request, this.walk)
    this.#last = undefined
    this.done = this.#lane >= this.walk.lanes.length
  }

  /** What is certain before the walk has ended: all that stands before the last row it has read. */
  settled(): { ranked: Ranked[]; more: Position } | undefined {
    const last = this.#last
    if (!this.walk.inOrder || this.walk.lanes.length !== 1 || last === undefined) return undefined
    if (isOneWay(orderOf(this.#request)))
      return { ranked: this.ranking.best(), more: { ...last, inclusive: false } }
    const before = this.ranking.best().filter((row) => row.keys[0] !== last.keys[0])
    const end = before.at(-1)
    return end === undefined ? undefined : { ranked: before, more: { ...end, inclusive: false } }
  }
}

export async function tryPlans(
  reader: Reader,
  request: PageRequest,
  order: Order,
  walks: readonly Plan[],
  patience: number,
): Promise<{ ranked: Ranked[]; more: Position | undefined }> {
  let walkers = walks.map((walk) => new PlanRunner(reader.engine, request, order, walk))
  let isCounted = false
  const started = performance.now()
  for (;;) {
    const next = walkers.reduce((least, walker) => (walker.spent < least.spent ? walker : least))
    await next.advance(reader)
    if (next.done) {
      const best = next.ranking.best()
      return { ranked: best.slice(0, request.limit), more: place(best, request.limit) }
    }
    if (!isCounted && walkers.reduce((all, { spent }) => all + spent, 0) > worthCounting[reader.engine]) {
      isCounted = true
      const short = await shortPlans(reader, walks)
      walkers = walkers.filter(({ walk }) => short.includes(walk))
    }
    const settled = performance.now() - started > patience ? walkers[0]?.settled() : undefined
    if (settled !== undefined) return settled
    await yieldNow()
  }
}
