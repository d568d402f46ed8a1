import { isId } from '../../base/ids.ts'
import { textFault } from '../../query/fields.ts'
import { type Complain, type Field, field } from '../../schema/fields/fields.ts'
import { idPattern, type JsonSchema } from '../../schema/json-schema.ts'
import { pointerTo } from '../../schema/pointer.ts'

const bulkMethods = ['POST', 'PUT', 'DELETE'] as const
type BulkMethod = (typeof bulkMethods)[number]

/** One operation of a bulk request. */
export interface BulkOperation {
  requestId: string
  method: BulkMethod
  id: string | undefined
  /** The part of the path after the id. */
  path: string | undefined
  body: unknown
}

/** "At most 1,000." */
const most = 1_000
const longestRequestId = 255

const schema: JsonSchema = {
  type: 'array',
  maxItems: most,
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['requestId', 'method'],
    properties: {
      requestId: {
        type: 'string',
        minLength: 1,
        maxLength: longestRequestId,
        description: 'A name of your choice that identifies the operation in the response.',
      },
      method: {
        type: 'string',
        enum: bulkMethods,
        description: 'The method of the equivalent single request.',
      },
      id: { type: 'string', pattern: idPattern, description: 'The record to change or delete.' },
      path: {
        type: 'string',
        maxLength: 64,
        description: 'The rest of the path of the equivalent PUT, after the id, such as `place`.',
      },
      body: { type: 'object', description: 'The body of the equivalent POST or PUT.' },
    },
  },
}

/**
 * The operations of a bulk request. Only their form is checked here; each body is validated when its operation
 * runs.
 */
export function operations(
  example: readonly object[],
  paths: readonly string[],
): Field<BulkOperation[], 'write'> {
  return field<BulkOperation[]>(
    'The operations, in order of execution.',
    {
      schema,
      filterType: undefined,
      example,
      parse(value, complain, about) {
        if (!Array.isArray(value)) {
          complain('must be a list of operations.')
          return []
        }
        if (value.length > most) {
          complain(`may have at most ${most.toLocaleString('en')} entries, but has ${value.length}.`)
          return []
        }
        return value.flatMap((each: unknown, n) =>
          parseOperation(each, paths, about?.lenient === true, (detail, at = '') =>
            complain(detail, `/${n}${at}`),
          ),
        )
      },
    },
    { required: true },
  )
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

function parseOperation(
  value: unknown,
  paths: readonly string[],
  lenient: boolean,
  complain: Complain,
): BulkOperation[] {
  if (!isObject(value)) {
    complain('must be an object with requestId, method, and id or body.')
    return []
  }
  let isGood = true
  const refuse: Complain = (detail, at) => {
    isGood = false
    complain(detail, at)
  }
  const known = ['requestId', 'method', 'id', 'path', 'body']
  for (const name of lenient ? [] : Object.keys(value).filter((each) => !known.includes(each)))
    refuse('is not a member of an operation.', pointerTo(name))
  const { requestId, method: given, id, path: asked, body } = value
  if (typeof requestId !== 'string' || !isRequestId(requestId))
    refuse(`must be a string of 1 to ${longestRequestId} characters.`, '/requestId')
  const method = bulkMethods.find((each) => each === given)
  if (method === undefined) refuse(`must be one of ${bulkMethods.join(', ')}.`, '/method')
  const path = paths.find((each) => each === asked)
  if (asked !== undefined && (path === undefined || method !== 'PUT'))
    refuse(
      paths.length === 0 ? 'is not allowed here.' : `must be one of ${paths.join(', ')}, with PUT.`,
      '/path',
    )
  if (method === 'POST' && id !== undefined) refuse('is not allowed with POST.', '/id')
  if ((method === 'PUT' || method === 'DELETE') && (typeof id !== 'string' || !isId(id)))
    refuse(`must be the id of a record: ${method} needs one.`, '/id')
  if ((method === 'POST' || method === 'PUT') && !isObject(body))
    refuse(`must be an object: ${method} needs one.`, '/body')
  if (method === 'DELETE' && body !== undefined) refuse('is not allowed with DELETE.', '/body')
  if (!isGood || method === undefined) return []
  return [{ requestId: String(requestId), method, id: typeof id === 'string' ? id : undefined, path, body }]
}

const isRequestId = (text: string): boolean =>
  text !== '' && text.length <= longestRequestId && textFault(text) === undefined
