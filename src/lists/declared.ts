import { sql } from '../db/sql.ts'
import type { FilterField, FilterFields } from '../query/fields.ts'
import type { Resource, ValueIndex } from '../schema/resource.ts'
import { storedFields } from '../schema/storage.ts'
import type { IndexRange, KeyRange, Restriction } from './plans.ts'

/** A boolean that lists filter by, though no record shows it. */
export interface DerivedFilter {
  /** Its description in the API. */
  note: string
  /** Whether it depends on the caller's today. */
  isDaily?: boolean
  restriction: (whole: IndexRange, value: boolean, asked: { companyNo: number; today: string }) => Restriction
}

/** The fields that a list filters by, as the parser and the description know them. */
export function filterFieldsOf(
  resource: Resource,
  names: readonly string[],
  derived: Readonly<Record<string, DerivedFilter>>,
  named: string | undefined,
): FilterFields {
  const own = names.map((name): [string, FilterField] => {
    const { filterType: type, example, schema, refersTo } = fieldOf(resource, name)
    if (type === undefined) throw new Error(`${resource.kind}.${name} cannot be filtered by`)
    if (type === 'id') return [name, refersTo === 'user' ? { type, isPerson: true } : { type }]
    if (type !== 'text' || typeof example !== 'string') return [name, { type }]
    const choices = schema.enum?.filter((choice) => typeof choice === 'string')
    return [name, { type, sample: example, choices, ...(name === named && { contains: true }) }]
  })
  const others = Object.entries(derived).map(([name, { note, isDaily }]): [string, FilterField] => [
    name,
    { type: 'boolean', note, ...(isDaily && { isDaily }) },
  ])
  return Object.fromEntries([...own, ...others])
}

/** Whether a filter takes `"none"` instead of an id, for the records without one. */
export const isNone = (field: Resource['fields'][string] | undefined, value: unknown): boolean =>
  field?.filterType === 'id' && value === 'none'

export const withoutId = ({ storage }: Resource['fields'][string], column: string): Restriction => ({
  condition: sql.raw(storage === 'json' ? `${column} = '[]'` : `${column} IS NULL`),
})

/** The tables that find records by the values of a field, by the field's public name. */
export function valueTablesOf(resource: Resource): Readonly<Record<string, ValueIndex>> {
  return Object.fromEntries(
    storedFields(resource).flatMap(({ name, publicName }) => {
      const index = resource.indexes[name]
      return index === undefined ? [] : [[publicName ?? name, index]]
    }),
  )
}

/** The rows with a value; those without one sort after all others. */
export function withValueIn(key: string, { filterType }: Resource['fields'][string]): KeyRange {
  const none = filterType === 'number' ? String(Number.MAX_SAFE_INTEGER) : "'~'"
  return { key, low: [], high: [sql.raw(`${key} < ${none}`)] }
}

export function fieldOf(resource: Resource, name: string): Resource['fields'][string] {
  const field = resource.fields[name]
  if (field === undefined) throw new Error(`${resource.kind} has no field ${name}`)
  return field
}

/** Whether a value can be longer than a name; lists are stored as text. */
export function isWide({ schema: { maxLength, type } }: Resource['fields'][string]): boolean {
  return (typeof maxLength === 'number' && maxLength > 1_000) || type === 'array'
}
