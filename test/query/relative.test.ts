import { describe, expect, test } from 'vitest'
import { localDay, mondayOf, resolveDay, startOfDay } from '../../src/query/days.ts'
import { canonicalFilter } from '../../src/query/filter.ts'
import { absoluteOnly, resolveTerms } from '../../src/query/relative.ts'
import { parseFilter, fields as plain, refused } from './refused.ts'

const fields = {
  ...plain,
  title: { type: 'text', contains: true },
  assignees: { type: 'id', isPerson: true },
  overdue: { type: 'boolean', isDaily: true, note: 'whether it is late' },
} as const

const resolved = (filter: string, today = '2026-11-18', timeZone = 'UTC') =>
  resolveTerms(parseFilter(filter, fields), { userId: 'U' }, { today, timeZone })

describe('days', () => {
  test.each([
    ['today', '2026-11-18'],
    ['today+7', '2026-11-25'],
    ['today-18', '2026-10-31'],
    ['monday', '2026-11-16'],
    ['monday+7', '2026-11-23'],
  ])('%s on a Wednesday is %s', (text, day) => {
    expect(resolveDay(text, '2026-11-18')).toBe(day)
  })

  test('the week of a Sunday began six days earlier, in another year if need be', () => {
    expect([mondayOf('2026-11-22'), mondayOf('2027-01-01')]).toEqual(['2026-11-16', '2026-12-28'])
  })

  test.each([
    ['2026-11-18', 'UTC', '2026-11-18T00:00:00.000Z'],
    ['2026-11-18', 'Pacific/Kiritimati', '2026-11-17T10:00:00.000Z'],
    ['2026-11-18', 'Pacific/Pago_Pago', '2026-11-18T11:00:00.000Z'],
    ['2026-11-18', 'Asia/Kathmandu', '2026-11-17T18:15:00.000Z'],
    // A day of 23 hours, and one of 25.
    ['2026-03-29', 'Europe/Berlin', '2026-03-28T23:00:00.000Z'],
    ['2026-03-30', 'Europe/Berlin', '2026-03-29T22:00:00.000Z'],
    ['2026-10-26', 'Europe/Berlin', '2026-10-25T23:00:00.000Z'],
    // Clocks went forward at midnight: the day began at one o'clock.
    ['2018-11-04', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ])('%s begins in %s at %s', (day, timeZone, moment) => {
    expect(startOfDay(day, timeZone)).toBe(moment)
    expect(localDay(timeZone, Date.parse(moment))).toBe(day)
    expect(localDay(timeZone, Date.parse(moment) - 1) < day).toBe(true)
  })
})

describe('terms', () => {
  test('"me" is the caller, in fields that name people alone', () => {
    expect(resolved('assignees="me" AND workspaceId="me" AND title="me"')).toEqual([
      { field: 'assignees', operator: '=', value: 'U' },
      { field: 'workspaceId', operator: '=', value: 'me' },
      { field: 'title', operator: '=', value: 'me' },
    ])
  })

  test('a day on a date field is that day', () => {
    expect(resolved('date<="today+7"')).toEqual([{ field: 'date', operator: '<=', value: '2026-11-25' }])
  })

  test.each([
    [
      '=',
      [
        ['>=', '2026-11-17T23:00:00.000Z'],
        ['<', '2026-11-18T23:00:00.000Z'],
      ],
    ],
    ['>', [['>=', '2026-11-18T23:00:00.000Z']]],
    ['>=', [['>=', '2026-11-17T23:00:00.000Z']]],
    ['<', [['<', '2026-11-17T23:00:00.000Z']]],
    ['<=', [['<', '2026-11-18T23:00:00.000Z']]],
  ])('on a timestamp field, %s compares with the local day', (operator, bounds) => {
    const found = resolved(`createdAt${operator}"today"`, '2026-11-18', 'Europe/Berlin')
    expect(found.map((each) => [each.operator, each.value])).toEqual(bounds)
  })

  test('a boolean that depends on the day gets it', () => {
    expect(resolved('overdue=true')).toEqual([
      { field: 'overdue', operator: '=', value: true, today: '2026-11-18' },
    ])
  })

  test('the canonical form does not depend on the day, and tells relative values from others', () => {
    const canonical = (filter: string) => canonicalFilter(parseFilter(filter, fields))
    expect(canonical('date="today"')).not.toBe(canonical('date="2026-11-18"'))
    expect(canonical('date="today" AND overdue=true')).toBe(canonical('overdue=true AND date="today"'))
    expect(canonical('overdue=true')).not.toBe(canonical('overdue=false'))
  })

  test('those without a relative value stay as they are', () => {
    expect(absoluteOnly(parseFilter('date="today" AND title="x"', fields))).toEqual([
      { field: 'title', operator: '=', value: 'x' },
    ])
  })
})

describe('refusals', () => {
  test.each([
    ['date="today 7"', 'a plus sign must be sent as %2B'],
    ['date="Today"', 'relative days are "today", "today+7", "today-7" and "monday"'],
    ['createdAt="tomorrow"', 'is neither a day'],
    ['createdAt="today+12345"', 'relative days are'],
    ['date=today', 'write date="today"'],
    ['overdue="true"', 'Invalid Request: overdue must be true or false'],
    ['title contains "!?"', 'has no word to look for; title is a text, for example title contains "Draft"'],
    [`title contains "${'a '.repeat(17)}"`, 'looks for at most 16 words'],
    ['title contains press', 'write title contains "press"'],
    ['date contains "2026"', 'contains cannot be used with date, a date; allowed: = > < >= <='],
    ['title CONTAINS "x"', '"CONTAINS" is not an operator; write contains'],
  ])('%s: %s', (filter, message) => {
    expect(refused(() => parseFilter(filter, fields)).message).toContain(message)
  })
})
