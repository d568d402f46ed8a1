import { bodySchema, recordSchema } from '../../schema/describe.ts'
import type { JsonSchema } from '../../schema/json-schema.ts'
import type { Resource } from '../../schema/resource.ts'
import type { SharedComponents } from './shared-components.ts'

export function recordOf(resource: Resource, parts: SharedComponents): JsonSchema {
  const { properties, ...schema } = recordSchema(resource)
  return parts.refer('schemas', resource.schemaName, {
    ...schema,
    properties: { ...properties, names: parts.refer('schemas', 'Names', names) },
  })
}

/** Contract section 3: `{"items": [record…], "links": {…}}`. */
export function listSchemaOf(resource: Resource, parts: SharedComponents): JsonSchema {
  return parts.refer('schemas', `${resource.schemaName}List`, {
    type: 'object',
    description: 'One page of a list.',
    additionalProperties: false,
    required: ['items', 'links'],
    properties: {
      items: { type: 'array', maxItems: 500, items: recordOf(resource, parts) },
      links: parts.refer('schemas', 'Links', links),
      names: parts.refer('schemas', 'Names', names),
    },
  })
}

/**
 * `given`: fields that the path provides. Named `NewTask`, or `NewTaskInWorkspace` if a required field is
 * provided.
 */
export function newOf(resource: Resource, given: readonly string[], parts: SharedComponents): JsonSchema {
  const spared = given.filter((name) => resource.fields[name]?.required)
  const within = spared.map((name) => `In${capital(name.replace(/Id$/, ''))}`).join('')
  return parts.refer('schemas', `New${resource.schemaName}${within}`, {
    ...bodySchema(resource.fields, 'new', spared),
    description: 'The fields of the new record.',
  })
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

export function changesOf(resource: Resource, parts: SharedComponents): JsonSchema {
  return parts.refer('schemas', `${resource.schemaName}Changes`, {
    ...bodySchema(resource.fields, 'change'),
    description: 'The fields to change.',
  })
}

export function problemSchema(parts: SharedComponents): JsonSchema {
  return parts.refer('schemas', 'Problem', problem)
}

const names: JsonSchema = {
  type: 'object',
  description:
    'With `expand=names`: the names of the people, workspaces and other records that the response refers to, by id, as far as you may see them. For a comment, the first 200 characters of its text.',
  additionalProperties: { type: 'string' },
}

const link = (which: string): JsonSchema => ({
  type: 'string',
  pattern: '^/',
  description: `The path of the ${which} page.`,
})

const links: JsonSchema = {
  type: 'object',
  description:
    'Relative paths of other pages, with all parameters of the request. Without `first` and `previous` this is the first page; without `next` and `last` it is the last.',
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
    column: { type: 'integer', minimum: 1, description: 'The position in the value, counted from 1.' },
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
    status: { type: 'integer', minimum: 400, maximum: 599, description: 'The status of the response.' },
    detail: { type: 'string', description: 'What went wrong in this request.' },
    message: { type: 'string', description: 'The same as `detail`.' },
    code: {
      type: 'string',
      pattern: '^[a-z]+(_[a-z]+)*$',
      description: 'A stable name for programs; each response lists its possible values.',
      examples: ['not_found'],
    },
    requestId: { type: 'string', description: 'Identifies the request in the service log.' },
    errors: {
      type: 'array',
      description: 'Everything that is wrong with the request.',
      items: fault,
    },
  },
}
