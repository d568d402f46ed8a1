import type { IncomingHttpHeaders } from 'node:http'
import { problem } from '../base/errors.ts'

/**
 * Characters of one header, repeated ones joined: more than any client needs, and room for the longest file name in both
 * forms of `Content-Disposition`, percent-encoded.
 */
const most = 8_192

/** Whatever reads a header later never sees a long one. */
export function demandShortHeaders(headers: IncomingHttpHeaders): void {
  for (const name in headers) {
    const value = headers[name] ?? ''
    if (value.length > most || (typeof value !== 'string' && value.join().length > most))
      throw problem(
        'headers_too_large',
        `The header ${name.slice(0, 80)} may have at most ${most} characters.`,
      )
  }
}
