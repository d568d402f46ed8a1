import { beforeAll, describe, expect, test } from 'vitest'
import { type ListPath, lists } from '../../web/src/api/records.ts'
import { addressOf, fieldIn, type Term } from '../../web/src/table/list-address.ts'
import { useSharedWorld } from '../support/world.ts'
import { buildFixtures, type Fixtures, pathOf } from './fixture.ts'

/** The service accepts every filter and every order that the web application offers. */
const world = useSharedWorld()
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await buildFixtures(world)
})

const paths = Object.keys(lists) as ListPath[]

const samples: Readonly<Record<string, string>> = {
  number: '3',
  boolean: 'true',
  date: '2026-03-31',
  'date-time': '2026-03-31',
}

/** A value of the type of a field, as a person would type it. */
function sampleOf(path: ListPath, field: string): string {
  const known = fieldIn(path, field)
  expect(known, `${field} in ${path}`).toBeDefined()
  if (known?.choices !== undefined) return known.choices[0] ?? ''
  if (known?.refersTo !== undefined) return '0'.repeat(22)
  return samples[known?.type ?? ''] ?? 'A "text"'
}

describe.each(paths)('%s', (path) => {
  const { filter, sort } = lists[path]
  const terms = Object.entries(filter).flatMap(([field, operators]) =>
    operators.map((operator): Term => ({ field, operator, value: sampleOf(path, field) })),
  )

  test('accepts each filter', async () => {
    const fixture = fixtures.of({ path })
    for (const term of terms) {
      const address = addressOf(path, { terms: [term], limit: 1 }, pathOf({ path }, fixture))
      const { status, text } = await fixture.admin.get(address)
      expect(status, `${address}: ${text}`).toBe(200)
    }
  })

  test('accepts each order', async () => {
    const fixture = fixtures.of({ path })
    for (const order of sort.flatMap((field) => [field, `-${field}`])) {
      const address = addressOf(path, { sort: order, terms: [] }, pathOf({ path }, fixture))
      expect((await fixture.admin.get(address)).status, address).toBe(200)
    }
  })
})
