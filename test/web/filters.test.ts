import { expect, test } from 'vitest'
import { dateIn, dueGroupOf, dueGroups } from '../../web/src/pages/tasks/due-groups.ts'
import { parseQuick } from '../../web/src/pages/tasks/quick-add.ts'
import { preferences, setPreferences } from '../../web/src/parts/preferences.ts'
import { dayInFilter } from '../../web/src/table/filter-day.ts'
import { filterOf, termsOf } from '../../web/src/table/list-address.ts'

test('a filter in the address is read as it was written', () => {
  const filters = [
    '',
    'status="Open"',
    'priority>=3 AND status="In Progress" AND dueDate<"2020-01-01"',
    'title="Say \\"yes\\" AND \\\\ go"',
    'title contains "press rel" AND open=true',
    'assignees="me" AND overdue=true',
  ]
  for (const filter of filters) expect(filterOf('/v1/tasks', termsOf(filter))).toBe(filter)
})

test('a condition that cannot be read is neither dropped nor written differently', () => {
  const filter = 'status IN (1, 2) AND c_budget>=3 AND title="x"'
  const terms = termsOf(filter)
  expect(terms).toHaveLength(3)
  expect(terms[0]).toMatchObject({ field: '', value: 'status IN (1, 2)' })
  expect(filterOf('/v1/tasks', terms)).toBe(filter)
  const open = { field: 'open', operator: '=', value: 'true' } as const
  expect(filterOf('/v1/tasks', [...terms.slice(0, 2), open])).toBe(
    'status IN (1, 2) AND c_budget>=3 AND open=true',
  )
  expect(termsOf('')).toEqual([])
})

test('the days of a filter are shown as people say them', () => {
  const usual = preferences()
  setPreferences({ ...usual, dateFormat: 'DD/MM/YYYY' })
  expect(dayInFilter('2026-11-18')).toBe('18/11/2026')
  expect(dayInFilter('2026-11-18T12:00')).toMatch(/^18\/11\/2026 12:00/)
  setPreferences(usual)
  const said = {
    today: 'today',
    'today+1': 'tomorrow',
    'today-1': 'yesterday',
    'today+7': '7 days from today',
    'today-30': '30 days ago',
    monday: 'Monday this week',
    'monday+4': 'Friday this week',
    'monday+7': 'Monday next week',
    'monday-7': 'Monday last week',
    'monday-1': 'Sunday last week',
    'monday+14': 'Monday in 2 weeks',
    'monday-15': 'Sunday 3 weeks ago',
    someday: undefined,
    '2026-01-01Tx': undefined,
    '2026-02-31T12:00': undefined,
    '5': undefined,
  }
  for (const [value, text] of Object.entries(said)) expect(dayInFilter(value)).toBe(text)
})

test('a line is read as a task, and words that mean nothing stay in the title', () => {
  const people = [
    { id: 'a', name: 'Ada Lovelace' },
    { id: 'g', name: 'Grace Hopper' },
    { id: 'h', name: 'Grace Jones' },
  ]
  const now = '2026-11-18'
  expect(parseQuick('Caption sheet @ada #press !4 fri', people, now)).toEqual({
    title: 'Caption sheet',
    assignees: ['a'],
    tags: ['press'],
    priority: 4,
    dueDate: '2026-11-20',
  })
  expect(parseQuick('Call @grace about 12 dec', people, now)).toEqual({
    title: 'Call @grace about',
    dueDate: '2026-12-12',
  })
  const dated = { 'next fri': '2026-11-27', 'in 2 weeks': '2026-12-02', '3 march 2029': '2029-03-03' }
  for (const [typed, dueDate] of Object.entries(dated))
    expect(parseQuick(`Call Ada ${typed}`, people, now)).toEqual({ title: 'Call Ada', dueDate })
  for (const title of ['Invite friends', 'Plan next week'])
    expect(parseQuick(title, people, now)).toEqual({ title })
  expect(parseQuick('Wow! C# at 5', people, now)).toEqual({ title: 'Wow! C# at 5' })
  expect(parseQuick('Fix #12 and #2nd', people, now)).toEqual({ title: 'Fix #12 and', tags: ['2nd'] })
  // A title has at least one word.
  expect(parseQuick('Friday', people, now)).toEqual({ title: 'Friday' })
})

test('a task that is put into a group by its due date stays there', () => {
  for (const now of ['2026-11-16', '2026-11-18', '2026-11-20', '2026-11-21', '2026-11-22'])
    for (const group of dueGroups) {
      const day = dateIn(group, now)
      if (day !== undefined) expect(dueGroupOf(day, now), `${group} on ${now}`).toBe(group)
    }
  expect(dueGroupOf('2026-11-17', '2026-11-18')).toBe('overdue')
})
