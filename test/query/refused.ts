import { expect } from 'vitest'
import { Problem } from '../../src/base/errors.ts'
import type { FilterTerm } from '../../src/query/condition.ts'
import type { FilterFields } from '../../src/query/fields.ts'
import { readFilter } from '../../src/query/filter.ts'
import { refusal } from '../../src/query/refusal.ts'
import { readSort, type SortKey } from '../../src/query/sort.ts'

/** Parses only a filter, refused as a list refuses it. */
export function parseFilter(text: string | undefined, known: FilterFields): FilterTerm[] {
  const { conditions, faults } = readFilter(text, known)
  if (faults.length > 0) throw refusal(faults.map((fault) => ({ code: 'invalid_filter', fault })))
  return conditions
}

/** Parses only a sort, refused as a list refuses it. */
export function parseSort(text: string | undefined, sortable: readonly string[]): SortKey[] {
  const { keys, refused: faults } = readSort(text, sortable)
  if (faults.length > 0) throw refusal(faults)
  return keys
}

/** The 400 that an action throws; anything else fails the test. */
export function refused(action: () => unknown): Problem {
  let thrown: unknown
  try {
    action()
  } catch (error) {
    thrown = error
  }
  if (!(thrown instanceof Problem)) {
    expect.unreachable(`expected a Problem, got ${thrown === undefined ? 'nothing' : String(thrown)}`)
  }
  expect(thrown.status).toBe(400)
  return thrown
}

/** Runs an action that may be refused; fails if it throws anything but a 400. */
export function mayBeRefused<Result>(action: () => Result): Result | undefined {
  try {
    return action()
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return undefined
    throw error
  }
}

export const fields: FilterFields = {
  title: { type: 'text' },
  workspaceId: { type: 'id' },
  locked: { type: 'boolean' },
  date: { type: 'date' },
  createdAt: { type: 'timestamp' },
  priority: { type: 'number' },
  tags: { type: 'tags' },
}

export const tagSearch: FilterFields = { tags: { type: 'tags', startsWith: true } }
