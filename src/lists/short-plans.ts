import { type Reader, rows } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import { nextBatch } from './batches.ts'
import { type IndexRange, keyOf, type Plan } from './plans.ts'

/** The most entries of a plan to count, by round: the first round is enough for most. */
const counted = [1_024, 4_096, 16_384]

/** A plan is dropped if another has this many times fewer entries: the cost per row varies by less. */
const muchShorter = 3

/** Index ranges to count before other requests get a turn. */
const rangesAtOnce = 8

/**
 * The plans worth continuing. A plan that is not in the order of the list must be read to its end, so among those only
 * the short ones can finish first. Counting entries of an index costs a fraction of reading rows.
 */
export async function shortPlans(reader: Reader, plans: readonly Plan[]): Promise<readonly Plan[]> {
  const toTheEnd = plans.filter(({ inOrder }) => !inOrder)
  if (toTheEnd.length < 2) return plans
  for (const most of counted) {
    const sizes = new Map<Plan, number>()
    for (const plan of toTheEnd) {
      sizes.set(plan, await sizeOf(reader, plan.indexRanges, most))
      await yieldNow()
    }
    const short = Math.min(...sizes.values()) * muchShorter
    if (short <= most) return plans.filter((plan) => (sizes.get(plan) ?? 0) <= short)
  }
  return plans
}

/** Only the order of a plan matters here. */
const inAnyOrder = {
  indexRanges: [],
  conditions: [],
  likely: false,
  key: undefined,
  descending: false,
  inOrder: false,
}

/** The number of entries in index ranges, counted up to `most` or a little further. */
export async function sizeOf(
  reader: Reader,
  indexRanges: readonly IndexRange[],
  most: number,
): Promise<number> {
  let size = 0
  for (const [n, range] of indexRanges.entries()) {
    if (size >= most) break
    if (n % rangesAtOnce === rangesAtOnce - 1) await yieldNow()
    // The same limit for each range, though a smaller one would do: so they share one prepared statement.
    const entries = nextBatch(
      entriesOf(range),
      { ...inAnyOrder, key: keyOf(range) },
      undefined,
      most,
      sql`1 AS "one"`,
    )
    const [found] = await rows<{ size: number }>(
      reader,
      sql`SELECT CAST(COUNT(*) AS integer) AS "size" FROM (${entries}) e`,
    )
    size += found?.size ?? 0
  }
  return size
}

const entriesOf = (range: IndexRange): IndexRange =>
  range.entries === undefined ? range : { ...range, ...range.entries }
