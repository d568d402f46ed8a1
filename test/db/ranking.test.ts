import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  compare,
  compareBytes,
  isOneWay,
  type Ranked,
  Ranking,
  type SortOrder,
} from '../../src/lists/order.ts'

/** Texts with many awkward parts: all of Unicode, both sides of the surrogates, common prefixes. */
const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 12 }),
  fc.string({
    unit: fc.constantFrom('a', 'b', 'ä', '\u{d7ff}', '\u{e000}', '\u{ffff}', '\u{10000}', '😀'),
    maxLength: 8,
  }),
)

const id = fc.string({ unit: fc.constantFrom('0', 'A', 'z'), minLength: 1, maxLength: 4 })

describe('texts compare as their bytes do', () => {
  test('like Buffer.compare', () => {
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)))
      }),
      { numRuns: 5_000 },
    )
  })

  test('where UTF-16 has another order', () => {
    expect('\u{ffff}' < '\u{10000}').toBe(false)
    expect(compareBytes('\u{ffff}', '\u{10000}')).toBeLessThan(0)
  })
})

const order: fc.Arbitrary<SortOrder> = fc.record({
  keys: fc.array(fc.boolean(), { maxLength: 3 }),
  id: fc.boolean(),
})

const ranked = (keys: number): fc.Arbitrary<Ranked> =>
  fc.record({
    id,
    keys: fc.tuple(
      ...Array.from({ length: keys }, () =>
        fc.oneof(fc.integer({ min: 1, max: 3 }).map(Number), fc.constant(2)),
      ),
    ),
  })

describe('a ranking', () => {
  test('keeps what sorting everything and cutting would', () => {
    const given = order.chain((ordered) =>
      fc.record({
        ordered: fc.constant(ordered),
        rows: fc.uniqueArray(ranked(ordered.keys.length), { selector: (row) => row.id, maxLength: 40 }),
        position: fc.option(ranked(ordered.keys.length), { nil: undefined }),
        inclusive: fc.boolean(),
        size: fc.integer({ min: 1, max: 10 }),
      }),
    )
    fc.assert(
      fc.property(given, ({ ordered, rows, position, inclusive, size }) => {
        const ranking = new Ranking(size, ordered, position && { ...position, inclusive })
        for (const row of rows) ranking.add(row)
        const expected = rows
          .filter((row) => {
            if (position === undefined) return true
            const side = compare(row, position, ordered)
            return inclusive ? side >= 0 : side > 0
          })
          .sort((a, b) => compare(a, b, ordered))
          .slice(0, size)
        expect(ranking.best()).toEqual(expected)
      }),
      { numRuns: 2_000 },
    )
  })

  test('stops a plan only where nothing better can follow', () => {
    const given = order.chain((ordered) =>
      fc.record({
        ordered: fc.constant(ordered),
        rows: fc.uniqueArray(ranked(ordered.keys.length), { selector: (row) => row.id, maxLength: 40 }),
        size: fc.integer({ min: 1, max: 10 }),
      }),
    )
    fc.assert(
      fc.property(given, ({ ordered, rows, size }) => {
        // A plan reads the rows by the first key and the id, both in the direction of that key.
        const [descending = ordered.id] = ordered.keys
        const walked = rows.sort((a, b) =>
          compare(a, b, { keys: ordered.keys.slice(0, 1), id: isOneWay(ordered) ? ordered.id : descending }),
        )
        const all = new Ranking(size, ordered, undefined)
        for (const row of walked) all.add(row)
        const stopped = new Ranking(size, ordered, undefined)
        for (const row of walked) {
          stopped.add(row)
          if (stopped.isBehind(row)) break
        }
        expect(stopped.best()).toEqual(all.best())
      }),
      { numRuns: 2_000 },
    )
  })
})
