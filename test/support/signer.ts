import { createHmac, createPrivateKey, sign } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { Credential } from '../../src/auth/client-keys.ts'
import { clock } from '../../src/base/clock.ts'
import type { Company, World } from './world.ts'

export const jwtBearer = 'urn:ietf:params:oauth:grant-type:jwt-bearer'

export const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')

export const now = (): number => Math.floor(clock.now() / 1000)

/** The claims of a correct assertion; tests change one at a time. */
export function claimsOf(credential: Credential): Record<string, unknown> {
  return { iss: credential.client_id, aud: credential.audience, exp: now() + 600, iat: now(), scp: 'cd.user' }
}

export interface Signing {
  header?: unknown
  claims?: unknown
  key?: string
}

export function assertionOf(credential: Credential, { header, claims, key }: Signing = {}): string {
  const signed = `${encode(header ?? { alg: 'RS256', typ: 'JWT' })}.${encode(claims ?? claimsOf(credential))}`
  const signature = sign('RSA-SHA256', Buffer.from(signed), createPrivateKey(key ?? credential.private_key))
  return `${signed}.${signature.toString('base64url')}`
}

/** A correct assertion with some claims changed; `undefined` removes one. */
export function withClaims(credential: Credential, changes: Record<string, unknown>): string {
  return assertionOf(credential, { claims: { ...claimsOf(credential), ...changes } })
}

export function hmacAssertion(credential: Credential, header: unknown, secret: string): string {
  const signed = `${encode(header)}.${encode(claimsOf(credential))}`
  return `${signed}.${createHmac('sha256', secret).update(signed).digest('base64url')}`
}

export interface TokenReply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the tests look into the response of the endpoint.
  body: any
  headers: Record<string, unknown>
}

export async function askToken(
  server: FastifyInstance,
  assertion: unknown,
  more: Record<string, unknown> = {},
): Promise<TokenReply> {
  return postJson(server, '/oauth2/token', { grant_type: jwtBearer, assertion, ...more })
}

export async function postJson(
  server: FastifyInstance,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<TokenReply> {
  const reply = await server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json', ...headers },
    payload: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return {
    status: reply.statusCode,
    body: reply.payload === '' ? undefined : JSON.parse(reply.payload),
    headers: reply.headers,
  }
}

export async function postForm(
  server: FastifyInstance,
  url: string,
  body: string,
  headers: Record<string, string> = {},
): Promise<TokenReply> {
  const form = { 'content-type': 'application/x-www-form-urlencoded', ...headers }
  const reply = await server.inject({ method: 'POST', url, headers: form, payload: body })
  return {
    status: reply.statusCode,
    body: reply.payload === '' ? undefined : JSON.parse(reply.payload),
    headers: reply.headers,
  }
}

/** An API client of the company, created by an administrator over the API. */
export async function makeClient(company: Company, more: Record<string, unknown> = {}): Promise<Credential> {
  const { credential } = await company.admin.create('/v1/clients', {
    name: 'Test',
    actAs: company.adminId,
    ...more,
  })
  return credential
}

export async function tokenFor(world: World, credential: Credential): Promise<string> {
  const { body } = await askToken(world.app.server, assertionOf(credential))
  return body.access_token
}
