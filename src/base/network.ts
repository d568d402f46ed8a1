import { isIPv6 } from 'node:net'

/**
 * The network of an address, for counting: an IPv6 client usually has a whole /64, so all its addresses count as one. An
 * IPv4 address, also in IPv6 form, counts alone. Anything else is returned as it is.
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%')
  if (!isIPv6(plain)) return address
  const groups = groupsOf(plain)
  const [a = 0, b = 0] = groups.slice(6)
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff)
    return [a >> 8, a & 255, b >> 8, b & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): number[] {
  const [head = [], tail = []] = address.split('::').map(numbersOf)
  const missing = 8 - head.length - tail.length
  return [...head, ...Array<number>(Math.max(0, missing)).fill(0), ...tail]
}

function numbersOf(part: string): number[] {
  return part
    .split(':')
    .filter((group) => group !== '')
    .flatMap((group) => {
      // The last 32 bits may be written like an IPv4 address.
      const [a, b, c, d] = group.split('.').map(Number)
      if (a === undefined || b === undefined || c === undefined || d === undefined)
        return [Number.parseInt(group, 16)]
      return [a * 256 + b, c * 256 + d]
    })
}
