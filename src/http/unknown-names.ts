import { type Fault, problem } from '../base/errors.ts'
import { isId } from '../base/ids.ts'
import type { List } from '../lists/list.ts'
import { listFaults } from '../lists/read-list.ts'
import { readShape } from '../query/shape.ts'
import { mostFaults, pointerTo } from '../schema/pointer.ts'
import type { QueryParameters } from './query-string.ts'

/** "A misspelt filter must never return everything." */
export function refuseParameters(
  query: QueryParameters,
  known: ReadonlySet<string>,
  list: List | undefined,
  members: readonly string[] | undefined,
): void {
  const unknown = Object.keys(query).filter((name) => !known.has(name))
  if (unknown.length === 0) return
  const shown = unknown.slice(0, mostFaults).map((name) => name.slice(0, 60))
  const takes =
    known.size === 0 ? 'This method takes no parameters.' : `This method accepts ${[...known].join(', ')}.`
  const others =
    list !== undefined ? listFaults(query, list) : members !== undefined ? shapeFaults(query, members) : []
  const sentences = [
    `Unknown parameter${unknown.length > 1 ? 's' : ''}: ${shown.join(', ')}.`,
    takes,
    ...others.map(({ detail }) => detail),
  ]
  throw problem('invalid_request', sentences.join(' '), {
    faults: [
      ...shown.map((name) => ({ parameter: name, detail: 'is not a parameter of this method.' })),
      ...others,
    ],
  })
}

const shapeFaults = (query: QueryParameters, members: readonly string[]): readonly Fault[] =>
  readShape(query['fields']?.[0], query['expand']?.[0], members).refused.map(({ fault }) => fault)

/** A method without a body accepts an empty one in any form. */
export function refuseMembers(value: unknown): void {
  const names = typeof value === 'object' && value !== null ? Object.keys(value) : ['']
  if (names.length === 0) return
  throw problem('invalid_request', 'This method takes no body.', {
    faults: names.slice(0, mostFaults).map((name) => ({
      pointer: name === '' ? '' : pointerTo(name),
      detail: 'is not accepted here.',
    })),
  })
}

/** An invalid id cannot name a record, so the database is not queried; it might not accept the text. */
export function demandIds(params: Readonly<Record<string, string>>): void {
  for (const name in params)
    if ((name.endsWith('Id') || name.endsWith('Hash')) && !isId(params[name] ?? ''))
      throw problem('not_found', 'There is no such record.')
}
