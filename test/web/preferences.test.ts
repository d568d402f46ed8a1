import { afterEach, expect, test } from 'vitest'
import { clock, dayWords, fullDay, startOfWeek, weekNumber } from '../../web/src/parts/days.ts'
import { preferences, setPreferences } from '../../web/src/parts/preferences.ts'

const usual = preferences()
afterEach(() => setPreferences(usual))

test('days and durations are written as the person prefers', () => {
  expect(clock(90)).toBe('1:30')
  setPreferences({ ...usual, durationFormat: 'decimal', dateFormat: 'DD/MM/YYYY' })
  expect([clock(90), clock(80), clock(0)]).toEqual(['1.5', '1.33', '0'])
  expect(dayWords('2027-03-12', '2026-11-17')).toBe('12/03/2027')
  expect(dayWords('2026-11-18', '2026-11-17')).toBe('Tomorrow')
  expect(fullDay('2027-03-12')).toContain('12/03/2027')
})

test('a week starts on the day that the person prefers, and keeps its number', () => {
  expect(startOfWeek('2026-11-17')).toBe('2026-11-16')
  setPreferences({ ...usual, weekStart: 'sunday' })
  expect(startOfWeek('2026-11-17')).toBe('2026-11-15')
  setPreferences({ ...usual, weekStart: 'saturday' })
  expect(startOfWeek('2026-11-17')).toBe('2026-11-14')
  expect([weekNumber('2026-11-17'), weekNumber('2027-01-01')]).toEqual([47, 53])
})
