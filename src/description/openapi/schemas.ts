import { bodySchema, recordSchema } from '../../schema/describe.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Resource } from '../../schema/resource.ts'
import type { SharedParts } from './shared-parts.ts'

export function recordOf(resource: Resource, parts: SharedParts): JsonSchema {
  return parts.refer('schemas', resource.schemaName, recordSchema(resource))
}

/** Contract section 3: `{"items": [record…], "links": {…}}`. */
export function listSchemaOf(resource: Resource, parts: SharedParts): JsonSchema {
  return parts.refer('schemas', `${resource.schemaName}List`, {
    type: 'object',
    description: 'One page of a list.',
    additionalProperties: false,
    required: ['items', 'links'],
    properties: {
      items: { type: 'array', maxItems: 500, items: recordOf(resource, parts) },
      links: parts.refer('schemas', 'Links', links),
    },
  })
}

/** `given`: what the path says already. `NewTask`, or `NewTaskInWorkspace` where that takes a duty away. */
export function newOf(resource: Resource, given: readonly string[], parts: SharedParts): JsonSchema {
  const spared = given.filter((name) => resource.fields[name]?.required)
  const within = spared.map((name) => `In${capital(name.replace(/Id$/, ''))}`).join('')
  return parts.refer('schemas', `New${resource.schemaName}${within}`, {
    ...bodySchema(resource.fields, 'new', spared),
    description: 'The fields of the new record.',
  })
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export function changesOf(resource: Resource, parts: SharedParts): JsonSchema {
  return parts.refer('schemas', `${resource.schemaName}Changes`, {
    ...bodySchema(resource.fields, 'change'),
    description: 'The fields to change.',
  })
}

export function problemSchema(parts: SharedParts): JsonSchema {
  return parts.refer('schemas', 'Problem', problem)
}

const link = (which: string): JsonSchema => ({
  type: 'string',
  pattern: '^/',
  description: `The path of the ${which} page.`,
})

const links: JsonSchema = {
  type: 'object',
  description:
    'Relative paths of other pages, each with all that was asked for. Without `first` and `previous` this is the first page, without `next` and `last` the last.',
  additionalProperties: false,
  properties: {
    first: link('first'),
    last: link('last'),
    previous: link('previous'),
    next: link('next'),
  },
}

const fault: JsonSchema = {
  type: 'object',
  description: 'One thing that is wrong with the request.',
  additionalProperties: false,
  required: ['detail'],
  properties: {
    pointer: { type: 'string', description: 'The member of the body, as a JSON Pointer.' },
    parameter: { type: 'string', description: 'The name of the parameter.' },
    detail: { type: 'string', description: 'What is wrong with it.' },
    column: { type: 'integer', minimum: 1, description: 'Where in the value, counted from 1.' },
  },
}

const problem: JsonSchema = {
  type: 'object',
  description: 'What went wrong (RFC 9457).',
  additionalProperties: false,
  required: ['type', 'title', 'status', 'detail', 'message', 'code', 'requestId'],
  properties: {
    type: { type: 'string', format: 'uri', description: 'The address of a page about this error.' },
    title: { type: 'string', description: 'The kind of error.', examples: ['Not Found'] },
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the answer.' },
    detail: { type: 'string', description: 'What went wrong this time.' },
    message: { type: 'string', description: 'The same as `detail`.' },
    code: {
      type: 'string',
      pattern: '^[a-z]+(_[a-z]+)*$',
      description: 'A name for programs, which stays the same; each answer lists those that it can have.',
      examples: ['not_found'],
    },
    requestId: { type: 'string', description: 'Leads to the log of the service.' },
    errors: {
      type: 'array',
      description: 'Each thing that is wrong with the request.',
      items: fault,
    },
  },
}
