import { clock } from '../base/clock.ts'
import { codeOf } from '../base/errors.ts'
import type { OutwardClient } from '../outward/client.ts'
import { AddressRefused } from '../outward/rules.ts'
import { pauseAfter } from './schedule.ts'

/** A request as a receiver gets it. */
export interface SignedRequest {
  url: string
  headers: Readonly<Record<string, string>>
  body: string
}

/** The result of one attempt. */
export interface Sent {
  /**
   * - `delivered`: any 2xx.
   * - `retry`: anything else, unless the receiver says otherwise.
   * - `abort`: the receiver does not want this delivery (`webhook-delivery: abort-message`).
   */
  verdict: 'delivered' | 'retry' | 'abort'
  /** The receiver wants no more requests: 410, or `webhook-delivery: disable`. */
  disables: boolean
  status: number | null
  error: string | null
  /** The beginning of the response. */
  response: string | null
  milliseconds: number
  /** Milliseconds for which nothing may be sent to this receiver. */
  pause: number | undefined
}

const mostBytes = 65_536
const keptCharacters = 1_024

/** Sends one request. Never throws. */
export async function sendOnce(
  client: OutwardClient,
  { url, headers, body }: SignedRequest,
  options: { seconds: number; queue: 'healthy' | 'failing'; now: number; signal?: AbortSignal | undefined },
): Promise<Sent> {
  const began = clock.ticks()
  const took = (): number => Math.round(clock.ticks() - began)
  const { now, ...rest } = options
  try {
    const reply = await client.send(url, {
      method: 'POST',
      headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
      body,
      mostBytes,
      whenLonger: 'cut',
      ...rest,
    })
    const { status } = reply
    const [retryAfter] = reply.headers['retry-after'] ?? []
    const [request] = reply.headers['webhook-delivery'] ?? []
    const isFine = status >= 200 && status < 300
    return {
      verdict: isFine ? 'delivered' : request === 'abort-message' ? 'abort' : 'retry',
      disables: status === 410 || request === 'disable',
      status,
      error: isFine ? null : faultOf(status),
      response: textIn(reply.body),
      milliseconds: took(),
      pause: isFine ? undefined : pauseAfter(status, retryAfter, now),
    }
  } catch (error) {
    const { reason, isSilent } = reasonOf(error)
    return {
      verdict: 'retry',
      disables: false,
      status: null,
      error: reason.slice(0, 255),
      response: null,
      milliseconds: took(),
      pause: isSilent ? pauseAfter(undefined, undefined, now) : undefined,
    }
  }
}

function faultOf(status: number): string {
  if (status >= 300 && status < 400) return `The receiver answered ${status}; redirects are not followed.`
  return `The receiver answered ${status}.`
}

/** PostgreSQL cannot store the character NUL. */
const textIn = (body: Buffer): string =>
  [...body.toString('utf8', 0, keptCharacters * 4).replaceAll('\0', '')].slice(0, keptCharacters).join('')

const reasons: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'Connection refused.',
  ECONNRESET: 'The receiver closed the connection before its response was complete.',
  EPIPE: 'The receiver closed the connection before its response was complete.',
  ENOTFOUND: 'The host name does not exist.',
  EAI_AGAIN: 'The DNS server did not respond.',
  EHOSTUNREACH: 'The host cannot be reached.',
  ENETUNREACH: 'The network cannot be reached.',
  ETIMEDOUT: 'Could not connect in time.',
}

function reasonOf(error: unknown): { reason: string; isSilent: boolean } {
  const message = error instanceof Error ? error.message : String(error)
  const isSilent = /^(No response|Could not connect) within/.test(message)
  if (error instanceof AddressRefused || isSilent) return { reason: message, isSilent }
  // Connecting to several addresses of a name fails with all their errors.
  const [first = error] = error instanceof AggregateError ? error.errors : []
  const code = codeOf(first)
  if (reasons[code] !== undefined) return { reason: reasons[code], isSilent }
  if (/CERT|TLS|SSL|ERR_TLS/.test(code)) return { reason: `The TLS connection failed (${code}).`, isSilent }
  return { reason: `The request failed${code === '' ? '' : ` (${code})`}.`, isSilent }
}
