import type { ProblemCode } from '../base/errors.ts'
import type { DescribedOperation, Parameter, PathItem, Response } from '../description/openapi/document.ts'
import { headersNamed } from '../description/openapi/headers.ts'
import { problemAnswers } from '../description/openapi/problem-answers.ts'
import { requestBodyOf } from '../description/openapi/request-body.ts'
import type { SharedComponents } from '../description/openapi/shared-components.ts'
import { operationIdOf } from '../http/operation-id.ts'
import type { WebOperation } from './web-api.ts'

export const webTag = {
  name: 'auth',
  description:
    'How people sign in: for pages of the same origin, with a cookie. Programs use access tokens; cookies do not work for `/v1`.',
}

const csrf: Parameter = {
  name: 'X-CSRF-Token',
  in: 'header',
  required: true,
  description: 'The `csrfToken` of the session, from `GET /auth/session`.',
  schema: { type: 'string' },
}

/** The description of the web application's methods. */
export function describeWeb(
  operations: readonly WebOperation[],
  parts: SharedComponents,
): Record<string, PathItem> {
  const paths: Record<string, PathItem> = {}
  for (const operation of operations) {
    const item = paths[operation.path] ?? {}
    item[operation.method === 'GET' ? 'get' : 'post'] = described(operation, parts)
    paths[operation.path] = item
  }
  return paths
}

function described(operation: WebOperation, parts: SharedComponents): DescribedOperation {
  const { method, path, summary, needs, session, body } = operation
  const signedIn = method === 'POST' && session !== 'nothing'
  return {
    operationId: operationIdOf(method, path),
    summary,
    description: `**Permission:** ${needs}${signedIn ? ' Proven by the session cookie.' : ''}`,
    tags: ['auth'],
    security: [],
    ...(signedIn && { parameters: [csrf] }),
    ...(body !== undefined && { requestBody: requestBodyOf({ members: body }, parts) }),
    responses: { ...successOf(operation, parts), ...problemAnswers(codesOf(operation), parts) },
  }
}

function successOf({ answer }: WebOperation, parts: SharedComponents): Record<string, Response> {
  const headers = headersNamed([], parts)
  if (answer === 'nothing') return { 204: { description: 'Done.', headers } }
  return {
    200: {
      description: answer.sentence,
      headers,
      content: { 'application/json': { schema: answer.schema } },
    },
  }
}

function codesOf({ method, session, problems = [] }: WebOperation): ReadonlySet<ProblemCode> {
  return new Set<ProblemCode>([
    'headers_too_large',
    'internal',
    'unavailable',
    ...(method === 'POST'
      ? ([
          'invalid_request',
          'invalid_json',
          'cross_site',
          'company_deleted',
          'request_timeout',
          'too_large',
          'unsupported_media_type',
          'too_many_requests',
        ] as const)
      : (['method_not_allowed'] as const)),
    ...(session === 'nothing' ? [] : (['not_signed_in', 'step_required'] as const)),
    ...problems,
  ])
}
