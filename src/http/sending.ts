import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './answer.ts'
import { csvType } from './csv.ts'
import { namesTag, prefersRepresentation, wantsBareId } from './negotiation.ts'
import { alwaysHasBody, isTable, type Spec } from './operation.ts'

/** None for answers without a body, or with an optional one. */
export function answerTypes({ answer }: Spec): string[] {
  if (answer === 'nothing' || !alwaysHasBody({ answer })) return []
  if (isTable({ answer })) return ['application/json', csvType]
  return 'created' in answer ? ['application/json', 'text/plain'] : ['application/json']
}

/** Converts the answer to the form the caller asked for. */
export function negotiated(request: FastifyRequest, given: Answer): Answer {
  const { createdId, representation, ...answer } = request.actor?.compatibility
    ? withoutLocation(given)
    : given
  if (createdId !== undefined && (request.actor?.compatibility || wantsBareId(request.headers.accept)))
    return {
      ...answer,
      headers: { ...answer.headers, 'content-type': 'text/plain; charset=utf-8' },
      body: createdId,
    }
  if (representation !== undefined && prefersRepresentation(request.headers.prefer))
    return {
      status: 200,
      headers: {
        ...answer.headers,
        'content-type': 'application/json; charset=utf-8',
        'preference-applied': 'return=representation',
      },
      body: representation,
    }
  return answer
}

/**
 * "A 201 carries no `Location` (PHP's stream wrapper follows it at any status)." A resumable upload needs it: its address
 * is the whole answer.
 */
function withoutLocation(answer: Answer): Answer {
  if (answer.body === undefined) return answer
  const { location: _, ...headers } = answer.headers
  return { ...answer, headers }
}

export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body, stream }: Answer,
): FastifyReply {
  const unless = request.headers['if-none-match']
  const etag = headers['etag']
  if (request.method === 'GET' || request.method === 'HEAD')
    if (unless !== undefined && etag !== undefined && namesTag(unless, etag, { weak: true })) {
      // A large page that is not sent gives its memory back.
      stream?.destroy()
      return reply.code(304).header('etag', etag).send()
    }
  return reply
    .code(status)
    .headers(headers)
    .send(stream ?? body)
}
