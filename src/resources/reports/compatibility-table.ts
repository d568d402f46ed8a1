import type { TableFormat } from '../../http/whole-table.ts'

/**
 * The records of a report as the earlier service sent them: all of them, as text, after a first item whose values are
 * the column names. Its exporter reads only one page, and takes the first item as the header.
 */
export const compatibilityTable: TableFormat = {
  query: ({ paging: _, paginationhash: __, ...query }) => query,
  headers: () => ({ 'content-type': 'application/json; charset=utf-8' }),
  begin: (columns) => `{"items":[${item(columns, columns)}`,
  row: (values, columns) => `,${item(values, columns)}`,
  end: '],"links":{}}',
}

function item(values: readonly unknown[], columns: readonly string[]): string {
  const fields = columns.map((fieldName, n) => ({ fieldName, value: textOf(values[n]) }))
  return JSON.stringify({ fields })
}

/** "Lists joined by `, `, booleans `true` and `false`." */
function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return value.join(', ')
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
