import { describeProblem, type ProblemCode, problemCodes } from '../../base/errors.ts'
import { alwaysHasBody, isRepeatable, type Operation } from '../../http/operation.ts'
import type { MediaType, Reference, Response } from './document.ts'
import { type HeaderName, headersNamed } from './headers.ts'
import { problemSchema } from './schemas.ts'
import type { SharedComponents } from './shared-components.ts'
import { isConditional, pathParameterNames } from './traits.ts'

/** The errors of a method: those that follow from its shape, and those it declares. */
export function problemAnswersOf(operation: Operation, parts: SharedComponents): Record<string, Reference> {
  return problemAnswers(codesOf(operation), parts)
}

export function problemAnswers(
  codes: ReadonlySet<ProblemCode>,
  parts: SharedComponents,
): Record<string, Reference> {
  const statuses = new Set([...codes].map((code) => describeProblem(code).status))
  return Object.fromEntries(
    [...statuses].map((status) => {
      const own = problemCodes.filter((code) => codes.has(code) && describeProblem(code).status === status)
      return [status, parts.referOnce('responses', nameOf(own), () => answer(status, own, parts))]
    }),
  )
}

function codesOf(operation: Operation): ReadonlySet<ProblemCode> {
  const { answer, body, method, problems = [] } = operation
  const codes = new Set<ProblemCode>([
    // Every method refuses unknown parameters.
    'invalid_request',
    'invalid_token',
    'company_deleted',
    'too_many_requests',
    'headers_too_large',
    'internal',
    'unavailable',
    ...problems,
  ])
  const add = (applies: boolean, ...more: ProblemCode[]): void => {
    if (applies) for (const code of more) codes.add(code)
  }
  const writes = method !== 'GET'
  const isList = typeof answer === 'object' && 'list' in answer
  const setsExternalId = body !== undefined && ('new' in body || 'change' in body)
  const streams = body !== undefined && 'content' in body
  add(isList, 'invalid_filter', 'invalid_sorter', 'invalid_pagination_hash')
  // A body is read and checked even if the method takes none.
  add(writes && !streams, 'invalid_json')
  add(writes, 'request_timeout', 'too_large', 'unsupported_media_type', 'forbidden')
  add(streams, 'disk_full')
  add(typeof answer === 'object' && 'content' in answer, 'range_not_satisfiable', 'precondition_failed')
  add(pathParameterNames(operation).length > 0, 'forbidden', 'not_found', 'uri_too_long')
  add(alwaysHasBody(operation), 'not_acceptable')
  add(setsExternalId, 'duplicate')
  add(isConditional(operation), 'precondition_failed')
  add(isRepeatable(operation), 'idempotency_in_progress', 'idempotency_key_reused')
  return codes
}

const headersOfStatus: Readonly<Record<number, readonly HeaderName[]>> = {
  401: ['WWW-Authenticate'],
  429: ['Retry-After'],
  503: ['Retry-After'],
}

const currentTag = {
  ETag: { description: 'The current version of the record, if there is one.', schema: { type: 'string' } },
}

function answer(status: number, codes: readonly ProblemCode[], parts: SharedComponents): Response {
  const lines = codes.map((code) => `\`${code}\`: ${describeProblem(code).when}`)
  return {
    description: lines.length === 1 ? lines.join('') : lines.map((line) => `- ${line}`).join('\n'),
    headers: { ...(status === 412 && currentTag), ...headersNamed(headersOfStatus[status] ?? [], parts) },
    content: { 'application/problem+json': { schema: problemSchema(parts) } },
    'x-other-content': { 'text/plain': messageAlone },
    'x-codes': codes,
  }
}

/** Contract section 11: "errors are `text/plain` with the message alone". */
const messageAlone: MediaType = {
  schema: { type: 'string', description: 'The message alone, for clients in compatibility mode.' },
}

/** `Conflict.duplicate.idempotency_in_progress` */
function nameOf(codes: readonly ProblemCode[]): string {
  const [first] = codes
  const title = first === undefined ? '' : describeProblem(first).title
  return [title.replaceAll(/[^A-Za-z]/g, ''), ...codes].join('.')
}
