import { expect, test } from 'vitest'
import { Problem } from '../../src/errors.ts'
import { parseNew } from '../../src/http/resource.ts'
import { task } from '../../src/resources/tasks/task.ts'

test('very many unknown members are refused in little time: of those that are not told, nothing is asked', async () => {
  const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`m${n}`, n]))
  const rules = { lenient: false, lookUp: async () => new Set<string>() }
  let fastest = Number.POSITIVE_INFINITY
  for (let n = 0; n < 5; n += 1) {
    const began = performance.now()
    const error = await parseNew(task.fields, body, rules).catch((refused: unknown) => refused)
    fastest = Math.min(fastest, performance.now() - began)
    expect(error instanceof Problem && error.faults.length).toBe(100)
  }
  expect(fastest).toBeLessThan(20)
})
