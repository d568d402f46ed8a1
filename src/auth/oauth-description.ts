import type { DescribedOperation, PathItem, RequestBody, Response } from '../description/openapi/document.ts'
import { operationIdOf } from '../http/operation-id.ts'
import type { JsonSchema } from '../schema/json-schema.ts'
import { jwtBearer } from './token-endpoint.ts'

const text = (description: string, more: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  description,
  ...more,
})

function body(
  properties: Record<string, JsonSchema>,
  required: readonly string[],
  example: object,
): RequestBody {
  const schema: JsonSchema = { type: 'object', properties, required }
  return {
    description: 'Each parameter once, as one JSON object or as a form.',
    required: true,
    content: { 'application/json': { schema, example }, 'application/x-www-form-urlencoded': { schema } },
  }
}

const requestId = {
  'X-Request-Id': {
    description: 'The id of the request in the service log.',
    required: true,
    schema: text(''),
  },
}

const json = (description: string, schema: JsonSchema): Response => ({
  description,
  headers: requestId,
  content: { 'application/json': { schema } },
})

const fault = (description: string): Response =>
  json(description, {
    type: 'object',
    required: ['error', 'error_description'],
    properties: {
      error: text('The code of RFC 6749 section 5.2.'),
      error_description: text('A sentence that describes the error.'),
    },
  })

const shared: Record<string, Response> = {
  '413': fault('The body is larger than 16 KiB.'),
  '415': fault('The body is neither JSON nor a form.'),
  '429': fault('Too many attempts; `Retry-After` says when to try again.'),
}

const token: DescribedOperation = {
  operationId: operationIdOf('POST', '/oauth2/token'),
  summary: 'Exchanges a signed assertion for an access token.',
  description:
    '**Permission:** Anyone with a key of an active client.\n\nThe assertion is a JWT signed with RS256: `iss` (the client_id), `aud` (the host name of the authorization server), `exp`, `iat`, `scp` (`cd.user`), optionally `jti`, `sub`, `nbf`.',
  tags: ['oauth2'],
  security: [],
  requestBody: body(
    {
      grant_type: text('The grant of RFC 7523.', { enum: [jwtBearer] }),
      assertion: text('The signed JWT.'),
    },
    ['grant_type', 'assertion'],
    { grant_type: jwtBearer, assertion: 'eyJhbGciOiJSUzI1NiJ9.…' },
  ),
  responses: {
    '200': json('An access token.', {
      type: 'object',
      required: ['access_token', 'token_type', 'expires_in', 'scope'],
      properties: {
        access_token: text('Send it as `Authorization: Bearer …`.'),
        token_type: text('Always `bearer`.'),
        expires_in: { type: 'integer', description: 'How many seconds it is valid.' },
        scope: text('Always `cd.user`.'),
      },
    }),
    '400': fault('`invalid_request`, `unsupported_grant_type`, `invalid_grant` or `invalid_scope`.'),
    ...shared,
  },
}

const proof = {
  token: text('The access token in question.'),
  token_type_hint: text('Ignored: there is one type of token.'),
  client_assertion_type: text('Without a bearer token: the type of RFC 7523.'),
  client_assertion: text('Without a bearer token: a JWT signed like an assertion for a token.'),
}

const prover = {
  tags: ['oauth2'],
  security: [{ bearer: [] }, {}],
  requestBody: body(proof, ['token'], { token: '…' }),
}

const refusals: Record<string, Response> = {
  '400': fault('`invalid_request`.'),
  '401': fault('`invalid_client`: the caller did not prove who it is.'),
  ...shared,
}

const revoke: DescribedOperation = {
  ...prover,
  operationId: operationIdOf('POST', '/oauth2/revoke'),
  summary: 'Revokes an access token immediately (RFC 7009).',
  description:
    '**Permission:** The token’s client or user, or a company admin; others get the same response, without effect.',
  responses: {
    '200': { description: 'The token, if it was yours, is revoked.', headers: requestId },
    ...refusals,
  },
}

const introspect: DescribedOperation = {
  ...prover,
  operationId: operationIdOf('POST', '/oauth2/introspect'),
  summary: 'Shows the properties of an access token of your company (RFC 7662).',
  description:
    '**Permission:** Any client or user of the company; tokens of other companies appear as not active.',
  responses: {
    '200': json('The properties of the token.', {
      type: 'object',
      required: ['active'],
      properties: {
        active: { type: 'boolean', description: 'Whether it can be used.' },
        scope: text('Its scope.'),
        client_id: text('The client it was issued to.'),
        username: text('The email address of the user it acts as.'),
        token_type: text('Always `bearer`.'),
        exp: { type: 'integer', description: 'When it expires, in seconds since 1970.' },
        iat: { type: 'integer', description: 'When it was issued, in seconds since 1970.' },
        sub: text('The userHash of the user it acts as.'),
        iss: text('The address of the authorization server.'),
      },
    }),
    ...refusals,
  },
}

const metadata: DescribedOperation = {
  operationId: operationIdOf('GET', '/.well-known/oauth-authorization-server'),
  summary: 'Describes the authorization server (RFC 8414).',
  description: '**Permission:** Anyone.',
  tags: ['oauth2'],
  security: [],
  responses: {
    '200': json('Its metadata.', { type: 'object' }),
    '405': { description: 'A method other than GET. `Allow` lists the methods.', headers: requestId },
  },
}

/** The authorization server's methods, which respond in the format of OAuth 2.0. */
export const oauthPaths: Record<string, PathItem> = {
  '/oauth2/token': { post: token },
  '/oauth2/revoke': { post: revoke },
  '/oauth2/introspect': { post: introspect },
  '/.well-known/oauth-authorization-server': { get: metadata },
}

export const oauthTag = {
  name: 'oauth2',
  description: 'The authorization server: tokens for service clients.',
}
