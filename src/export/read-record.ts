import type { SqlValue } from '../db/database.ts'
import { foldText } from '../query/fields.ts'
import type { Kind } from './kind.ts'

export type Row = Record<string, SqlValue>

/** Reads a line of a kind as a row, without the company's number. Reports every fault through `complain`. */
export function readRecord(kind: Kind, text: string, complain: (detail: string) => void): Row | undefined {
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch (error) {
    complain(`is not JSON: ${error instanceof Error ? error.message : ''}`)
    return undefined
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given)) {
    complain('must be an object')
    return undefined
  }
  const values = given as Record<string, unknown>
  for (const name of Object.keys(values))
    if (!Object.hasOwn(kind.columns, name)) complain(`has an unknown member "${name.slice(0, 80)}"`)
  let sound = true
  const row: Row = {}
  for (const [name, column] of Object.entries(kind.columns)) {
    if (!Object.hasOwn(values, name) && column.missing !== undefined) {
      row[name] = column.missing
      continue
    }
    if (!Object.hasOwn(values, name)) {
      complain(`lacks "${name}"`)
      sound = false
      continue
    }
    const value: SqlValue = column.read(values[name], (detail) => {
      complain(`"${name}" ${detail}`)
      sound = false
    })
    row[name] = value
    if (column.folded && typeof value === 'string') row[`${name}Key`] = foldText(value)
  }
  const fault = sound ? kind.fault?.(row) : undefined
  if (fault !== undefined) {
    complain(fault)
    return undefined
  }
  return sound ? { ...row, ...(kind.derive(row) as Row) } : undefined
}

/** Converts a row to its form in the archive. */
export function presentRecord(kind: Kind, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(kind.columns).map(([name, column]) => [name, column.present(row[name] as never)]),
  )
}
