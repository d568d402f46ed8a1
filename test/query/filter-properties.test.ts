import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Condition, Operator } from '../../src/query/condition.ts'
import { canonicalFilter } from '../../src/query/filter.ts'
import { fields, mayBeRefused, parseFilter, refused, tagSearch } from './refused.ts'

const text = fc
  .string({ unit: 'binary', maxLength: 30 })
  .filter((value) => !/[\p{Cc}\p{Cs}]/u.test(value))
  .map((value) => value.normalize('NFC'))
const trickyText = fc
  .array(fc.constantFrom('"', '\\', ' AND ', ' OR ', '>=', '(', ')', 'a', ' ', '\n', '😀', 'ä', ','), {
    maxLength: 8,
  })
  .map((parts) => parts.join(''))
const anyText = fc.oneof(text, trickyText)
const comparison = fc.constantFrom<Operator>('=', '>', '<', '>=', '<=')
const day = fc
  .date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (value === 0 ? 0 : value))

const condition: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({
    field: fc.constantFrom('title', 'workspaceId', 'tags'),
    operator: fc.constant('=' as const),
    value: anyText,
  }),
  fc.record({ field: fc.constant('locked'), operator: fc.constant('=' as const), value: fc.boolean() }),
  fc.record({ field: fc.constant('date'), operator: comparison, value: day }),
  fc.record({ field: fc.constant('priority'), operator: comparison, value: number }),
)
const conditions = fc.array(condition, { maxLength: 20 })

const space = fc.constantFrom('', ' ', '  ', '\t', '\n ')

function written({ field, operator, value }: Condition, before = '', after = ''): string {
  const quoted = typeof value === 'string' ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : String(value)
  return `${field}${before}${operator}${after}${quoted}`
}

describe('round trip', () => {
  test('conditions → text → the same conditions', () => {
    fc.assert(
      fc.property(conditions, fc.infiniteStream(space), (given, spaces) => {
        const gap = () => spaces.next().value ?? ''
        const whole = given.map((one) => written(one, gap(), gap())).join(` ${gap()}AND${gap()} `)
        expect(parseFilter(gap() + whole + gap(), fields)).toEqual(given)
      }),
      { numRuns: 500 },
    )
  })

  test('startsWith', () => {
    fc.assert(
      fc.property(anyText, (value) => {
        const given: Condition = { field: 'tags', operator: 'startsWith', value }
        expect(parseFilter(written(given, ' ', ' '), tagSearch)).toEqual([given])
      }),
    )
  })

  test('a lone backslash is just text', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z ]*\\[a-z ]+$/), (value) => {
        expect(parseFilter(`title="${value}"`, fields)).toEqual([{ field: 'title', operator: '=', value }])
      }),
    )
  })

  test('a fault in one term leaves the columns of the others right', () => {
    fc.assert(
      fc.property(conditions, conditions, (before, after) => {
        const start = before.map((one) => `${written(one)} AND `).join('')
        const end = after.map((one) => ` AND ${written(one)}`).join('')
        const { faults } = refused(() => parseFilter(`${start}locked=maybe${end}`, fields))
        expect(faults.map((fault) => fault.column)).toEqual([start.length + 8])
      }),
    )
  })
})

describe('canonicalFilter', () => {
  test('does not depend on the order', () => {
    const shuffled = conditions.chain((given) =>
      fc.tuple(fc.constant(given), fc.shuffledSubarray(given, { minLength: given.length })),
    )
    fc.assert(
      fc.property(shuffled, ([given, other]) => {
        expect(canonicalFilter(other)).toBe(canonicalFilter(given))
      }),
    )
  })

  test('can be parsed back, so no two meanings share one', () => {
    const plain = (one: Condition) => JSON.stringify([one.field, one.operator, one.value])
    fc.assert(
      fc.property(fc.array(condition, { minLength: 1 }), (given) => {
        const back: [string, Operator, Condition['value']][] = JSON.parse(canonicalFilter(given))
        const found = back.map(([field, operator, value]) => plain({ field, operator, value }))
        expect(found.toSorted()).toEqual(given.map(plain).toSorted())
      }),
    )
  })

  test('small filters: equal exactly if their sorted terms are equal', () => {
    const small: fc.Arbitrary<Condition> = fc.record({
      field: fc.constantFrom('a', 'b'),
      operator: fc.constantFrom('=' as const, '>' as const),
      value: fc.constantFrom<Condition['value']>('1', 1, 'true', true, '",', ''),
    })
    const key = (given: Condition[]) =>
      given
        .map((one) => `${one.field}${one.operator}${typeof one.value}${one.value}`)
        .toSorted()
        .join('\n')
    const few = fc.array(small, { maxLength: 2 })
    fc.assert(
      fc.property(few, few, (one, other) => {
        expect(canonicalFilter(one) === canonicalFilter(other)).toBe(key(one) === key(other))
      }),
      { numRuns: 2000 },
    )
  })
})

describe('any text at all', () => {
  const pieces = fc
    .array(
      fc.constantFrom(
        ...[
          'title',
          'locked',
          'priority',
          'createdAt',
          'date',
          'tags',
          'x',
          '=',
          '>',
          '<',
          '!',
          '"',
          '\\',
          ' ',
        ],
        ...[
          ' AND ',
          'AND',
          'OR',
          '(',
          ')',
          'true',
          '1',
          '2026-01-05',
          'T00:00:00Z',
          'startsWith',
          '\0',
          '\ud800',
        ],
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(''))
  const lawless = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units))

  test('is parsed, or refused with a 400 whose columns are within it', () => {
    fc.assert(
      fc.property(fc.oneof(pieces, lawless, fc.string({ unit: 'binary' })), (given) => {
        mayBeRefused(() => parseFilter(given, fields))
        mayBeRefused(() => parseFilter(given, tagSearch))
        mayBeRefused(() => parseFilter(given, {}))
        let faults: readonly { column?: number; detail: string }[] = []
        try {
          parseFilter(given, fields)
        } catch {
          faults = refused(() => parseFilter(given, fields)).faults
          expect(faults.length).toBeGreaterThan(0)
        }
        for (const { column, detail } of faults) {
          expect(column).toBeGreaterThanOrEqual(1)
          expect(column).toBeLessThanOrEqual(given.length + 1)
          expect(detail.endsWith(` (column ${column}).`)).toBe(true)
          expect(detail.isWellFormed()).toBe(true)
        }
        const columns = faults.map((fault) => fault.column ?? 0)
        expect(columns).toEqual(columns.toSorted((one, other) => one - other))
      }),
      { numRuns: 3000 },
    )
  })
})
