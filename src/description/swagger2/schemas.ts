import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Swagger2Header, Swagger2Schema } from './document.ts'

/**
 * Keywords that are the same in 2.0, for any value and for schemas only. `readOnly` is left out: 2.0 does not
 * allow it on required members, and `required` says more.
 */
const limits = [
  'format',
  'default',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const
const sameInSchemas = [...limits, 'description', 'required'] as const

/** Converts a schema to 2.0, which has neither unions nor null. */
export function lowerSchema(schema: JsonSchema): Swagger2Schema {
  // 2.0 ignores everything next to a reference.
  if (schema.$ref !== undefined) return { $ref: lowerReference(schema.$ref) }
  if (schema.anyOf !== undefined) return lowerUnion(schema, schema.anyOf)
  const { properties, items, additionalProperties, examples = [] } = schema
  const type = simpleType(schema)
  const choices = choicesOf(schema)
  return {
    ...(type !== undefined && { type }),
    ...pick(schema, sameInSchemas),
    ...(choices !== undefined && { enum: choices }),
    ...pick(schema, ['x-extensible-enum']),
    ...(properties !== undefined && { properties: lowerAll(properties) }),
    ...(items !== undefined && { items: lowerSchema(items) }),
    ...(additionalProperties !== undefined && {
      additionalProperties:
        typeof additionalProperties === 'boolean' ? additionalProperties : lowerSchema(additionalProperties),
    }),
    ...(schema['x-default'] !== undefined && { default: schema['x-default'] }),
    ...(examples.length > 0 && { example: examples[0] }),
    ...(type !== undefined && typesOf(schema).includes('null') && { 'x-nullable': true }),
  }
}

/** A union with null becomes the other schema; any other union becomes any value. */
function lowerUnion({ anyOf: _, ...shared }: JsonSchema, variants: readonly JsonSchema[]): Swagger2Schema {
  const others = variants.filter(({ type }) => type !== 'null')
  const [only] = others
  if (only?.$ref !== undefined && others.length === 1) return lowerSchema(only)
  const lowered = lowerSchema(others.length === 1 ? { ...only, ...shared } : shared)
  // Without a type, any value is allowed: null as well.
  const nullable = lowered.type !== undefined && others.length < variants.length
  return { ...lowered, ...(nullable && { 'x-nullable': true }) }
}

export function lowerAll(schemas: Readonly<Record<string, JsonSchema>>): Record<string, Swagger2Schema> {
  return Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, lowerSchema(schema)]))
}

/** A parameter or a header, which always has one simple type in 2.0. */
export function lowerValue(schema: JsonSchema): Swagger2Header {
  const type = simpleType(schema) ?? 'string'
  const choices = choicesOf(schema)
  return {
    type,
    ...pick(schema, limits),
    ...(choices !== undefined && { enum: choices }),
    ...pick(schema, ['x-extensible-enum']),
    ...(type === 'array' && { items: lowerValue(schema.items ?? {}) }),
  }
}

function typesOf({ type }: JsonSchema): readonly string[] {
  return typeof type === 'string' ? [type] : (type ?? [])
}

/** Its only type apart from null, if there is just one. */
function simpleType(schema: JsonSchema): string | undefined {
  const [type, ...more] = typesOf(schema).filter((name) => name !== 'null')
  return more.length === 0 ? type : undefined
}

function choicesOf({ enum: values, const: only }: JsonSchema): readonly unknown[] | undefined {
  return only === undefined ? values?.filter((value) => value !== null) : [only]
}

function pick<T extends object, K extends keyof T>(source: T, names: readonly K[]): Pick<T, K> {
  const entries = names.filter((name) => source[name] !== undefined).map((name) => [name, source[name]])
  return Object.fromEntries(entries) as Pick<T, K>
}

const moved: Readonly<Record<string, string>> = {
  '#/components/schemas/': '#/definitions/',
  '#/components/parameters/': '#/parameters/',
  '#/components/responses/': '#/responses/',
}

export function lowerReference(reference: string): string {
  for (const [from, to] of Object.entries(moved))
    if (reference.startsWith(from)) return to + reference.slice(from.length)
  throw new Error(`Swagger 2.0 has no place for ${reference}`)
}
