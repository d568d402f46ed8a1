import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import { isId, leastId, stamp } from '../../src/base/ids.ts'
import { compareBytes } from '../../src/lists/order.ts'

const moment = fc.integer({ min: 0, max: 2 ** 48 - 1 })

describe('ids', () => {
  test('have 22 letters and digits, at every time that 48 bits can hold', () => {
    fc.assert(
      fc.property(moment, (milliseconds) => {
        expect(stamp(milliseconds).id).toMatch(/^[0-9A-Za-z]{22}$/)
      }),
    )
    for (const edge of [0, 1, clock.now(), 2 ** 48 - 1]) expect(isId(stamp(edge).id)).toBe(true)
  })

  test('sort by their time, byte by byte and as texts', () => {
    fc.assert(
      fc.property(moment, moment, (a, b) => {
        fc.pre(a !== b)
        const [first, second] = [stamp(Math.min(a, b)).id, stamp(Math.max(a, b)).id]
        expect(compareBytes(first, second)).toBeLessThan(0)
        expect(first < second).toBe(true)
      }),
      { numRuns: 2_000 },
    )
    const now = clock.now()
    const ids = Array.from({ length: 1_000 }, (_, n) => stamp(now + n).id)
    expect(ids.toSorted()).toEqual(ids)
  })

  test('of one process sort in the order of their generation, also within a millisecond', () => {
    for (let now = clock.now(), round = 0; round < 100; round += 1) {
      const ids = Array.from({ length: 1_000 }, () => stamp(now + round).id)
      expect(ids.toSorted()).toEqual(ids)
    }
  })

  test('are base 62 of 48 bits of milliseconds and 80 others', () => {
    const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
    const numberOf = (id: string): bigint =>
      [...id].reduce((sum, digit) => sum * 62n + BigInt(alphabet.indexOf(digit)), 0n)
    fc.assert(
      fc.property(moment, (milliseconds) => {
        expect(numberOf(stamp(milliseconds).id) >> 80n).toBe(BigInt(milliseconds))
        expect(numberOf(leastId(milliseconds))).toBe(BigInt(milliseconds) << 80n)
      }),
      { numRuns: 2_000 },
    )
  })

  test('contain the time that is stored next to them', () => {
    const now = clock.now()
    expect(stamp(now).at).toBe(new Date(now).toISOString())
  })

  test('are never the same, even a hundred thousand in one millisecond', () => {
    const now = clock.now()
    const ids = new Set(Array.from({ length: 100_000 }, () => stamp(now).id))
    expect(ids.size).toBe(100_000)
  })

  test('use every digit at every position of their random part', () => {
    const now = clock.now()
    const seen = Array.from({ length: 22 }, () => new Set<string>())
    for (let n = 0; n < 20_000; n += 1)
      for (const [place, digit] of [...stamp(now).id].entries()) seen[place]?.add(digit)
    // 80 random bits fill the last 13 digits of base 62.
    for (const digits of seen.slice(-13)) expect(digits.size).toBe(62)
  })

  test.each(['', 'short', `${'a'.repeat(21)}-`, 'a'.repeat(23), `${'a'.repeat(22)}\n`])(
    '%j is not an id',
    (other) => {
      expect(isId(other)).toBe(false)
    },
  )
})
