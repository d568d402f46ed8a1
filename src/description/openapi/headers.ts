import type { Header, Reference } from './document.ts'
import type { SharedComponents } from './shared-components.ts'

const always = (description: string, schema: Header['schema'] = { type: 'string' }): Header => ({
  description,
  required: true,
  schema,
})

const known = {
  'X-Request-Id': always('The id of the request in the service log.'),
  ETag: always('Identifies this version of the record; use it in `If-Match` and `If-None-Match`.'),
  Link: {
    description:
      'The `links` of the page as RFC 8288 has them, with the relations `next`, `prev`, `first` and `last`. At most 2,000 characters: `links` has those that do not fit, and is complete.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The path of the new record. Clients in compatibility mode do not get this header.',
    schema: { type: 'string', pattern: '^/' },
  },
  'Preference-Applied': always('The preference that was applied.'),
  'WWW-Authenticate': always('How to authenticate, and what is wrong with the token (RFC 6750).'),
  'Retry-After': always('The number of seconds to wait before trying again.', {
    type: 'integer',
    minimum: 0,
  }),
  'RateLimit-Policy': {
    description: 'The rate limit: requests (`q`) per number of seconds (`w`).',
    schema: { type: 'string' },
  },
  RateLimit: {
    description: 'The requests left now (`r`), and the seconds until all are available again (`t`).',
    schema: { type: 'string' },
  },
  'Idempotency-Replayed': {
    description: '`true` if this repeats the response to the first request with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
} satisfies Record<string, Header>

/** A list as CSV has none. */
export const pageTag: Header = {
  description: 'Identifies the content of this page; use it in `If-None-Match`.',
  schema: { type: 'string' },
}

export type HeaderName = keyof typeof known

/** These headers, and those of every response. */
export function headersNamed(
  names: readonly HeaderName[],
  parts: SharedComponents,
): Record<string, Reference> {
  const all: readonly HeaderName[] = [...names, 'X-Request-Id', 'RateLimit-Policy', 'RateLimit']
  return Object.fromEntries(all.map((name) => [name, parts.refer('headers', name, known[name])]))
}
