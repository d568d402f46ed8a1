import { invalid, problem } from '../base/errors.ts'

/** By the first and the last byte. */
export interface Range {
  first: number
  last: number
}

/** More than these are asked for by mistake, or to make work. */
const mostRanges = 50

/**
 * RFC 9110, section 14: the stretches of content that `Range` names, those that touch made one; undefined where
 * all of it is to be given. Throws 416 when there is nothing of what was asked for.
 */
export function readRanges(header: string | undefined, size: number): Range[] | undefined {
  const [, unit = '', set = ''] = /^\s*([\w-]+)\s*=(.*)$/s.exec(header ?? '') ?? []
  // "An origin server MUST ignore a Range header field that contains a range unit it does not understand."
  if (header === undefined || (unit !== '' && unit.toLowerCase() !== 'bytes')) return undefined
  const specs = set.split(',').map((spec) => spec.trim())
  // However large: "if the last-pos value is greater than or equal to the current length […], the remainder".
  const parsed = specs.map((spec) => /^(\d*)-(\d*)$/.exec(spec))
  if (unit === '' || parsed.some((spec) => spec === null || spec[0] === '-')) throw malformed()
  if (specs.length > mostRanges) throw malformed(` with at most ${mostRanges} stretches`)
  const found: Range[] = []
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
      `The content has ${size} bytes, and nothing of what was asked for.`,
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

/** In the order asked for, unless some overlap: nothing is given twice. */
function joined(ranges: readonly Range[]): Range[] {
  const sorted = ranges.toSorted((a, b) => a.first - b.first)
  const apart = sorted.every(({ first }, n) => n === 0 || first > (sorted[n - 1]?.last ?? -1) + 1)
  if (apart) return [...ranges]
  const result: Range[] = []
  for (const range of sorted) {
    const before = result.at(-1)
    if (before !== undefined && range.first <= before.last + 1)
      before.last = Math.max(before.last, range.last)
    else result.push({ ...range })
  }
  return result
}
