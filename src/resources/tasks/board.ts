import { invalid, problem } from '../../base/errors.ts'
import { type Database, type Reader, rows } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { ok } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext } from '../../http/context.ts'
import { readList } from '../../lists/read-list.ts'
import type { GroupKey, GroupSums } from '../../lists/sums.ts'
import { describeFilter, exampleFilter } from '../../query/fields.ts'
import type { Links } from '../../query/links.ts'
import { limitAsked } from '../../query/paging.ts'
import { refusal } from '../../query/refusal.ts'
import { readShape, type Shape } from '../../query/shape.ts'
import { idPattern, type JsonSchema } from '../../schema/json-schema.ts'
import type { Representation } from '../../schema/present.ts'
import { type TaskRow, task, taskStatuses } from '../../schema/records/task.ts'
import { namesSchema, readConditions, readGroupings, referenceTo, sumsOf } from '../summaries.ts'
import { enterWorkspace, type FoundWorkspace } from '../workspaces/workspace.ts'
import { taskSummary, taskSums } from './summary.ts'
import { presentTasks, tasks, tasksInOrder } from './task.ts'

/** The fields that a board can be grouped by, and the field of a filter for one group. */
const columnFields = {
  stage: 'stageId',
  status: 'status',
  assignee: 'assignees',
  tasklist: 'tasklistId',
  milestone: 'milestoneId',
  priority: 'priority',
} as const

type Column = keyof typeof columnFields

const columnNames = Object.keys(columnFields) as Column[]

/** The most groups of a board. */
const mostGroups = 100
const defaultLimit = 30
const greatestLimit = 100

const schema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['groupBy', 'groups', 'total', 'links'],
  properties: {
    groupBy: { type: 'string', enum: columnNames, description: 'The requested grouping.' },
    groups: {
      type: 'array',
      description:
        'Stages in their order, all statuses and priorities, or the other groups that have tasks; tasks without a value last.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['group', ...Object.keys(taskSums), 'items', 'links'],
        properties: {
          group: { type: ['string', 'integer', 'null'], description: 'The common value of its tasks.' },
          ...taskSums,
          items: {
            type: 'array',
            description: 'Its first tasks by rank.',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['id', 'permalink', 'details'],
              properties: {
                id: { type: 'string', pattern: idPattern, description: 'The hash of the task.' },
                permalink: { type: 'string', format: 'uri', description: 'The address of the task’s page.' },
                details: {
                  type: 'object',
                  description: 'The fields of the task, or those that `fields` names.',
                },
              },
            },
          },
          links: {
            type: 'object',
            additionalProperties: false,
            properties: {
              next: { type: 'string', description: 'The next page of tasks in this group.' },
            },
          },
        },
      },
    },
    total: {
      type: 'object',
      additionalProperties: false,
      required: Object.keys(taskSums),
      properties: taskSums,
    },
    names: namesSchema,
    links: { type: 'object', additionalProperties: false, description: 'Always empty: there is one page.' },
  },
}

const members = Object.keys(task.fields)

export function boardRoutes(api: Api, db: Database): void {
  api.get(
    '/v1/workspaces/:workspaceId/board',
    {
      summary: 'Shows the tasks of a workspace as a board: groups with their counts and their first tasks.',
      needs: 'A member of the workspace.',
      query: {
        groupBy: {
          sentence: 'The columns of the board.',
          schema: { type: 'string', enum: columnNames, default: 'stage' },
          example: 'stage',
        },
        limit: {
          sentence: 'The number of tasks in each group.',
          schema: { type: 'integer', minimum: 1, maximum: greatestLimit, default: defaultLimit },
        },
        filter: {
          sentence: describeFilter(tasks.filter),
          schema: { type: 'string', maxLength: 8192 },
          example: exampleFilter(tasks.filter),
        },
        fields: {
          sentence: `The members of \`details\` to send, joined by commas: ${members.join(', ')}.`,
          schema: { type: 'string' },
          example: 'title,status,dueDate,assignees',
        },
        expand: {
          sentence: '`names` adds the names of the records that tasks and groups name.',
          schema: { type: 'string', enum: ['names'] },
        },
      },
      answer: { ok: schema, sentence: 'The board. Counts and sums are exact.', replica: true },
      problems: ['invalid_filter'],
      heavy: true,
    },
    async (ctx) => {
      const [by = 'stage'] = readGroupings(ctx.parameter('groupBy'), columnNames, 1) as Column[]
      const limit = readLimit(ctx)
      const { shape, refused } = readShape(ctx.parameter('fields'), ctx.parameter('expand'), members)
      if (refused.length > 0) throw refusal(refused)
      const filter = readConditions(ctx, tasks)
      const workspace = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      const inside = [tasks.where(ctx.actor, 'workspaceId', workspace.id)]
      const [sums, known] = await Promise.all([
        db.snapshot((reader) => sumsOf(reader, ctx, taskSummary, [by], filter, inside)),
        knownGroups(ctx.db, workspace, by),
      ])
      const groups = inOrder(known, sums.groups)
      if (groups.length > mostGroups) throw tooMany()
      const columns = await Promise.all(
        groups.map(async (group) => ({
          group,
          ...(await firstTasks(ctx, workspace, by, group, limit, shape)),
        })),
      )
      const references = columns.flatMap(({ group, shown }) => [
        ...referenceTo(taskSummary, by, group.keys[0]),
        ...shown.flatMap((each) => [...each.references()]),
      ])
      return ok({
        groupBy: by,
        groups: columns.map(({ group, shown, links }) => ({
          group: group.keys[0] ?? null,
          count: group.count,
          ...group.sums,
          items: shown.map(({ record }) => record),
          links: links.next === undefined ? {} : { next: links.next },
        })),
        total: { count: sums.total.count, ...sums.total.sums },
        ...(shape.expandNames && { names: await ctx.site.readNames(ctx.db, ctx.actor, references) }),
        links: {},
      })
    },
  )
}

function readLimit(ctx: ReadContext): number {
  const text = ctx.parameter('limit')
  const limit = text === undefined ? defaultLimit : limitAsked({ limit: [text] })
  if (limit >= 1 && limit <= greatestLimit) return limit
  const detail = `limit must be a whole number from 1 to ${greatestLimit}.`
  throw problem('invalid_request', detail, { faults: [{ parameter: 'limit', detail }] })
}

/** The groups that a board shows even if they have no tasks, in their order. */
async function knownGroups(
  reader: Reader,
  { companyNo, id, hasStages }: FoundWorkspace,
  by: Column,
): Promise<readonly GroupKey[]> {
  if (by === 'status') return taskStatuses
  if (by === 'priority') return [1, 2, 3, 4, 5]
  if (by !== 'stage' || !hasStages) return []
  const found = await rows<{ id: string }>(
    reader,
    sql`SELECT "id" FROM "stages" WHERE "companyNo" = ${companyNo} AND "workspaceId" = ${id}
      ORDER BY "rankKey", "id" LIMIT ${mostGroups + 1}`,
  )
  return found.map((stage) => stage.id)
}

function inOrder(known: readonly GroupKey[], found: readonly GroupSums[]): GroupSums[] {
  const byKey = new Map(found.map((group) => [group.keys[0] ?? null, group]))
  const none = Object.fromEntries(Object.keys(taskSummary.sums).map((name) => [name, 0]))
  const first = known.map((key) => byKey.get(key) ?? { keys: [key], count: 0, sums: none })
  return [...first, ...found.filter(({ keys: [key = null] }) => !known.includes(key))]
}

/** The first tasks of a group by rank, and the link to those that follow in the ordinary list. */
async function firstTasks(
  ctx: ReadContext,
  { id }: FoundWorkspace,
  by: Column,
  { keys: [key = null], count }: GroupSums,
  limit: number,
  { fields: only }: Shape,
): Promise<{ shown: Representation[]; links: Links }> {
  if (count === 0) return { shown: [], links: {} }
  const value = typeof key === 'number' ? key : `"${key ?? 'none'}"`
  const term = `${columnFields[by]}=${value}`
  const given = ctx.parameter('filter')
  const { fields = [], expand = [] } = ctx.query
  const query = {
    limit: [String(limit)],
    // As in the link to the next page, which has this filter too.
    paging: ['first'],
    sort: ['rank'],
    filter: [given === undefined || given.trim() === '' ? term : `${given} AND ${term}`],
    fields,
    expand,
  }
  const { actor, site, db } = ctx
  const asked = { actor, cursorKey: site.cursorKey, path: `/v1/workspaces/${id}/tasks`, query }
  const parts = [tasks.where(actor, 'workspaceId', id)]
  const { rows: found, links } = await readList<TaskRow>(db, tasksInOrder, asked, parts, [])
  const whole = await presentTasks(db, site, actor, found)
  return { shown: only === undefined ? whole : whole.map((each) => each.only(only)), links }
}

function tooMany(): Error {
  const detail = `The board would have more than ${mostGroups} groups. Narrow the filter.`
  return invalid([{ parameter: 'groupBy', detail }])
}
