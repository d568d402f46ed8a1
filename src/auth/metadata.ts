import type { FastifyInstance } from 'fastify'
import type { Config } from '../base/config.ts'
import { userScope } from './access-token.ts'
import { jwtBearer } from './token-endpoint.ts'

/** The authorization server's metadata (RFC 8414). */
export function metadataRoutes(
  app: FastifyInstance,
  { authUrl, publicUrl }: Pick<Config, 'authUrl' | 'publicUrl'>,
): void {
  const proof = {
    auth_methods_supported: ['private_key_jwt'],
    auth_signing_alg_values_supported: ['RS256'],
  }
  const named = (endpoint: string): Record<string, string[]> =>
    Object.fromEntries(Object.entries(proof).map(([name, values]) => [`${endpoint}_${name}`, values]))
  const metadata = JSON.stringify({
    issuer: authUrl,
    token_endpoint: `${authUrl}/oauth2/token`,
    revocation_endpoint: `${authUrl}/oauth2/revoke`,
    introspection_endpoint: `${authUrl}/oauth2/introspect`,
    grant_types_supported: [jwtBearer],
    response_types_supported: [],
    scopes_supported: [userScope],
    ...named('token_endpoint'),
    ...named('revocation_endpoint'),
    ...named('introspection_endpoint'),
    service_documentation: `${publicUrl}/explorer`,
  })
  app.get('/.well-known/oauth-authorization-server', async (_request, reply) =>
    reply
      .headers({ 'cache-control': 'public, max-age=3600', 'access-control-allow-origin': '*' })
      .type('application/json; charset=utf-8')
      .send(metadata),
  )
}
