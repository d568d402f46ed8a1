import { expect, test } from 'vitest'
import { dateIn, dueGroupOf, dueGroups } from '../../web/src/pages/tasks/due-groups.ts'
import { parseQuick } from '../../web/src/pages/tasks/quick-add.ts'
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
