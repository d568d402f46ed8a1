import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { problem } from '../base/errors.ts'

/** The header that a page of ours sends along with everything that a session does. */
const csrfHeader = 'x-csrf-token'

/**
 * Refuses what a page of another site has sent. Browsers say where a request comes from (`Sec-Fetch-Site`, or
 * `Origin` where they are older), and no script can make them say otherwise. What says neither is no browser,
 * and carries nobody's cookies but its own.
 */
export function demandSameSite({ headers }: FastifyRequest, publicUrl: string): void {
  const site = headers['sec-fetch-site']
  const { origin } = headers
  if ((site === undefined || site === 'same-origin') && (origin === undefined || origin === publicUrl)) return
  throw problem(
    'cross_site',
    `This request did not come from a page of ${publicUrl}; only those may send it.`,
  )
}

/** The token that belongs to the session: a page of another site cannot read it. */
export function demandCsrfToken({ headers }: FastifyRequest, expected: string): void {
  const given = Buffer.from(String(headers[csrfHeader] ?? ''))
  const right = Buffer.from(expected)
  if (given.length === right.length && timingSafeEqual(given, right)) return
  throw problem(
    'cross_site',
    'The header X-CSRF-Token is missing or is not that of this session; GET /auth/session gives it.',
  )
}
