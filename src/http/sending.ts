import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from './answer.ts'
import {
  compressed,
  compressOnce,
  type Encoding,
  encodedTag,
  encodingFor,
  isCompressible,
} from './compression.ts'
import { csvType } from './csv.ts'
import { namesTag, prefersRepresentation, wantsBareId } from './negotiation.ts'
import { alwaysHasBody, isTable, type Spec } from './operation.ts'

/** Server-sent events. */
export const eventsType = 'text/event-stream'

/** None for responses without a body, or with an optional one. */
export function answerTypes({ answer }: Spec): string[] {
  if (answer === 'nothing' || !alwaysHasBody({ answer })) return []
  if (isTable({ answer })) return ['application/json', csvType]
  if ('ok' in answer && answer.events === true) return ['application/json', eventsType]
  return 'created' in answer ? ['application/json', 'text/plain'] : ['application/json']
}

/** Converts the response to the form the caller requested. */
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
 * is the whole response.
 */
function withoutLocation(answer: Answer): Answer {
  if (answer.body === undefined) return answer
  const { location: _, ...headers } = answer.headers
  return { ...answer, headers }
}

export function send(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
): FastifyReply | Promise<FastifyReply> {
  const { status, body, stream } = answer
  const encoding = encodingOf(request, answer)
  const headers = encoding === undefined ? answer.headers : encodedHeaders(answer.headers, encoding)
  const unless = request.headers['if-none-match']
  const etag = headers['etag']
  if (request.method === 'GET' || request.method === 'HEAD')
    if (unless !== undefined && etag !== undefined && namesTag(unless, etag, { weak: true })) {
      // A large page that is not sent gives its memory back.
      stream?.destroy()
      return reply.code(304).header('etag', etag).send()
    }
  reply.code(status).headers(headers)
  if (encoding === undefined) return reply.send(stream ?? body)
  if (stream !== undefined) return reply.send(compressed(stream, encoding))
  return compressOnce(Buffer.from(body ?? ''), encoding).then((bytes) => reply.send(bytes))
}

/**
 * The encoding in which a response is sent. Never compressed: content of files, which is served in ranges, and responses
 * that hold a secret, whose length could reveal it next to text that somebody else chose.
 */
function encodingOf({ headers }: FastifyRequest, answer: Answer): Encoding | undefined {
  const { 'content-type': type, 'cache-control': caching, 'accept-ranges': ranges } = answer.headers
  const size = answer.bytes ?? answer.body?.length ?? 0
  if (ranges !== undefined || caching === 'no-store' || !isCompressible(type, size)) return undefined
  return encodingFor(headers['accept-encoding'])
}

function encodedHeaders(given: Answer['headers'], encoding: Encoding): Answer['headers'] {
  const { 'content-length': _, etag, ...headers } = given
  return {
    ...headers,
    'content-encoding': encoding,
    ...(etag !== undefined && { etag: encodedTag(etag, encoding) }),
  }
}
