const shownLength = 100

/** The JSON Pointer (RFC 6901) of a member, cut where somebody sends a name that long. */
export function pointerTo(member: string): string {
  return `/${member.slice(0, shownLength).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** "All of them are reported at once", within reason: an answer is not many times as long as its request. */
export const mostFaults = 100
