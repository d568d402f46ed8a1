import { expect, test } from 'vitest'
import { parseNew } from '../../src/schema/body.ts'
import { task } from '../../src/schema/records/task.ts'

test('of very many unknown members only as many are examined as are reported', async () => {
  const body = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`m${n}`, n]))
  let asked = 0
  // A clock would also measure other work on the machine; this counts how often the fields are searched for a name.
  const fields = new Proxy(task.fields, {
    ownKeys(target) {
      asked += 1
      return Reflect.ownKeys(target)
    },
  })
  const refused = parseNew(fields, body, { lenient: false, lookUp: async () => new Set<string>() })
  await expect(refused).rejects.toMatchObject({ code: 'invalid_request', faults: { length: 100 } })
  expect(asked).toBeLessThan(110)
})
