import type { Actor } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import type { Database, Reader } from '../db/database.ts'
import { readTagNames } from '../db/tag-names.ts'
import { type Answer, ok } from '../http/answer.ts'
import type { ReadContext } from '../http/context.ts'
import type { QueryParameter } from '../http/operation.ts'
import type { List } from '../lists/list.ts'
import type { Restriction } from '../lists/plans.ts'
import {
  byKeys,
  type Grouping,
  type GroupKey,
  type GroupSums,
  type SummedSql,
  shortestWay,
  sumUp,
} from '../lists/sums.ts'
import type { Condition } from '../query/condition.ts'
import { dayStarts, localDay } from '../query/days.ts'
import { describeFilter, exampleFilter } from '../query/fields.ts'
import { parseListRequest } from '../query/paging.ts'
import { refusal } from '../query/refusal.ts'
import { asOfNow, resolveTerms } from '../query/relative.ts'
import { readShape, type Shape } from '../query/shape.ts'
import { isoWeek } from '../query/weeks.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { inNamedWorkspaces, workspaceIds } from './workspaces/named-workspaces.ts'
import { visibleContent } from './workspaces/visible-content.ts'

/** The sums of a list by group. */
export interface Summary {
  list: List
  groupings: Readonly<Record<string, Grouping>>
  /** SQL of the numbers to sum up. */
  sums: Readonly<Record<string, SummedSql>>
  /** The name of the number of records. */
  count: string
  /** The kinds of the records that groups are named after, for `expand`. */
  kinds?: Readonly<Record<string, string>>
  /** Chooses the index to read; the shortest by default. */
  wayTo?: (
    actor: Actor,
    filter: readonly Condition[],
    visible: readonly Restriction[],
    parts: readonly Restriction[],
  ) => Restriction
}

/** A value that is the group. */
export const single = (expression: string): Grouping => ({ expression, keysOf: (value) => [value] })

/** A JSON list of ids: a record belongs to the group of each, or to none. */
export const several = (expression: string): Grouping => ({
  expression,
  keysOf(value) {
    const ids = JSON.parse(String(value)) as string[]
    return ids.length === 0 ? [null] : ids
  },
})

/** A JSON list of tags, without those that are being removed; a merged one counts as its target. */
export const ofTags = (expression: string): Grouping => ({
  expression,
  keysOf(value, { retiredTags }) {
    const ids = (JSON.parse(String(value)) as string[]).flatMap((id) =>
      retiredTags.has(id) ? (retiredTags.get(id) ?? []) : [id],
    )
    return ids.length === 0 ? [null] : [...new Set(ids)]
  },
})

export const weekOfDay = (expression: string): Grouping => ({
  expression,
  keysOf: (day) => [day === null ? null : isoWeek(String(day))],
})

/**
 * The week of a timestamp in the caller's time zone. The statement groups by day in UTC, divided at the times at which
 * days begin in that time zone.
 */
export const weekOfMoment = (column: string): Grouping => ({
  expression({ timeZone }) {
    const parts = dayStarts(timeZone).map(
      (time) => `WHEN substr(${column}, 12, 5) >= '${time}' THEN '${time}'`,
    )
    return `substr(${column}, 1, 11) || CASE ${parts.join(' ')} ELSE '00:00' END`
  },
  keysOf: (moment, { timeZone }) => [
    moment === null ? null : isoWeek(localDay(timeZone, Date.parse(`${moment}:00Z`))),
  ],
})

export const mostGroupings = 2

/** The names of the figures of each group. */
const figuresOf = ({ count, sums }: Summary): string[] => [count, ...Object.keys(sums)]

/** The parameters of a summary. */
export function summaryQuery(summary: Summary): Readonly<Record<string, QueryParameter>> {
  const { list, groupings } = summary
  const names = Object.keys(groupings)
  return {
    groupBy: {
      sentence: `One or two of ${names.map((name) => `\`${name}\``).join(', ')}, joined by a comma. Without it, only the total is returned.`,
      schema: { type: 'string' },
      example: names[0],
    },
    filter: {
      sentence: describeFilter(list.filter),
      schema: { type: 'string', maxLength: 8192 },
      example: exampleFilter(list.filter),
    },
    workspaceIds,
    fields: {
      sentence: `A comma-separated list of the figures to compute and send: ${figuresOf(summary)
        .map((name) => `\`${name}\``)
        .join(', ')}. By default, all.`,
      schema: { type: 'string' },
      example: summary.count,
    },
    expand: {
      sentence: '`names` adds the names of the records that groups refer to.',
      schema: { type: 'string', enum: ['names'] },
    },
  }
}

export const namesSchema: JsonSchema = {
  type: 'object',
  additionalProperties: { type: 'string' },
  description: 'With `expand=names`: the names of the records, by id, as far as you may see them.',
}

export function summarySchema(
  summary: Summary,
  sums: Record<string, JsonSchema>,
  key: JsonSchema & { description: string },
): JsonSchema {
  return {
    type: 'object',
    additionalProperties: false,
    required: ['groupBy', 'groups', 'total', 'links'],
    properties: {
      groupBy: {
        type: ['string', 'null'],
        description: `The requested grouping: ${Object.keys(summary.groupings).join(', ')}, or two of them.`,
      },
      groups: {
        type: 'array',
        description: 'In ascending order of `group` and `subgroup`.',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['group', ...Object.keys(sums)],
          properties: {
            group: key,
            subgroup: { ...key, description: 'The value of the second grouping, if there are two.' },
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
      names: namesSchema,
      links: { type: 'object', additionalProperties: false, description: 'Always empty: there is one page.' },
    },
  }
}

/** The names in `groupBy`; undefined if there are others among them, or too many. */
export function parseGroupings(text: string, known: readonly string[], most: number): string[] | undefined {
  const names = text === '' ? [] : text.split(',').map((name) => name.trim())
  const isKnown = names.every((name) => known.includes(name)) && new Set(names).size === names.length
  return isKnown && names.length <= most ? names : undefined
}

/** The names in `groupBy`; throws for others. */
export function readGroupings(text: string | undefined, known: readonly string[], most: number): string[] {
  const names = parseGroupings(text ?? '', known, most)
  if (names !== undefined) return names
  const detail = `The parameter groupBy takes ${most === 1 ? 'one' : 'one or two'} of ${known.join(', ')}.`
  throw problem('invalid_request', detail, { faults: [{ parameter: 'groupBy', detail }] })
}

/** The filter of the request, with relative values resolved for the caller. */
export function readConditions(ctx: ReadContext, list: List): Condition[] {
  const { filter } = parseListRequest({ filter: ctx.query['filter'] ?? [] }, [], list.filter)
  return resolveTerms(filter, ctx.actor, asOfNow(ctx.actor))
}

/** Responds with the sums of the records that the caller may see, "exact", as of one moment. */
export async function summarize(ctx: ReadContext, db: Database, summary: Summary): Promise<Answer> {
  const names = readGroupings(ctx.parameter('groupBy'), Object.keys(summary.groupings), mostGroupings)
  const filter = readConditions(ctx, summary.list)
  const named = inNamedWorkspaces(ctx, summary.list)
  const { fields = figuresOf(summary), expandNames } = readSummaryShape(ctx, summary)
  const sums = Object.fromEntries(Object.entries(summary.sums).filter(([name]) => fields.includes(name)))
  const { groups, total } = await db.snapshot(async (reader) => {
    const visible = [...named, ...(await visibleContent(reader, ctx.actor, summary.list))]
    return sumsOf(reader, ctx, { ...summary, sums }, names, filter, visible)
  })
  const references = names.flatMap((name, n) =>
    groups.flatMap(({ keys }) => referenceTo(summary, name, keys[n])),
  )
  const shown = (found: GroupSums): object => ({
    ...(fields.includes(summary.count) && { [summary.count]: found.count }),
    ...found.sums,
  })
  return ok({
    groupBy: names.length === 0 ? null : names.join(','),
    groups:
      names.length === 0
        ? []
        : groups.map(({ keys: [group, subgroup], ...sums }) => ({
            group,
            ...(subgroup !== undefined && { subgroup }),
            ...shown({ keys: [], ...sums }),
          })),
    total: shown(total),
    ...(expandNames && { names: await ctx.site.readNames(ctx.db, ctx.actor, references) }),
    links: {},
  })
}

/** The record that a group refers to, if any. */
export function referenceTo(
  { kinds = {} }: Summary,
  name: string,
  key: GroupKey | undefined,
): { kind: string; id: string }[] {
  const kind = kinds[name]
  return kind === undefined || typeof key !== 'string' ? [] : [{ kind, id: key }]
}

function readSummaryShape(ctx: ReadContext, summary: Summary): Shape {
  const { shape, refused } = readShape(ctx.parameter('fields'), ctx.parameter('expand'), figuresOf(summary))
  if (refused.length > 0) throw refusal(refused)
  return shape
}

/** The sums by these groupings of the records that meet `visible` and the filter. */
export async function sumsOf(
  reader: Reader,
  { actor, gone }: Pick<ReadContext, 'actor' | 'gone'>,
  { list, groupings, sums, wayTo }: Summary,
  names: readonly string[],
  filter: readonly Condition[],
  visible: readonly Restriction[],
): Promise<{ groups: GroupSums[]; total: GroupSums }> {
  const parts = [...visible, ...(await list.restrictions(reader, actor, filter))]
  const way = wayTo?.(actor, filter, visible, parts) ?? (await shortestWay(reader, parts, list.whole(actor)))
  const chosen = names.flatMap((name) => groupings[name] ?? [])
  const retiredTags = names.includes('tag') ? await readRetired(reader, actor) : new Map()
  const asked = { ...asOfNow(actor), retiredTags }
  const found = await sumUp(reader, { groupings: chosen, sums, asked }, way, parts, gone)
  return names.includes('tag')
    ? { ...found, groups: await withTagNames(reader, actor, names, found.groups) }
    : found
}

async function readRetired(
  reader: Reader,
  { companyNo }: Actor,
): Promise<ReadonlyMap<string, string | null>> {
  const retired = await reader.query
    .selectFrom('tags')
    .select(['id', 'mergedInto'])
    .where('companyNo', '=', companyNo)
    .where('deletedAt', 'is not', null)
    .execute()
  return new Map(retired.map(({ id, mergedInto }) => [id, mergedInto]))
}

/** Filters know tags by name. */
async function withTagNames(
  reader: Reader,
  { companyNo }: Actor,
  names: readonly string[],
  groups: readonly GroupSums[],
): Promise<GroupSums[]> {
  const n = names.indexOf('tag')
  const ids = groups.flatMap(({ keys }) => (typeof keys[n] === 'string' ? [keys[n]] : []))
  const known = await readTagNames(reader, companyNo, ids)
  const named = groups.map((group) => {
    const key = group.keys[n] ?? null
    return { ...group, keys: group.keys.with(n, known.get(String(key))?.tagName ?? key) }
  })
  return named.sort(byKeys)
}
