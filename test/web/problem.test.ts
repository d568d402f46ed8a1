import { expect, test } from 'vitest'
import { secondsUntil } from '../../web/src/api/problem.ts'

test('Retry-After is seconds or a date, and nothing else', () => {
  const now = Date.parse('2026-03-02T10:00:00Z')
  expect(secondsUntil('120', now)).toBe(120)
  expect(secondsUntil('Mon, 02 Mar 2026 10:00:30 GMT', now)).toBe(30)
  expect(secondsUntil('Mon, 02 Mar 2026 09:00:00 GMT', now)).toBe(0)
  for (const none of [null, '', 'soon', '-5x']) expect(secondsUntil(none, now)).toBeUndefined()
})
