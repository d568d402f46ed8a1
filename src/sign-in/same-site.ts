import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { problem } from '../base/errors.ts'

/** The header that the application's pages send with every request of a session. */
const csrfHeader = 'x-csrf-token'

/**
 * Refuses requests from pages of other sites. Browsers send the origin of a request (`Sec-Fetch-Site`, or
 * `Origin` in older ones), and no script can change that. A request with neither header is not from a browser
 * and carries only its own cookies.
 */
export function demandSameSite({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if ((site === undefined || site === 'same-origin') && (origin === undefined || origin === publicUrl)) return
  throw problem('cross_site', `This request must come from a page of ${publicUrl}.`)
}

/** Checks the session's CSRF token, which pages of other sites cannot read. */
export function demandCsrfToken({ headers }: FastifyRequest, expected: string): void {
  const given = Buffer.from(String(headers[csrfHeader] ?? ''))
  const right = Buffer.from(expected)
  if (given.length === right.length && timingSafeEqual(given, right)) return
  throw problem(
    'cross_site',
    'The header X-CSRF-Token is missing or belongs to another session. Get the token from GET /auth/session.',
  )
}
