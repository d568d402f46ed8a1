const shownLength = 100

/** The JSON Pointer (RFC 6901) of a member, truncated if the name is very long. */
export function pointerTo(member: string): string {
  return `/${member.slice(0, shownLength).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** "All of them are reported at once", within reason: the response must not be much longer than the request. */
export const mostFaults = 100
