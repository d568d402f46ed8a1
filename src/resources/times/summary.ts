import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Database, Reader } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { Restriction } from '../../lists/plans.ts'
import type { Condition } from '../../query/condition.ts'
import { describeFilter, exampleFilter } from '../../query/fields.ts'
import { parseListRequest } from '../../query/paging.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import { visibleContent } from '../workspaces/visible-content.ts'
import { throughDays } from './days.ts'
import { type Group, groupings, isGrouping, isoWeek, type Sums, sumUp } from './sums.ts'
import { times } from './time.ts'

const sums: Record<string, JsonSchema> = {
  minutes: { type: 'integer', description: 'The sum of the minutes.' },
  billableMinutes: { type: 'integer', description: 'The sum of the billable minutes.' },
  entries: { type: 'integer', description: 'The number of entries.' },
}

const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['groupBy', 'groups', 'total'],
  properties: {
    groupBy: { type: ['string', 'null'], enum: [...groupings, null], description: 'The requested grouping.' },
    groups: {
      type: 'array',
      description: 'In ascending order of `group`.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['group', ...Object.keys(sums)],
        properties: {
          group: {
            type: ['string', 'boolean', 'null'],
            description:
              'The common value of the entries: a userHash, the id of a workspace, the id of a task or null, a day, a week (`2026-W07`, ISO 8601), a month (`2026-02`), or whether they are billable.',
          },
          ...sums,
        },
      },
    },
    total: {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(sums),
      properties: sums,
    },
  },
}

export function timeSummaryRoutes(api: Api, db: Database): void {
  api.get(
    '/v1/times/summary',
    {
      summary: 'Sums up the time entries of your workspaces by group; for company admins, of all.',
      needs: 'Anyone who is signed in; counts their workspaces only.',
      query: {
        groupBy: {
          sentence: 'What to group by. Without it, only the total is returned.',
          schema: { type: 'string', enum: groupings },
          example: groupings[0],
        },
        filter: {
          sentence: describeFilter(times.filter),
          schema: { type: 'string', maxLength: 8192 },
          example: exampleFilter(times.filter),
        },
      },
      answer: { ok: schema, sentence: 'The sums of all matching entries, as of one moment.' },
      problems: ['invalid_filter'],
      heavy: true,
    },
    async (ctx) => {
      const groupBy = ctx.parameter('groupBy')
      const { filter } = parseListRequest({ filter: ctx.query['filter'] ?? [] }, [], times.filter)
      if (groupBy !== undefined && !isGrouping(groupBy)) {
        const detail = `The parameter groupBy must be one of ${groupings.join(', ')}.`
        throw problem('invalid_request', detail, { faults: [{ parameter: 'groupBy', detail }] })
      }
      const { actor, gone } = ctx
      const read = async (reader: Reader): Promise<Group[]> => {
        const visible = await visibleContent(reader, actor, times)
        const parts = [...visible, ...(await times.restrictions(reader, actor, filter))]
        return sumUp(reader, groupBy, wayTo(actor, filter, visible, parts), parts, gone)
      }
      const groups = await db.snapshot(read)
      const shown = groupBy === undefined ? [] : listed(groupBy, groups)
      return ok({ groupBy: groupBy ?? null, groups: shown, total: totalOf(groups) })
    },
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

function listed(groupBy: string, groups: readonly Group[]): Group[] {
  const joined = new Map<Group['group'], Group>()
  for (const each of groups) {
    const group = groupBy === 'week' ? isoWeek(String(each.group)) : each.group
    joined.set(group, added({ ...each, group }, joined.get(group)))
  }
  // Entries without a task come last.
  return [...joined.values()].sort((one, other) =>
    one.group === null ? 1 : other.group === null ? -1 : String(one.group) < String(other.group) ? -1 : 1,
  )
}

function added<T extends Sums>(one: T, other: Sums | undefined): T {
  return {
    ...one,
    minutes: one.minutes + (other?.minutes ?? 0),
    billableMinutes: one.billableMinutes + (other?.billableMinutes ?? 0),
    entries: one.entries + (other?.entries ?? 0),
  }
}

function totalOf(groups: readonly Group[]): Sums {
  const none: Sums = { minutes: 0, billableMinutes: 0, entries: 0 }
  return groups.reduce(
    (total, { minutes, billableMinutes, entries }) => added({ minutes, billableMinutes, entries }, total),
    none,
  )
}
