/** The format of every id. */
export const idPattern = '^[0-9A-Za-z]{22}$'

/** The units of numbers. */
export type Unit = 'minutes' | 'bytes'

/** The subset of JSON Schema (2020-12) that the declarations use. */
export interface JsonSchema {
  type?: string | readonly string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: readonly string[]
  additionalProperties?: boolean | JsonSchema
  items?: JsonSchema
  enum?: readonly (string | number | boolean | null)[]
  /** The values known today; clients must expect others. Only in responses, where it replaces `enum`. */
  'x-extensible-enum'?: readonly (string | number | boolean)[]
  const?: string
  format?: string
  pattern?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  uniqueItems?: boolean
  default?: unknown
  /** The default value of a request member. Not `default`, because generators would treat the member as required. */
  'x-default'?: unknown
  examples?: readonly unknown[]
  readOnly?: boolean
  /** The kind of record that the id refers to. */
  'x-refers-to'?: string
  /** The unit of a number. */
  'x-unit'?: Unit
  anyOf?: readonly JsonSchema[]
  $ref?: string
}

/** The same, or null. */
export function orNull(schema: JsonSchema): JsonSchema {
  if (schema.anyOf !== undefined) return { ...schema, anyOf: [...schema.anyOf, { type: 'null' }] }
  const types = typeof schema.type === 'string' ? [schema.type] : (schema.type ?? [])
  const widened: JsonSchema = { ...schema, type: [...types, 'null'] }
  return schema.enum === undefined ? widened : { ...widened, enum: [...schema.enum, null] }
}
