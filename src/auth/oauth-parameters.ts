import type { FastifyRequest } from 'fastify'
import { findPacking, hasBody, readBody } from '../http/body.ts'
import { parseJson } from '../http/json.ts'
import { OAuthFault } from './oauth-fault.ts'

const mostBytes = 16_384
const seconds = 30

/** Other parameters are ignored (RFC 6749, section 3.2). */
const known: ReadonlySet<string> = new Set([
  'grant_type',
  'assertion',
  'token',
  'token_type_hint',
  'client_assertion',
  'client_assertion_type',
])

/**
 * Reads the parameters of a request to the authorization server: JSON or form, each at most once, none in the
 * URL.
 */
export async function readParameters(request: FastifyRequest): Promise<ReadonlyMap<string, string>> {
  if ((request.raw.url ?? '').includes('?'))
    throw new OAuthFault('invalid_request', 'Send the parameters in the body, not in the URL.')
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  if (type !== 'application/json' && type !== 'application/x-www-form-urlencoded')
    throw new OAuthFault(
      'unsupported_media_type',
      'The body must be application/json or application/x-www-form-urlencoded.',
    )
  const packing = findPacking(request.raw)
  if (packing !== undefined) throw new OAuthFault('unsupported_media_type', packing)
  const bytes = hasBody(request.raw) ? await readSmallBody(request) : Buffer.alloc(0)
  return type === 'application/json' ? fromJson(bytes) : fromForm(bytes)
}

async function readSmallBody(request: FastifyRequest): Promise<Buffer> {
  try {
    return await readBody(request.raw, { bytes: mostBytes, seconds })
  } catch (error) {
    if (error instanceof Error && 'status' in error && error.status === 413)
      // Keep the connection open: the client reads the response only after it has sent the whole body.
      throw new OAuthFault('too_large', `The body is larger than ${mostBytes} bytes.`)
    throw error
  }
}

function fromJson(bytes: Buffer): ReadonlyMap<string, string> {
  let value: unknown
  try {
    value = parseJson(bytes)
  } catch (error) {
    throw new OAuthFault('invalid_request', error instanceof Error ? error.message : 'The body is not JSON.')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new OAuthFault('invalid_request', 'The body must be one JSON object with the parameters.')
  const parameters = new Map<string, string>()
  for (const [name, parameter] of Object.entries(value)) {
    if (typeof parameter === 'string') parameters.set(name, parameter)
    else if (known.has(name))
      throw new OAuthFault('invalid_request', `The parameter ${name} must be a string.`)
  }
  return parameters
}

function fromForm(bytes: Buffer): ReadonlyMap<string, string> {
  const parameters = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(bytes.toString('utf8'))) {
    if (parameters.has(name))
      throw new OAuthFault('invalid_request', `The parameter ${name.slice(0, 60)} is given more than once.`)
    parameters.set(name, value)
  }
  return parameters
}

export function required(parameters: ReadonlyMap<string, string>, name: string): string {
  const value = parameters.get(name)
  if (value === undefined || value === '')
    throw new OAuthFault('invalid_request', `The parameter ${name} is missing.`)
  return value
}
