import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition } from '../../src/query/condition.ts'
import { fields, parseFilter, refused } from './refused.ts'

type Bound = [Condition['operator'], string]

function bounds(operator: string, value: string): Bound[] {
  return parseFilter(`createdAt${operator}"${value}"`, fields).map((condition) => {
    expect(condition.field).toBe('createdAt')
    return [condition.operator, 'value' in condition ? String(condition.value) : '']
  })
}

describe('a day is a whole day in UTC', () => {
  const [start, next] = ['2026-01-05T00:00:00.000Z', '2026-01-06T00:00:00.000Z']
  const end = '9999-12-31T23:59:59.999Z'
  test.each<[string, string, Bound[]]>([
    [
      '=',
      '2026-01-05',
      [
        ['>=', start],
        ['<', next],
      ],
    ],
    ['>', '2026-01-05', [['>=', next]]],
    ['>=', '2026-01-05', [['>=', start]]],
    ['<', '2026-01-05', [['<', start]]],
    ['<=', '2026-01-05', [['<', next]]],
    [
      '=',
      '2024-02-28',
      [
        ['>=', '2024-02-28T00:00:00.000Z'],
        ['<', '2024-02-29T00:00:00.000Z'],
      ],
    ],
    ['<=', '2025-12-31', [['<', '2026-01-01T00:00:00.000Z']]],
    [
      '=',
      '0001-01-01',
      [
        ['>=', '0001-01-01T00:00:00.000Z'],
        ['<', '0001-01-02T00:00:00.000Z'],
      ],
    ],
    [
      '=',
      '9999-12-31',
      [
        ['>=', '9999-12-31T00:00:00.000Z'],
        ['<=', end],
      ],
    ],
    ['>', '9999-12-31', [['>', end]]],
    ['<=', '9999-12-31', [['<=', end]]],
    ['>', '9999-12-30', [['>=', '9999-12-31T00:00:00.000Z']]],
  ])('%s %s', (operator, value, expected) => {
    expect(bounds(operator, value)).toEqual(expected)
  })
})

describe('a timestamp is an instant', () => {
  const whole = '2026-01-05T12:00:00.000Z'
  test.each<[string, string, Bound[]]>([
    ['=', '2026-01-05T12:00:00Z', [['=', whole]]],
    ['>', '2026-01-05T12:00:00.000Z', [['>', whole]]],
    ['>=', '2026-01-05T12:00:00.0Z', [['>=', whole]]],
    ['<', '2026-01-05T12:00:00.000000000Z', [['<', whole]]],
    ['<=', '2026-01-05t12:00:00z', [['<=', whole]]],
    ['=', '2026-01-05T14:00:00+02:00', [['=', whole]]],
    ['=', '2026-01-05T06:30:00-05:30', [['=', whole]]],
    ['=', '2026-01-05T12:00:00-00:00', [['=', whole]]],
    ['=', '2026-01-06T11:59:00+23:59', [['=', whole]]],
    ['=', '2026-01-05T12:00:00.5Z', [['=', '2026-01-05T12:00:00.500Z']]],
    ['=', '2026-01-05T12:00:00.12Z', [['=', '2026-01-05T12:00:00.120Z']]],
    ['>', '2026-01-05T12:00:00.0005Z', [['>', whole]]],
    ['>=', '2026-01-05T12:00:00.0005Z', [['>', whole]]],
    ['<', '2026-01-05T12:00:00.0005Z', [['<=', whole]]],
    ['<=', '2026-01-05T12:00:00.0005Z', [['<=', whole]]],
    [
      '=',
      '2026-01-05T12:00:00.0005Z',
      [
        ['>', whole],
        ['<', whole],
      ],
    ],
    ['<', '1969-12-31T23:59:59.9999Z', [['<=', '1969-12-31T23:59:59.999Z']]],
    ['<=', '9999-12-31T23:59:59.99999Z', [['<=', '9999-12-31T23:59:59.999Z']]],
    ['>', '9999-12-31T23:59:59.99999Z', [['>', '9999-12-31T23:59:59.999Z']]],
    ['=', '0001-01-01T01:00:00+01:00', [['=', '0001-01-01T00:00:00.000Z']]],
  ])('%s %s', (operator, value, expected) => {
    expect(bounds(operator, value)).toEqual(expected)
  })
})

describe('refused', () => {
  const neither = 'is neither a day (YYYY-MM-DD) nor an RFC 3339 timestamp (such as 2026-01-31T09:30:00Z)'
  const beyond = 'is outside the years 0001 to 9999 in UTC'
  test.each([
    ['2026-02-30', 'is not a day that exists'],
    ['0000-01-01', 'is not a day that exists'],
    ['10000-01-01', neither],
    ['2026-02-30T00:00:00Z', 'is on a day that does not exist'],
    ['0000-12-31T23:00:00Z', 'is on a day that does not exist'],
    ['2026-01-05T24:00:00Z', 'has a time of day that does not exist'],
    ['2026-01-05T23:60:00Z', 'has a time of day that does not exist'],
    ['2026-01-05T23:59:61Z', 'has a time of day that does not exist'],
    [
      '2016-12-31T23:59:60Z',
      'names a leap second, which is not supported; the last second of a minute is :59',
    ],
    ['2026-01-05T00:00:00+24:00', 'has an offset that does not exist'],
    ['2026-01-05T00:00:00+02:60', 'has an offset that does not exist'],
    ['0001-01-01T00:00:00+00:01', beyond],
    ['9999-12-31T23:59:59.999-00:01', beyond],
    ['2026-01-05T00:00:00', 'has no offset; end it with Z or, for example, +02:00'],
    ['2026-01-05T00:00:00 02:00', 'has a space before its offset; a plus sign must be sent as %2B'],
    ['2026-01-05 00:00:00Z', neither],
    ['2026-01-05T00:00Z', neither],
    ['2026-01-05T00:00:00.Z', neither],
    ['2026-01-05T00:00:00+0200', neither],
    ['2026-W01', neither],
    ['yesterday', neither],
    ['', neither],
  ])('%j %s', (value, reason) => {
    const { faults } = refused(() => parseFilter(`createdAt>"${value}"`, fields))
    const example = 'createdAt is a timestamp, for example createdAt>"2026-01-31"'
    expect(faults).toEqual([
      { parameter: 'filter', detail: `"${value}" ${reason}; ${example} (column 11).`, column: 11 },
    ])
  })
})

describe('matches', () => {
  const nanoseconds = 1_000_000n
  const range = {
    min: new Date('0001-01-02T00:00:00Z'),
    max: new Date('9999-12-30T00:00:00Z'),
    noInvalidDate: true,
  }
  const operator = fc.constantFrom('=', '>', '<', '>=', '<=')

  function compare<Value>(one: Value, sign: string, other: Value): boolean {
    if (sign === '=') return one === other
    if (sign === '>') return one > other
    if (sign === '<') return one < other
    return sign === '>=' ? one >= other : one <= other
  }
  function matches(stored: number, found: Bound[]): boolean {
    return found.every(([sign, value]) => compare(new Date(stored).toISOString(), sign, value))
  }

  test('are exactly those of comparing the instants as numbers, to the nanosecond', () => {
    fc.assert(
      fc.property(
        fc.date(range),
        operator,
        fc.integer({ min: 0, max: 999_999 }),
        fc.integer({ min: -1439, max: 1439 }),
        fc.integer({ min: -2, max: 2 }),
        (date, sign, below, offset, distance) => {
          const local = new Date(date.getTime() + offset * 60_000).toISOString().slice(0, -1)
          const minutes = Math.abs(offset)
          const zone = [Math.floor(minutes / 60), minutes % 60]
            .map((part) => String(part).padStart(2, '0'))
            .join(':')
          const value = `${local}${String(below).padStart(6, '0')}${offset < 0 ? '-' : '+'}${zone}`
          const stored = date.getTime() + distance
          const instant = BigInt(date.getTime()) * nanoseconds + BigInt(below)
          expect(matches(stored, bounds(sign, value))).toBe(
            compare(BigInt(stored) * nanoseconds, sign, instant),
          )
        },
      ),
      { numRuns: 1000 },
    )
  })

  test('of a day are those of its date', () => {
    fc.assert(
      fc.property(
        fc.date(range),
        operator,
        fc.integer({ min: -90_000_000, max: 90_000_000 }),
        (date, sign, distance) => {
          const day = date.toISOString().slice(0, 10)
          const stored = date.getTime() + distance
          const storedDay = new Date(stored).toISOString().slice(0, 10)
          expect(matches(stored, bounds(sign, day))).toBe(compare(storedDay, sign, day))
        },
      ),
      { numRuns: 1000 },
    )
  })
})
