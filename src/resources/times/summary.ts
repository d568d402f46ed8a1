import type { Actor } from '../../base/actor.ts'
import type { Database } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import type { Api } from '../../http/api.ts'
import type { Restriction } from '../../lists/plans.ts'
import type { Condition } from '../../query/condition.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { type Summary, single, summarize, summaryQuery, summarySchema, weekOfDay } from '../summaries.ts'
import { throughDays } from './days.ts'
import { times } from './time.ts'

export const timeSummary: Summary = {
  list: times,
  groupings: {
    user: single('t."userHash"'),
    workspace: single('t."workspaceId"'),
    task: single('t."taskId"'),
    date: single('t."date"'),
    week: weekOfDay('t."date"'),
    month: single('substr(t."date", 1, 7)'),
    // SQLite has 0 and 1 for it.
    billable: { expression: 't."billable"', keysOf: (value) => [Boolean(value)] },
  },
  sums: {
    minutes: 't."minutes"',
    billableMinutes: 'CASE WHEN t."billable" THEN t."minutes" ELSE 0 END',
  },
  count: 'entries',
  kinds: { user: 'user', workspace: 'workspace', task: 'task' },
  wayTo,
}

const schema = (): JsonSchema =>
  summarySchema(
    timeSummary,
    {
      minutes: { type: 'integer', description: 'The sum of the minutes.' },
      billableMinutes: { type: 'integer', description: 'The sum of the billable minutes.' },
      entries: { type: 'integer', description: 'The number of entries.' },
    },
    {
      type: ['string', 'boolean', 'null'],
      description:
        'The common value of the entries: a userHash, the id of a workspace, the id of a task or null, a day, a week (`2026-W07`, ISO 8601), a month (`2026-02`), or whether they are billable.',
    },
  )

export function timeSummaryRoutes(api: Api, db: Database): void {
  api.get(
    '/v1/times/summary',
    {
      summary: 'Sums up the time entries of your workspaces by group; for company admins, of all.',
      needs: 'Anyone who is signed in; counts their workspaces only.',
      query: summaryQuery(timeSummary),
      answer: {
        ok: schema(),
        sentence: 'The sums of all matching entries, as of one moment.',
        replica: true,
      },
      problems: ['invalid_filter'],
      heavy: true,
    },
    (ctx) => summarize(ctx, db, timeSummary),
  )
}

/** Picks the index that most likely reads the fewest entries, judging by the filter. */
function wayTo(
  actor: Actor,
  filter: readonly Condition[],
  visible: readonly Restriction[],
  parts: readonly Restriction[],
): Restriction {
  const equal = (name: string): Restriction[] =>
    filter
      .filter(({ field, operator }) => field === name && operator === '=')
      .map(({ value }) => times.where(actor, name, value))
  const [best] = [
    ...['externalId', 'taskId', 'userHash'].flatMap(equal),
    ...throughDays([...equal('workspaceId'), ...visible], filter),
    ...parts.filter(({ condition }) => condition.sql.includes('"date"')),
    ...parts.filter(({ condition }) => condition.sql.includes('"createdAt"')),
  ].filter(({ indexRanges }) => indexRanges !== undefined)
  return best ?? { condition: sql`1 = 1`, indexRanges: [times.whole(actor)] }
}
