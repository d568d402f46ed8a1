import type { FastifyRequest } from 'fastify'
import { problem } from '../base/errors.ts'
import { quality } from './negotiation.ts'
import { isTable, type Spec } from './operation.ts'
import type { QueryParameters } from './query-string.ts'
import type { TableFormat } from './whole-table.ts'

/** RFC 4180, with charset and header parameters. */
export const csvType = 'text/csv'

/** The format for callers that get a whole table instead of a page. */
export function wholeFormat(
  spec: Spec,
  { headers, actor }: FastifyRequest,
  query: QueryParameters,
): TableFormat | undefined {
  if (!isTable(spec)) return undefined
  if (wantsCsv(headers.accept)) return csv
  return actor?.compatibility && query['limit'] === undefined ? spec.compatibilityTable : undefined
}

/** "Any list as CSV by `Accept: text/csv`." Clients that accept both get JSON. */
function wantsCsv(header: string | undefined): boolean {
  return header !== undefined && quality(header, csvType) > quality(header, 'application/json')
}

/** "All that match, streamed, safe for spreadsheets." */
const csv: TableFormat = {
  query: refusePaging,
  headers: (path) => ({
    'content-type': `${csvType}; charset=utf-8; header=present`,
    // `/v1/workspaces/…/times` → `times`.
    'content-disposition': `attachment; filename="${path.split('/').findLast((part) => /^[A-Za-z]+$/.test(part)) ?? 'records'}.csv"`,
  }),
  begin: csvLine,
  row: csvLine,
  end: '',
}

/** A CSV has no links to other pages, so users would mistake one page for the whole list. */
function refusePaging(query: QueryParameters): QueryParameters {
  const given = ['limit', 'paging', 'paginationhash'].filter((name) => query[name] !== undefined)
  if (given.length === 0) return query
  const detail = 'A CSV contains all matching records: leave out limit and paging.'
  throw problem('invalid_request', detail, { faults: given.map((parameter) => ({ parameter, detail })) })
}

export function csvLine(values: readonly unknown[]): string {
  return `${values.map(cell).join(',')}\r\n`
}

/** Numbers and timestamps are written as in JSON, without assuming a decimal sign or a time zone. */
function cell(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string') return quoted(harmless(value))
  const isTexts = Array.isArray(value) && value.every((each) => typeof each === 'string')
  return quoted(harmless(isTexts ? value.join('; ') : JSON.stringify(value)))
}

/**
 * A spreadsheet would run a cell that begins with one of these as a formula. Where the comma is the decimal sign, many
 * split at semicolons or tabs: they do not see our quotation marks, and begin a cell after each separator and line end.
 */
function harmless(text: string): string {
  const inside = text.replaceAll(/([;\t\r\n][ "]*)([=+\-@＝＋－＠])/g, "$1'$2")
  return /^[=+\-@\t\r\n＝＋－＠]/.test(inside) ? `'${inside}` : inside
}

const quoted = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
