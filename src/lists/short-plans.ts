import { type Reader, rows } from '../db/database.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import { type IndexRange, type Plan, step } from './plans.ts'

/** How many entries of a walk are counted at most, one after another: what the first tells is enough for most. */
const counted = [1_024, 4_096, 16_384]

/** A walk is left when another is so many times as short: what a row costs differs by less. */
const muchShorter = 3

/** So many lanes are counted before others have a turn. */
const lanesAtOnce = 8

/**
 * The walks that are worth going on with. One that is not in the order of the list has to be gone to its end, so of
 * those only the short ones can be first there. To count entries of an index costs a small part of reading rows.
 */
export async function shortPlans(reader: Reader, walks: readonly Plan[]): Promise<readonly Plan[]> {
  const toTheEnd = walks.filter(({ inOrder }) => !inOrder)
  if (toTheEnd.length < 2) return walks
  for (const most of counted) {
    const sizes = new Map<Plan, number>()
    for (const walk of toTheEnd) {
      sizes.set(walk, await sizeOf(reader, walk, most))
      await yieldNow()
    }
    const short = Math.min(...sizes.values()) * muchShorter
    if (short <= most) return walks.filter((walk) => (sizes.get(walk) ?? 0) <= short)
  }
  return walks
}

async function sizeOf(reader: Reader, walk: Plan, most: number): Promise<number> {
  let size = 0
  for (const [n, lane] of walk.lanes.entries()) {
    if (size >= most) break
    if (n % lanesAtOnce === lanesAtOnce - 1) await yieldNow()
    // As many of each lane, though fewer would do: so all lanes of a kind have one text, which is prepared once.
    const { sql, values } = step(entriesOf(lane), walk, undefined, most, '1 AS "one"')
    const [found] = await rows<{ size: number }>(reader, {
      sql: `SELECT CAST(COUNT(*) AS integer) AS "size" FROM (${sql}) e`,
      values,
    })
    size += found?.size ?? 0
  }
  return size
}

const entriesOf = (lane: IndexRange): IndexRange =>
  lane.entries === undefined ? lane : { ...lane, ...lane.entries }
