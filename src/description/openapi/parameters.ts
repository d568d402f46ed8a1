import { hasShape, isPaged, isRepeatable, type Operation } from '../../http/operation.ts'
import type { List } from '../../lists/list.ts'
import {
  describeFilter,
  describeSort,
  exampleFilter,
  type FilterFields,
  operatorsOf,
} from '../../query/fields.ts'
import { idPattern } from '../../schema/json-schema.ts'
import { words } from '../../schema/kind-words.ts'
import type { Parameter, Reference } from './document.ts'
import type { SharedComponents } from './shared-components.ts'
import { isConditional, pathParameterNames } from './traits.ts'

export function parametersOf(operation: Operation, parts: SharedComponents): (Parameter | Reference)[] {
  const share = (parameter: Parameter): Reference => parts.refer('parameters', parameter.name, parameter)
  const { answer, query = {} } = operation
  return [
    ...pathParameterNames(operation).map((name) => share(pathParameter(name))),
    ...Object.entries(query).map(([name, { sentence, schema, required, example }]) => ({
      ...inQuery(name, sentence, schema),
      ...(required === true && { required }),
      ...(example !== undefined && { example }),
    })),
    ...(typeof answer === 'object' && 'list' in answer
      ? [...paging.map(share), sortParameter(answer.list), filterParameter(answer.list.filter)]
      : []),
    ...(hasShape(operation) ? shape.map(share) : []),
    ...headersOf(operation).map((header) =>
      header.name in (operation.headers ?? {}) || header === idempotencyKey
        ? ownExample(header, operation)
        : share(header),
    ),
  ]
}

function pathParameter(name: string): Parameter {
  const [, kind, ending] = /^(.+?)(Id|Hash)$/.exec(name) ?? []
  return {
    name,
    in: 'path',
    required: true,
    description:
      kind === undefined ? `The ${words(name)}.` : `The ${ending?.toLowerCase()} of the ${words(kind)}.`,
    schema: kind === undefined ? { type: 'string', minLength: 1 } : { type: 'string', pattern: idPattern },
  }
}

function inQuery(name: string, description: string, schema: Parameter['schema']): Parameter {
  return { name, in: 'query', description, schema }
}

const paging: readonly Parameter[] = [
  {
    ...inQuery('limit', 'The number of records per page.', {
      type: 'integer',
      minimum: 1,
      maximum: 500,
      default: 25,
    }),
    example: 25,
  },
  {
    ...inQuery(
      'paging',
      'Which page to return; the first by default. The `links` of a page lead to the others.',
      {
        type: 'string',
        enum: ['first', 'last', 'prev', 'next'],
      },
    ),
    example: 'first',
  },
  {
    ...inQuery('paginationhash', 'Required for `paging=prev` and `paging=next`; take it from `links`.', {
      type: 'string',
    }),
    example: '',
  },
]

const shape: readonly Parameter[] = [
  {
    ...inQuery(
      'fields',
      'The members of `details` to return, separated by commas; all by default. Then `details` has no others.',
      { type: 'string' },
    ),
    example: 'createdAt,updatedAt',
  },
  {
    ...inQuery('expand', '`names` adds the names of the records that the response refers to.', {
      type: 'string',
      enum: ['names'],
    }),
    example: 'names',
  },
]

function sortParameter({ sort: fields, orderedWithin }: List): Parameter {
  const also =
    orderedWithin === undefined || fields.includes('rank')
      ? ''
      : ` Also \`rank\`, the order that people chose, if the filter fixes \`${orderedWithin}\`.`
  return {
    ...inQuery('sort', describeSort(fields) + also, { type: 'string' }),
    example: fields.length === 0 ? '' : `-${fields[0]}`,
    'x-fields': fields,
  }
}

function filterParameter(fields: FilterFields): Parameter {
  return {
    ...inQuery('filter', describeFilter(fields), { type: 'string', maxLength: 8192 }),
    example: exampleFilter(fields),
    'x-fields': Object.entries(fields).flatMap(([name, field]) =>
      operatorsOf(field).map((operator) => `${name} ${operator}`),
    ),
  }
}

function inHeader(
  name: string,
  description: string,
  schema: Parameter['schema'],
  example?: string | number,
): Parameter {
  return { name, in: 'header', description, schema, ...(example !== undefined && { example }) }
}

const ifMatch = inHeader(
  'If-Match',
  'The `ETag` of the record you know. If the record has changed since, the request has no effect and returns a 412. `*` matches any.',
  { type: 'string' },
  '*',
)

const ifNoneMatch = inHeader(
  'If-None-Match',
  'The `ETag` you know. If the record, content or page has not changed, the response is 304 without a body.',
  { type: 'string' },
  '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
)

/** RFC 9110, sections 13 and 14. */
const ofContent = [
  inHeader(
    'Range',
    'Ranges of the content, such as `bytes=0-499` or `bytes=0-1,-100`.',
    { type: 'string' },
    'bytes=0-499',
  ),
  inHeader(
    'If-Range',
    'The `ETag` or `Last-Modified` of the part you have; if the content has changed, all of it is returned.',
    { type: 'string' },
    '"2jmj7l5rSw0yVb_vlWAYkK_YBwk"',
  ),
  inHeader(
    'If-Modified-Since',
    'Returns a 304 if the content has not changed since.',
    { type: 'string' },
    'Thu, 01 Jan 2026 00:00:00 GMT',
  ),
]

const prefer = inHeader(
  'Prefer',
  '`return=representation` (RFC 7240) returns the changed record instead of an empty response.',
  { type: 'string' },
  'return=representation',
)

const idempotencyKey = inHeader(
  'Idempotency-Key',
  'Any text that makes it safe to repeat the request: for 24 hours the first successful response is returned again, and nothing is done twice.',
  { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' },
)

/** An `Idempotency-Key` belongs to one request: two examples must not have the same. */
function ownExample(header: Parameter, { operationId }: Operation): Parameter {
  return header === idempotencyKey ? { ...header, example: `${operationId}-1` } : header
}

function headersOf(operation: Operation): Parameter[] {
  const { method, answer, headers = {} } = operation
  return [
    ...Object.entries(headers).map(
      ([name, { sentence, schema = { type: 'string' }, required, example }]) => ({
        ...inHeader(name, sentence, schema, example),
        ...(required === true && { required }),
      }),
    ),
    ...(isConditional(operation) ? [ifMatch] : []),
    ...(method === 'GET' && typeof answer === 'object' && 'one' in answer ? [ifNoneMatch] : []),
    ...(isPaged(operation) ? [ifNoneMatch] : []),
    ...(typeof answer === 'object' && 'content' in answer ? [ifNoneMatch, ...ofContent] : []),
    ...(typeof answer === 'object' && 'changed' in answer ? [prefer] : []),
    ...(isRepeatable(operation) ? [idempotencyKey] : []),
  ]
}
