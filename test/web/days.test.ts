import { expect, test } from 'vitest'
import {
  addDays,
  clock,
  daysBetween,
  isDay,
  mondayOf,
  parseDay,
  timeAndDay,
  weekday,
  weekNumber,
} from '../../web/src/parts/days.ts'

import { preferences, setPreferences } from '../../web/src/parts/preferences.ts'

/** A Wednesday. */
const now = '2026-11-18'

test('dates are understood as people type them', () => {
  const meant: Record<string, string | undefined> = {
    today: '2026-11-18',
    tom: '2026-11-19',
    fri: '2026-11-20',
    friday: '2026-11-20',
    // The next one, not today.
    wed: '2026-11-25',
    '+3': '2026-11-21',
    '12 dec': '2026-12-12',
    'dec 12': '2026-12-12',
    '3 march': '2027-03-03',
    '3 march 2029': '2029-03-03',
    '24.12.': '2026-12-24',
    '3.3.': '2027-03-03',
    '12.11.2026': '2026-11-12',
    '29.2.2028': '2028-02-29',
    '31.02.': undefined,
    '1.2': undefined,
    '2026-12-24': '2026-12-24',
    yesterday: '2026-11-17',
    'next week': '2026-11-23',
    'next fri': '2026-11-27',
    'next monday': '2026-11-23',
    'in 3 days': '2026-11-21',
    'in 1 week': '2026-11-25',
    'in 2 weeks': '2026-12-02',
    'in 2': undefined,
    'next fr': undefined,
    '0000-01-01': undefined,
    // Words that only begin like a day or a month.
    friends: undefined,
    'next month': undefined,
    '12 market': undefined,
    // More likely a part of something.
    '1/2': undefined,
    '31.2.2027': undefined,
    '31 feb': undefined,
    '2026-02-31x': undefined,
    soon: undefined,
    '': undefined,
  }
  expect(Object.fromEntries(Object.keys(meant).map((typed) => [typed, parseDay(typed, now)]))).toEqual(meant)
})

test('days and months with a slash are in the order in which the person writes them', () => {
  const usual = preferences()
  setPreferences({ ...usual, dateFormat: 'MM/DD/YYYY' })
  expect(['12/24/2027', '24/12/2027'].map((typed) => parseDay(typed, now))).toEqual(['2027-12-24', undefined])
  setPreferences({ ...usual, dateFormat: 'DD/MM/YYYY' })
  expect(['12/11/2027', '12/24/2027'].map((typed) => parseDay(typed, now))).toEqual(['2027-11-12', undefined])
  setPreferences(usual)
})

test('days are counted by the calendar, also when clocks change', () => {
  expect(addDays('2026-10-24', 2)).toBe('2026-10-26')
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2)
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect([weekday('2026-11-16'), weekday('2026-11-22')]).toEqual([0, 6])
})

test('weeks begin on Monday, and the first one has the first Thursday of the year', () => {
  expect([mondayOf('2026-11-22'), mondayOf('2027-01-01')]).toEqual(['2026-11-16', '2026-12-28'])
  const mondays = ['2026-11-16', '2026-12-28', '2027-01-04', '2024-12-30']
  expect(mondays.map(weekNumber)).toEqual([47, 53, 1, 1])
})

test('a day in an address has to be one', () => {
  expect(['2026-11-18', '2028-02-29'].every(isDay)).toBe(true)
  expect(['', '2026-02-31', '2026-13-01', '18.11.2026'].some(isDay)).toBe(false)
})

test('minutes are shown as hours', () => {
  expect([0, 5, 90, 615].map(clock)).toEqual(['0:00', '0:05', '1:30', '10:15'])
  expect(clock(375_005)).toBe(`${(6_250).toLocaleString()}:05`)
})

test('a moment of another day is shown with its day', () => {
  const at = new Date('2026-11-18T13:19:10').toISOString()
  expect(timeAndDay(at, now)).toMatch(/^(13|1|01):19:10/)
  expect(timeAndDay(at, '2026-11-19')).toMatch(/^(18 Nov|Nov 18), (13|1|01):19(?!:)/)
})
