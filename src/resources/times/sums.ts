import { problem } from '../../base/errors.ts'
import { type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { yieldNow } from '../../fairness/scheduler.ts'
import { nextBatch } from '../../lists/batches.ts'
import { longPace } from '../../lists/pace.ts'
import { allOf, type IndexRange, type KeyBound, type Plan, type Restriction } from '../../lists/plans.ts'

/** SQL expressions to group by. Weeks are summed up from days. */
const grouped = {
  user: 't."userHash"',
  workspace: 't."workspaceId"',
  task: 't."taskId"',
  date: 't."date"',
  week: 't."date"',
  month: 'substr(t."date", 1, 7)',
  billable: 't."billable"',
} as const

type Grouping = keyof typeof grouped

export const groupings = Object.keys(grouped) as Grouping[]

export const isGrouping = (text: string): text is Grouping => Object.hasOwn(grouped, text)

export interface Sums {
  minutes: number
  billableMinutes: number
  entries: number
}

export interface Group extends Sums {
  group: string | boolean | null
}

/** The most groups in a response, and in memory. */
const mostGroups = 10_000

/** The most entries that one statement sums up; other requests get a turn between statements. */
const mostAtOnce = 32_768

interface Piece extends Sums {
  group: string | number | boolean | null
  hit: boolean
  end: string
}

/** Sums up the entries that meet all of `parts`, in batches along the index ranges of `way`. */
export async function sumUp(
  reader: Reader,
  by: Grouping | undefined,
  way: Restriction,
  parts: readonly Restriction[],
  gone?: AbortSignal,
): Promise<Group[]> {
  const groups = new Map<Group['group'], Group>()
  const pace = longPace(reader.engine, mostAtOnce)
  for (const indexRange of way.indexRanges ?? [])
    for (let bound: KeyBound | undefined; ; ) {
      const { size } = pace
      const read = await pace.keep(() =>
        rows<Piece>(reader, pieceOf(indexRange, bound, size, by === undefined ? "''" : grouped[by], parts)),
      )
      for (const each of read) if (each.hit) add(groups, by, each)
      if (groups.size > mostGroups) throw tooMany()
      if (read.reduce((count, { entries }) => count + entries, 0) < size) break
      bound = boundAt(indexRange, read)
      await yieldNow()
      gone?.throwIfAborted()
    }
  return [...groups.values()]
}

const isByDate = ({ range }: IndexRange): boolean => range?.key === 't."date"'

function pieceOf(
  indexRange: IndexRange,
  bound: KeyBound | undefined,
  size: number,
  group: string,
  parts: readonly Restriction[],
) {
  const plan: Plan = {
    indexRanges: [indexRange],
    conditions: [],
    key: isByDate(indexRange) ? indexRange.range?.key : undefined,
    descending: false,
    inOrder: true,
    likely: false,
  }
  const hit = allOf(parts.map(({ condition }) => condition))
  // Dates all have the same length, so the concatenated text sorts like the index.
  const end = isByDate(indexRange) ? sql`t."date" || t."id"` : sql`t."id"`
  const columns = sql`${sql.raw(group)} AS "group", t."minutes" AS "m", t."billable" AS "b", (${hit}) AS "hit", ${end} AS "end"`
  return sql`SELECT p."group", p."hit", count(*) AS "entries", CAST(sum(p."m") AS bigint) AS "minutes",
    CAST(sum(CASE WHEN p."b" THEN p."m" ELSE 0 END) AS bigint) AS "billableMinutes", max(p."end") AS "end"
    FROM (${nextBatch(indexRange, plan, bound, size, columns)}) p GROUP BY p."group", p."hit"`
}

function boundAt(indexRange: IndexRange, read: readonly Piece[]): KeyBound {
  const [last = ''] = read
    .map(({ end }) => end)
    .sort()
    .reverse()
  return isByDate(indexRange)
    ? { key: last.slice(0, 10), id: last.slice(10), inclusive: false }
    : { id: last, inclusive: false }
}

function add(
  groups: Map<Group['group'], Group>,
  by: Grouping | undefined,
  { group: found, ...sums }: Piece,
): void {
  const group = by === 'billable' ? Boolean(found) : found === null ? null : String(found)
  const before = groups.get(group)
  groups.set(group, {
    group,
    minutes: sums.minutes + (before?.minutes ?? 0),
    billableMinutes: sums.billableMinutes + (before?.billableMinutes ?? 0),
    entries: sums.entries + (before?.entries ?? 0),
  })
}

function tooMany(): Error {
  const detail = `There are more than ${mostGroups.toLocaleString('en')} groups. Narrow the filter.`
  return problem('invalid_request', detail, { faults: [{ parameter: 'filter', detail }] })
}

const dayLength = 86_400_000

/** The ISO 8601 week of a date: it begins on Monday and belongs to the year of its Thursday. */
export function isoWeek(date: string): string {
  const day = new Date(`${date}T00:00:00Z`)
  const thursday = new Date(day.getTime() + (3 - ((day.getUTCDay() + 6) % 7)) * dayLength)
  const year = thursday.getUTCFullYear()
  const first = new Date(`${String(year).padStart(4, '0')}-01-01T00:00:00Z`).getTime()
  const week = 1 + Math.floor((thursday.getTime() - first) / (7 * dayLength))
  return `${String(year).padStart(4, '0')}-W${String(week).padStart(2, '0')}`
}
