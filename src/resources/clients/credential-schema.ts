import type { JsonSchema } from '../../schema/json-schema.ts'

/** The file that a developer downloads, once. */
export const credentialSchema: JsonSchema = {
  type: 'object',
  description:
    'Everything needed to get the first token. Keep it safe: the private key is never shown again.',
  additionalProperties: false,
  required: ['client_id', 'private_key', 'key_id', 'audience', 'scope', 'token_url', 'api_url'],
  properties: {
    client_id: { type: 'string', description: 'The `iss` of the client’s assertions.' },
    private_key: { type: 'string', description: 'PKCS#8, as PEM.' },
    key_id: { type: 'string', description: 'The `kid` that assertions may send.' },
    audience: { type: 'string', description: 'The `aud` of the client’s assertions.' },
    scope: { type: 'string', description: 'The `scp` of the client’s assertions.' },
    token_url: {
      type: 'string',
      format: 'uri',
      description: 'Where assertions are exchanged for access tokens.',
    },
    api_url: { type: 'string', format: 'uri', description: 'The base URL of the API.' },
  },
}
