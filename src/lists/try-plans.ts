import { clock } from '../base/clock.ts'
import { type Engine, type Reader, rows, type Sql } from '../db/database.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import type { Position } from '../query/cursor.ts'
import { nextBatch } from './batches.ts'
import { batchColumns, bestOfBatch } from './best-of-batch.ts'
import { isOneWay, type Ranked, Ranking, type SortOrder } from './order.ts'
import { Pace } from './pace.ts'
import {
  allOf,
  boundAfter,
  type IndexRange,
  type KeyBound,
  type KeyedRow,
  orderOf,
  type PageRequest,
  type Plan,
  ranked,
  startOf,
} from './plans.ts'
import { shortPlans } from './short-plans.ts'

/** A page of the rows found, and the position of its last row if more follow. */
export function pageOf(
  found: readonly Ranked[],
  limit: number,
): { ranked: Ranked[]; more: Position | undefined } {
  const last = found[limit - 1]
  const more = found.length > limit && last !== undefined ? { ...last, inclusive: false } : undefined
  return { ranked: found.slice(0, limit), more }
}

/** Milliseconds that plans run before it pays off to find out which of them are short. */
const worthCounting: Record<Engine, number> = { sqlite: 6, postgres: 60 }

/** Runs one plan, a batch at a time. */
class PlanRunner {
  readonly plan: Plan
  readonly ranking: Ranking
  done = false
  readonly #request: PageRequest
  readonly #order: SortOrder
  readonly #hit: Sql
  #rangeIndex = 0
  #bound: KeyBound | undefined
  readonly #pace: Pace
  #last: Ranked | undefined

  constructor(engine: Engine, request: PageRequest, order: SortOrder, plan: Plan) {
    this.#request = request
    this.plan = plan
    this.#order = order
    this.ranking = new Ranking(request.limit + 1, order, request.position)
    this.#bound = startOf(request, plan)
    this.#pace = new Pace(engine, 2 * request.limit)
    this.#hit = allOf(plan.conditions)
  }

  get spent(): number {
    return this.#pace.spent
  }

  async advance(reader: Reader): Promise<void> {
    const range = this.plan.indexRanges[this.#rangeIndex]
    if (range === undefined) this.done = true
    else await this.#pace.keep(() => this.#readBatch(reader, range))
  }

  async #readBatch(reader: Reader, range: IndexRange): Promise<void> {
    const { keys, limit, position } = this.#request
    const { size } = this.#pace
    const selected = batchColumns(range, this.plan, this.#hit, keys)
    const batch = nextBatch(range, this.plan, this.#bound, size, selected.columns)
    const best = bestOfBatch(batch, selected, this.plan, this.#order, limit + 1, position)
    const read = await rows<KeyedRow & { read: number }>(reader, best)
    const last = read.find((row) => row.read > 0)
    for (const row of read) if (row !== last) this.ranking.add(ranked(row, keys.length))
    if (last !== undefined) {
      this.#last = ranked(last, keys.length)
      this.#bound = boundAfter(this.plan, last)
    }
    if ((last?.read ?? 0) < size || this.#isPastPage()) this.#nextRange()
  }

  /** Whether the rest of this range comes after every row found so far. */
  #isPastPage(): boolean {
    return this.plan.inOrder && this.#last !== undefined && this.ranking.isBehind(this.#last)
  }

  #nextRange(): void {
    this.#rangeIndex += 1
    this.#bound = startOf(this.#request, this.plan)
    this.#last = undefined
    this.done = this.#rangeIndex >= this.plan.indexRanges.length
  }

  /** The rows that are certain before the plan has ended: everything before the last row it has read. */
  certainSoFar(): { ranked: Ranked[]; more: Position } | undefined {
    const last = this.#last
    if (!this.plan.inOrder || this.plan.indexRanges.length !== 1 || last === undefined) return undefined
    if (isOneWay(orderOf(this.#request)))
      return { ranked: this.ranking.best(), more: { ...last, inclusive: false } }
    const before = this.ranking.best().filter((row) => row.keys[0] !== last.keys[0])
    const end = before.at(-1)
    return end === undefined ? undefined : { ranked: before, more: { ...end, inclusive: false } }
  }
}

/** Runs the plans in turn, a batch each, until one has found the page. */
export async function tryPlans(
  reader: Reader,
  request: PageRequest,
  order: SortOrder,
  plans: readonly Plan[],
  patience: number,
): Promise<{ ranked: Ranked[]; more: Position | undefined }> {
  let runners = plans.map((plan) => new PlanRunner(reader.engine, request, order, plan))
  let isCounted = false
  const started = clock.ticks()
  for (;;) {
    const next = runners.reduce((least, runner) => (runner.spent < least.spent ? runner : least))
    await next.advance(reader)
    if (next.done) return pageOf(next.ranking.best(), request.limit)
    if (!isCounted && runners.reduce((all, { spent }) => all + spent, 0) > worthCounting[reader.engine]) {
      isCounted = true
      const short = await shortPlans(reader, plans)
      runners = runners.filter(({ plan }) => short.includes(plan))
    }
    const certain = clock.ticks() - started > patience ? runners[0]?.certainSoFar() : undefined
    if (certain !== undefined) return certain
    await yieldNow()
  }
}
