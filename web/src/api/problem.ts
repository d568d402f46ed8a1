import { texts } from '../texts/texts.ts'
import { readable } from './messages.ts'

/** How long to wait by `Retry-After`: it has seconds or a date (RFC 9110). */
export function secondsUntil(retryAfter: string | null, now = Date.now()): number | undefined {
  if (retryAfter === null || retryAfter.trim() === '') return undefined
  const seconds = /^\s*\d+\s*$/.test(retryAfter)
    ? Number(retryAfter)
    : Math.max(0, Math.ceil((Date.parse(retryAfter) - now) / 1000))
  return Number.isFinite(seconds) ? seconds : undefined
}

/** An error response of the service (RFC 9457). */
export class ApiProblem extends Error {
  readonly status: number
  readonly code: string
  readonly requestId: string | undefined
  readonly faults: readonly { pointer?: string; parameter?: string; detail: string }[]
  readonly retryAfter: number | undefined

  constructor(status: number, body: Partial<ProblemBody>, retryAfter: string | null) {
    super(readable(body.message ?? body.detail ?? texts.states.unexpected))
    this.name = 'ApiProblem'
    this.status = status
    this.code = body.code ?? 'unknown'
    this.requestId = body.requestId
    this.faults = body.errors ?? []
    this.retryAfter = secondsUntil(retryAfter)
  }

  /** The message for one field of a form, if it has a fault. */
  faultOf(field: string): string | undefined {
    return this.faults.find(({ pointer }) => pointer === `/${field}` || pointer?.startsWith(`/${field}/`))
      ?.detail
  }
}

interface ProblemBody {
  message: string
  detail: string
  code: string
  requestId: string
  errors: { pointer?: string; parameter?: string; detail: string }[]
}

/** The network or the service is down. */
export class Unreachable extends Error {
  constructor() {
    super(texts.states.cannotReach)
    this.name = 'Unreachable'
  }
}

/** Session expired, timeout, changed by others in the meantime, too early, too many requests. */
const passing = [401, 408, 412, 425, 429]

/** Whether the same request may succeed later. */
export const maySucceedLater = (error: unknown): boolean =>
  !(error instanceof ApiProblem) || error.status >= 500 || passing.includes(error.status)

const named = new WeakSet<Error>()

/**
 * Prefixes a message with its subject, because a notice stays after the person has moved on. A message has one subject.
 * Several requests may share an error, so the error itself stays as it is.
 */
export function about(what: string, error: unknown): unknown {
  if (!(error instanceof Error) || named.has(error)) return error
  const copy = Object.create(error, { message: { value: texts.states.about(what, error.message) } }) as Error
  named.add(copy)
  return copy
}

export async function problemOf(response: Response): Promise<ApiProblem> {
  const body = (await response.json().catch(() => ({}))) as Partial<ProblemBody>
  return new ApiProblem(response.status, body, response.headers.get('retry-after'))
}
