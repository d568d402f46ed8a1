const minute = 60
const hour = 60 * minute

/** Seconds before each attempt. The last one comes at least 70 hours and 42 minutes after the first. */
const delays = [
  0,
  5,
  30,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  3 * hour,
  6 * hour,
  12 * hour,
  24 * hour,
  24 * hour,
] as const

export const mostAttempts: number = delays.length

/** How much later than planned an attempt may be, so that deliveries that failed together do not return together. */
const mostJitter = 0.2

/** Milliseconds until the next attempt; undefined if there is none. */
export function delayAfter(attempts: number, random = Math.random()): number | undefined {
  const seconds = delays[attempts]
  return seconds === undefined ? undefined : seconds * 1_000 * (1 + random * mostJitter)
}

/** While a receiver fails, one delivery probes it: soon at first, then once an hour. */
export function delayOfProbe(probes: number, random = Math.random()): number {
  const seconds = Math.min(delays[probes + 1] ?? hour, hour)
  return seconds * 1_000 * (1 + random * mostJitter)
}

/** Hours without a success after which a webhook is disabled. */
export const hoursUntilDisabled = 120

const mostPause = 24 * hour
const usualPause = minute

/** Seconds that a `Retry-After` header asks for: a number of seconds, or a date. */
function secondsIn(header: string | undefined, now: number): number | undefined {
  if (header === undefined) return undefined
  if (/^\s*\d{1,9}\s*$/.test(header)) return Number(header)
  const date = Date.parse(header)
  return Number.isNaN(date) ? undefined : Math.max(0, (date - now) / 1_000)
}

/** Statuses that mean that the receiver as a whole is overloaded or away. */
const overloaded: ReadonlySet<number> = new Set([429, 502, 503, 504])

/** Milliseconds for which nothing may be sent to the receiver. `status`: undefined after a timeout. */
export function pauseAfter(
  status: number | undefined,
  retryAfter: string | undefined,
  now: number,
): number | undefined {
  const asked = secondsIn(retryAfter, now)
  if (asked !== undefined) return Math.min(asked, mostPause) * 1_000
  return status === undefined || overloaded.has(status) ? usualPause * 1_000 : undefined
}
