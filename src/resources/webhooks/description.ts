import type { PathItem } from '../../description/openapi/document.ts'

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header' as const,
  description,
  required: true,
  schema: { type: 'string' },
  example,
})

const parameters = [
  header(
    'webhook-id',
    'The id of the change: the same for every attempt and replay.',
    '034xoOp7QM7UE5C1GyMpSt',
  ),
  header('webhook-timestamp', 'When the request was sent, in seconds since 1970.', '1774949400'),
  header(
    'webhook-signature',
    'Signatures of `id.timestamp.body`, separated by spaces: `v1,` with the secret (HMAC-SHA256), `v1a,` with the key pair (ed25519), in base64.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
  header('atrium-position', 'The position of the change in the feed.', 'k3Jq9xLm.4711'),
  header('atrium-attempt', 'The number of the attempt, from 1.', '1'),
]

const text = { type: 'string' }
const optionalText = { type: ['string', 'null'] }

/** The requests that the service sends, for OpenAPI's `webhooks`. */
export const webhookRequests: Record<string, PathItem> = {
  change: {
    post: {
      operationId: 'receiveChange',
      summary: 'A change in the company, sent to each matching webhook.',
      description:
        'Sent until the receiver responds with a 2xx status: 12 times within about 71 hours. Verify the signature, then ignore requests whose `webhook-id` you have already handled.',
      tags: ['webhooks'],
      security: [],
      parameters,
      requestBody: {
        description: 'The change.',
        required: true,
        content: {
          'application/json': {
            schema: {
              type: 'object',
              required: ['type', 'timestamp', 'data'],
              properties: {
                type: { ...text, description: 'The type of the change, such as `task.updated`.' },
                timestamp: { ...text, format: 'date-time', description: 'When the change happened.' },
                data: {
                  type: 'object',
                  description: 'The change, as in `GET /v1/changes`.',
                  required: ['id', 'position', 'type', 'kind', 'recordId', 'at', 'fields', 'previous'],
                  properties: {
                    id: text,
                    position: text,
                    type: text,
                    kind: text,
                    recordId: text,
                    workspaceId: optionalText,
                    otherWorkspaceId: { ...optionalText, description: 'For a move: where it came from.' },
                    at: { ...text, format: 'date-time' },
                    userHash: optionalText,
                    clientId: optionalText,
                    requestId: text,
                    fields: { type: 'array', items: text, description: 'The names of the changed fields.' },
                    previous: { type: 'object', description: 'Their values before the change.' },
                    record: {
                      type: ['object', 'null'],
                      description:
                        'With `payload` = `record`: the record now; null if it is gone or the owner may not see it.',
                    },
                    truncated: {
                      type: 'boolean',
                      description: 'True if the record was left out because the request would exceed 64 KiB.',
                    },
                  },
                },
              },
            },
          },
        },
      },
      responses: {
        '2XX': { description: 'The change was accepted.' },
        '410': { description: 'Disables the webhook.' },
        '429': { description: 'The receiver is overloaded; `Retry-After` is honored, up to 24 hours.' },
      },
    },
  },
}
