import type { Header, Reference } from './document.ts'
import type { SharedParts } from './shared-parts.ts'

const always = (description: string, schema: Header['schema'] = { type: 'string' }): Header => ({
  description,
  required: true,
  schema,
})

const known = {
  'X-Request-Id': always('The name of the request in the log of the service.'),
  ETag: always('Stands for the state of the record; goes into `If-Match` and `If-None-Match`.'),
  Location: always('The path of the new record.', { type: 'string', pattern: '^/' }),
  'Preference-Applied': always('Which preference was followed.'),
  'WWW-Authenticate': always('How to authenticate, and what is wrong with the token (RFC 6750).'),
  'Retry-After': always('After how many seconds to try again.', { type: 'integer', minimum: 0 }),
  'RateLimit-Policy': {
    description: 'How many requests may be sent (`q`) in how many seconds (`w`).',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'How many more may be sent now (`r`), and in how many seconds all may be again (`t`).',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` when the answer is that of the first request with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
} satisfies Record<string, Header>

export type HeaderName = keyof typeof known

/** These headers, and those that every answer has. */
export function headersNamed(names: readonly HeaderName[], parts: SharedParts): Record<string, Reference> {
  const all: readonly HeaderName[] = [...names, 'X-Request-Id', 'RateLimit-Policy', 'RateLimit']
  return Object.fromEntries(all.map((name) => [name, parts.refer('headers', name, known[name])]))
}
