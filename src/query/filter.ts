import type { Fault } from '../base/errors.ts'
import type { FilterTerm } from './condition.ts'
import { type FilterFields, fittingLength } from './fields.ts'
import { filterFault } from './refusal.ts'
import { readTerm, type TermReading } from './term.ts'
import { skipSpace, splitTerms, type TextSpan } from './terms.ts'

const mostBytes = 8192
const mostTerms = 50
/** A link of a board adds one term, and its bytes, to the caller's filter. */
const added = { terms: 1, bytes: 64 }

/**
 * Parses a filter; a term on a timestamp becomes one or two conditions on the stored text. It does not throw,
 * so that its caller can report the faults of all parameters together. `isLink`: the service wrote it.
 */
export function readFilter(text: string | undefined, fields: FilterFields, isLink = false): TermReading {
  if (text === undefined) return { conditions: [], faults: [] }
  const fitting = fittingLength(text, mostBytes + (isLink ? added.bytes : 0))
  if (fitting < text.length) {
    return { conditions: [], faults: [filterFault('A filter has at most 8,192 bytes of UTF-8', fitting)] }
  }
  // "An empty `filter=` … counts as absent", and so does one of white space.
  if (skipSpace(text, 0, text.length) === text.length) return { conditions: [], faults: [] }
  const terms = splitTerms(text)
  const most = mostTerms + (isLink ? added.terms : 0)
  const readings = terms.slice(0, most).map((term, position) => {
    if (term.start < term.end) return readTerm(text, term, fields)
    return { conditions: [], faults: [missingTerm(term, position, terms.length)] }
  })
  const excess = terms[most]
  const faults = readings.flatMap((reading) => reading.faults)
  if (excess !== undefined) {
    faults.push(
      filterFault(`A filter has at most ${mostTerms} terms; this one has ${terms.length}`, excess.start),
    )
  }
  return { conditions: readings.flatMap((reading) => reading.conditions), faults }
}

function missingTerm({ start }: TextSpan, position: number, terms: number): Fault {
  if (position === 0) return filterFault('There is no term before the first AND', start)
  if (position === terms - 1) return filterFault('There is no term after the last AND', start)
  return filterFault('There is no term between two ANDs', start)
}

/** The same text for every order of the same terms, and a different one for anything else. */
export function canonicalFilter(conditions: readonly FilterTerm[]): string {
  if (conditions.length === 0) return ''
  const terms = conditions.map((term) =>
    JSON.stringify([term.field, term.operator, 'kind' in term ? term.written : term.value]),
  )
  return `[${terms.sort().join(',')}]`
}
