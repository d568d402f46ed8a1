import { invalid, problem } from '../../base/errors.ts'
import type { ByteRange } from '../../file-store/store.ts'

/** More ranges than this are a mistake or an attack. */
const mostRanges = 50

/**
 * RFC 9110, section 14: the ranges of the header, with touching ones merged; undefined if all content is to
 * be sent. Throws 416 if none of them can be satisfied.
 */
export function readRanges(header: string | undefined, size: number): ByteRange[] | undefined {
  const [, unit = '', set = ''] = /^\s*([\w-]+)\s*=(.*)$/s.exec(header ?? '') ?? []
  // "An origin server MUST ignore a Range header field that contains a range unit it does not understand."
  if (header === undefined || (unit !== '' && unit.toLowerCase() !== 'bytes')) return undefined
  const specs = set.split(',').map((spec) => spec.trim())
  // However large: "if the last-pos value is greater than or equal to the current length […], the remainder".
  const parsed = specs.map((spec) => /^(\d*)-(\d*)$/.exec(spec))
  if (unit === '' || parsed.some((spec) => spec === null || spec[0] === '-')) throw malformed()
  if (specs.length > mostRanges) throw malformed(` with at most ${mostRanges} ranges`)
  const found: ByteRange[] = []
  for (const spec of parsed) {
    const [, from = '', to = ''] = spec ?? []
    if (from !== '' && to !== '' && Number(from) > Number(to)) throw malformed()
    // "If the selected representation is shorter than the specified suffix-length, the entire representation is used."
    if (from === '' && Number(to) > 0 && size === 0) return undefined
    const first = from === '' ? Math.max(0, size - Number(to)) : Number(from)
    const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1)
    if (first <= last) found.push({ first, last })
  }
  if (found.length === 0)
    throw problem(
      'range_not_satisfiable',
      `The content has ${size} bytes, and no requested range is within them.`,
      {
        headers: { 'content-range': `bytes */${size}` },
      },
    )
  return joined(found)
}

function malformed(more = ''): Error {
  const detail = `The header Range must be of the form bytes=0-499 or bytes=-500${more}.`
  return invalid([{ parameter: 'Range', detail }])
}

/** In the requested order, unless some overlap: nothing is sent twice. */
function joined(ranges: readonly ByteRange[]): ByteRange[] {
  const sorted = ranges.toSorted((a, b) => a.first - b.first)
  const apart = sorted.every(({ first }, n) => n === 0 || first > (sorted[n - 1]?.last ?? -1) + 1)
  if (apart) return [...ranges]
  const result: ByteRange[] = []
  for (const range of sorted) {
    const before = result.at(-1)
    if (before !== undefined && range.first <= before.last + 1)
      before.last = Math.max(before.last, range.last)
    else result.push({ ...range })
  }
  return result
}
