import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { fieldLabel } from './web-labels.ts'

/** Its TypeScript, as the generated file declares it. */
export const knownFieldType = `export interface KnownField {
  label: string
  about: string
  type: 'text' | 'number' | 'boolean' | 'date' | 'date-time' | 'object' | 'customFields'
  /** It holds a list of such values. */
  many?: true
  choices?: readonly string[]
  /** What a number counts. */
  unit?: 'minutes' | 'bytes'
  /** The end of a short scale that starts at 1. */
  scale?: number
  /** The kind of the record whose id it is. */
  refersTo?: string
  /** Only the service sets it. */
  readOnly?: true
  /** The value of a new record that is created without one. */
  fallback?: string | number | boolean
  /** The fields of an object. */
  fields?: Readonly<Record<string, KnownField>>
}`

/** A number from 1 to this at most is a scale, such as a priority, and not an amount. */
const longestScale = 10

/** Describes a field so that the web application can show it, filter by it and edit it. */
export function knownField(kind: string, name: string, schema: JsonSchema, created?: JsonSchema): object {
  const types = [schema.type ?? []].flat()
  const many = types.includes('array')
  const value = many ? (schema.items ?? {}) : schema
  // Responses list the known values of an open enum.
  const choices = (value.enum ?? value['x-extensible-enum'])?.filter((choice) => choice !== null)
  const { minimum, maximum = Number.POSITIVE_INFINITY } = value
  return {
    label: fieldLabel(kind, name, schema),
    about: schema.description ?? '',
    type: typeOf(value),
    ...(many && { many }),
    ...(choices !== undefined && { choices }),
    ...(value['x-unit'] !== undefined && { unit: value['x-unit'] }),
    ...(minimum === 1 && maximum <= longestScale && { scale: maximum }),
    ...(schema['x-refers-to'] !== undefined && { refersTo: schema['x-refers-to'] }),
    ...(schema.readOnly && { readOnly: true }),
    ...(typeof created?.['x-default'] !== 'object' &&
      created?.['x-default'] !== undefined && { fallback: created['x-default'] }),
    ...(typeOf(value) === 'object' &&
      value.properties !== undefined && { fields: knownFields(kind, value.properties) }),
  }
}

export function knownFields(
  kind: string,
  fields: Readonly<Record<string, JsonSchema>>,
  created: Readonly<Record<string, JsonSchema>> = {},
): object {
  return Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, knownField(kind, name, schema, created[name])]),
  )
}

function typeOf({ type, format, properties }: JsonSchema): string {
  const types = [type ?? []].flat()
  if (format === 'date' || format === 'date-time') return format
  if (types.includes('object'))
    return properties !== undefined && 'fieldApiId' in properties ? 'customFields' : 'object'
  if (types.includes('boolean')) return 'boolean'
  return types.includes('integer') || types.includes('number') ? 'number' : 'text'
}
