import { problem } from '../../base/errors.ts'
import { type Answer, pageOf } from '../../http/answer.ts'
import type { ReadContext } from '../../http/context.ts'
import type { QueryParameter } from '../../http/operation.ts'
import { readList } from '../../lists/read-list.ts'
import { withoutChoices } from '../../query/fields.ts'
import { readFilter } from '../../query/filter.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Representation } from '../../schema/present.ts'
import type { ReportRow } from '../../schema/records/report.ts'
import { columnsOf, inWorkspaceOf } from './report.ts'
import { findSource, type ReportedList } from './sources.ts'

/** The query parameters of every list. */
export const recordsQuery: Readonly<Record<string, QueryParameter>> = {
  limit: {
    sentence: 'The number of records per page.',
    schema: { type: 'integer', minimum: 1, maximum: 500, default: 25 },
    example: 25,
  },
  paging: {
    sentence: 'Which page to return; the first by default. The `links` of a page lead to the others.',
    schema: { type: 'string', enum: ['first', 'last', 'prev', 'next'] },
    example: 'first',
  },
  paginationhash: {
    sentence: 'Required for `paging=prev` and `paging=next`; take it from `links`.',
    schema: { type: 'string' },
    example: '',
  },
  sort: {
    sentence: 'Overrides the sort order of the report, with fields of the underlying list.',
    schema: { type: 'string' },
    example: '-createdAt',
  },
  filter: {
    sentence: 'Further conditions in addition to those of the report, with fields of the underlying list.',
    schema: { type: 'string', maxLength: 8_192 },
    example: 'createdAt>="2026-01-01"',
  },
}

export const recordsSchema: JsonSchema = {
  type: 'object',
  additionalProperties: false,
  required: ['items', 'links'],
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['fields'],
        properties: {
          fields: {
            type: 'array',
            description: 'The columns of the report, in order.',
            items: {
              type: 'object',
              additionalProperties: false,
              required: ['fieldName', 'value'],
              properties: {
                fieldName: { type: 'string', description: 'Such as `task.title`.' },
                value: { description: 'The value of the field.' },
              },
            },
          },
        },
      },
    },
    links: {
      type: 'object',
      additionalProperties: false,
      properties: Object.fromEntries(
        ['first', 'last', 'previous', 'next'].map((name) => [name, { type: 'string' }]),
      ),
    },
  },
}

/** A page of the report's records, "with the caller's own permission". */
export async function readRecords(ctx: ReadContext, row: ReportRow): Promise<Answer> {
  const source = findSource(row.source)
  // An earlier version, or a client in compatibility mode, may have stored a value that no record can have.
  const also = readFilter(row.filter ?? undefined, withoutChoices(source?.list.filter ?? {}))
  if (source === undefined || also.faults.length > 0)
    throw problem('conflict', 'The report was created for another version of the service. Change its filter.')
  const request = {
    actor: ctx.actor,
    cursorKey: ctx.site.cursorKey,
    path: ctx.path,
    query: ctx.parameter('sort') || row.sort === null ? ctx.query : { ...ctx.query, sort: [row.sort] },
  }
  const parts = await source.visible(ctx.db, ctx.actor)
  const { rows, links } = await readList<unknown>(ctx.db, source.list, request, parts, [
    ...also.conditions,
    ...inWorkspaceOf(row),
  ])
  const chosen = JSON.parse(row.columns) as string[]
  const columns = chosen.length > 0 ? chosen : columnsOf(source)
  const { page, items } = await pageOf<Representation, ReportItem>(
    await source.present(ctx.db, ctx.site, ctx.actor, rows),
    (shown) => {
      const values = valuesOf(source, columns, shown)
      const fields = columns.map((fieldName, n) => ({ fieldName, value: values[n] ?? null }))
      return JSON.stringify({ fields })
    },
    links,
  )
  const values = (): Iterable<unknown[]> => items().map(({ fields }) => fields.map(({ value }) => value))
  return { ...page, table: { columns, rows: values, next: links.next } }
}

interface ReportItem {
  fields: { fieldName: string; value: unknown }[]
}

function valuesOf(
  { list: { resource: about } }: ReportedList,
  columns: readonly string[],
  shown: Representation,
): unknown[] {
  const { details, ...head } = shown.record
  const all: Readonly<Record<string, unknown>> = { ...head, ...details }
  return columns.map((each) => all[each.slice(about.kind.length + 1)])
}
