import { type QueryRefusal, quote } from './refusal.ts'

/** Which members of its `details` a record is sent with, and what is added to them. */
export interface Shape {
  /** Undefined: all of them. */
  fields: readonly string[] | undefined
  /** Whether the names of the records that it refers to are added. */
  expandNames: boolean
}

/** The parameters that every list and every record has. */
export const shapeParameters = ['fields', 'expand'] as const

export const wholeShape: Shape = { fields: undefined, expandNames: false }

/** Parses `fields` and `expand`; `members`: the fields that the record has. */
export function readShape(
  fields: string | undefined,
  expand: string | undefined,
  members: readonly string[],
): { shape: Shape; refused: QueryRefusal[] } {
  const asked = namesIn(fields)
  const unknown = asked.filter((name) => !members.includes(name))
  const others = namesIn(expand).filter((name) => name !== 'names')
  const refused: QueryRefusal[] = []
  if (unknown.length > 0) {
    const detail = `fields has unknown names: ${listed(unknown)}. It accepts ${members.join(', ')}.`
    refused.push({ code: 'invalid_request', fault: { parameter: 'fields', detail } })
  }
  if (others.length > 0) {
    const detail = `expand must be names, not ${listed(others)}.`
    refused.push({ code: 'invalid_request', fault: { parameter: 'expand', detail } })
  }
  const shape = {
    fields: asked.length === 0 ? undefined : [...new Set(asked)],
    expandNames: namesIn(expand).includes('names'),
  }
  return { shape, refused }
}

/** "An empty parameter counts as absent." */
function namesIn(text: string | undefined): string[] {
  if (text === undefined || text === '') return []
  return text.split(',').map((name) => name.trim())
}

/** A caller may send thousands. */
const mostListed = 10

const listed = (names: readonly string[]): string =>
  names
    .slice(0, mostListed)
    .map((name) => quote(name))
    .join(', ')
