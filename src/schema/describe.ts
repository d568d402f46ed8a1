import type { Field } from './fields/fields.ts'
import { type JsonSchema, orNull } from './json-schema.ts'
import type { Fields, Resource } from './resource.ts'

/** The schema of a record, for the API description. */
export function recordSchema({ kind, fields, alias, sentence, id: idSchema }: Resource): JsonSchema {
  const id: JsonSchema = { ...idSchema, description: 'The hash of the record.' }
  return {
    type: 'object',
    description: sentence,
    additionalProperties: false,
    required: ['id', ...(alias === undefined ? [] : [alias]), 'permalink', 'details'],
    properties: {
      id,
      ...(alias === undefined ? {} : { [alias]: { ...id, description: 'The same as `id`.' } }),
      permalink: { type: 'string', format: 'uri', description: `The address of the ${kind}’s page.` },
      details: {
        type: 'object',
        additionalProperties: false,
        required: Object.keys(fields),
        properties: Object.fromEntries(
          Object.entries<Field<unknown>>(fields).map(([name, field]) => [name, fieldSchema(field)]),
        ),
      },
    },
  }
}

function fieldSchema({ schema, sentence, example, set, refersTo }: Field<unknown>): JsonSchema {
  return {
    ...schema,
    description: sentence,
    examples: [example],
    ...(set === 'read' && { readOnly: true }),
    ...(refersTo !== undefined && { 'x-refers-to': refersTo }),
  }
}

/** The schema of a body that creates (`new`) or changes (`change`) a record. */
export function bodySchema(
  fields: Fields,
  purpose: 'new' | 'change',
  given: readonly string[] = [],
): JsonSchema {
  const entries = Object.entries<Field<unknown>>(fields).filter(([, { set }]) =>
    purpose === 'new' ? set !== 'read' : set === 'write',
  )
  const required = entries
    .filter(([name, field]) => purpose === 'new' && field.required && !given.includes(name))
    .map(([name]) => name)
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(entries.map(([name, field]) => [name, inputSchema(field, purpose)])),
  }
}

function inputSchema(
  { schema, nullable, sentence, example, fallback }: Field<unknown>,
  purpose: 'new' | 'change',
): JsonSchema {
  const hasDefault = purpose === 'new' && fallback !== undefined && fallback !== null
  const clearable = !nullable && fallback !== undefined ? orNull(schema) : schema
  return {
    ...clearable,
    description: hasDefault ? `${sentence} Default: \`${JSON.stringify(fallback)}\`.` : sentence,
    examples: [example],
    ...(hasDefault && { 'x-default': fallback }),
  }
}
