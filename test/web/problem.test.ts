import { expect, test } from 'vitest'
import { ApiProblem, about, maySucceedLater, secondsUntil, Unreachable } from '../../web/src/api/problem.ts'

test('Retry-After is seconds or a date, and nothing else', () => {
  const now = Date.parse('2026-03-02T10:00:00Z')
  expect(secondsUntil('120', now)).toBe(120)
  expect(secondsUntil('Mon, 02 Mar 2026 10:00:30 GMT', now)).toBe(30)
  expect(secondsUntil('Mon, 02 Mar 2026 09:00:00 GMT', now)).toBe(0)
  for (const none of [null, '', 'soon', '-5x']) expect(secondsUntil(none, now)).toBeUndefined()
})

test('an error that two changes share gets the subject of each, and stays as it is', () => {
  const shared = new Unreachable()
  const { message } = shared
  const [first, second] = [about('Move of A', shared), about('Move of B', shared)]
  expect(first).toBeInstanceOf(Unreachable)
  expect((first as Error).message).toBe(`Move of A: ${message}`)
  expect((second as Error).message).toBe(`Move of B: ${message}`)
  expect(shared.message).toBe(message)
  expect((about('Move of A', new DOMException('Aborted')) as Error).message).toBe('Move of A: Aborted')
  expect(about('Move of A', 'text')).toBe('text')
})

test('an error keeps its kind and its first subject', () => {
  const problem = about('Move of A', new ApiProblem(403, { message: 'No.', requestId: 'r1' }, null))
  expect(problem).toBeInstanceOf(ApiProblem)
  expect(problem).toMatchObject({ status: 403, requestId: 'r1' })
  expect(maySucceedLater(problem)).toBe(false)
  expect((about('Undo', problem) as Error).message).toBe('Move of A: No.')
})
