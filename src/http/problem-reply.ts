import type { FastifyReply, FastifyRequest } from 'fastify'
import { codeOf, Problem, problem } from '../base/errors.ts'
import {
  isOutOfReach,
  isOutOfRoom,
  isPoolExhausted,
  isReadOnly,
  ReadOnlyDatabase,
} from '../db/postgres/failures.ts'
import { isGone } from './connections.ts'

/** Replaces Fastify's own error messages. */
const frameworkProblems: Readonly<Record<string, () => Problem>> = {
  FST_ERR_BAD_URL: () => problem('invalid_request', 'The address is not percent-encoded UTF-8.'),
  FST_ERR_MAX_PARAM_LENGTH: () => problem('uri_too_long', 'A part of the address is too long.'),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: () =>
    problem('invalid_request', 'The Content-Length does not match the body.'),
  FST_ERR_CTP_INVALID_MEDIA_TYPE: () =>
    problem('unsupported_media_type', 'The Content-Type is not a valid media type.'),
}

/** None of the hosts accepts writes, so there is no connection for reads either. */
const noPrimary = 'No server of the database accepts changes at the moment.'
const readOnly = 'The database is read-only at the moment: reading works, but nothing can be changed.'

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (isOutOfRoom(error)) return problem('disk_full', 'There is not enough space to store this.')
  if (isPoolExhausted(error))
    return problem('unavailable', 'No connection to the database was available in time.', {
      headers: { 'retry-after': '1' },
    })
  if (error instanceof ReadOnlyDatabase)
    return problem('unavailable', noPrimary, { headers: { 'retry-after': '5' } })
  if (isReadOnly(error)) return problem('unavailable', readOnly, { headers: { 'retry-after': '5' } })
  if (isOutOfReach(error))
    return problem('unavailable', 'The database is unavailable.', { headers: { 'retry-after': '5' } })
  const code = codeOf(error)
  return (
    frameworkProblems[code]?.() ??
    problem('internal', 'The service failed. Look up the request id in its log.')
  )
}

/**
 * RFC 9457, plus the members of the seed and the contract; for clients in compatibility mode the message
 * alone.
 */
export function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  error: unknown,
  publicUrl: string,
): FastifyReply {
  const fault = asProblem(error)
  if (fault.status >= 500 && !isGone(error))
    request.log.error({ err: error, code: fault.code }, fault.message)
  reply.code(fault.status).headers(fault.headers)
  if (request.plainErrors) return reply.type('text/plain; charset=utf-8').send(fault.message)
  return reply.type('application/problem+json; charset=utf-8').send(problemBody(fault, publicUrl, request.id))
}

export function problemBody(fault: Problem, publicUrl: string, requestId: string): string {
  return JSON.stringify({
    type: `${publicUrl}/problems/${fault.code}`,
    title: fault.title,
    status: fault.status,
    detail: fault.message,
    message: fault.message,
    code: fault.code,
    requestId,
    ...(fault.faults.length > 0 && { errors: fault.faults }),
  })
}
