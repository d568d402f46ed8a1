import { expect, test } from 'vitest'
import type { Actor } from '../../src/base/actor.ts'
import type { Reader } from '../../src/db/database.ts'
import type { Condition } from '../../src/query/condition.ts'
import { tasks } from '../../src/resources/tasks/task.ts'

const actor = { companyNo: 1, companyId: 'c', userId: 'u', permissions: [] } as unknown as Actor
/** Ranges need no lookup. */
const nobody = {} as Reader
const most = Number.MAX_SAFE_INTEGER

test.each<[Condition['operator'], number, number]>([
  ['>=', 4, 4],
  ['>', 2.5, 2],
  ['>=', 2.5, 3],
  ['<', 2.5, 3],
  ['<=', 2.5, 2],
  ['>', -2.5, -3],
  ['<', 1e300, most],
  ['>', -1e300, -most],
])('a priority %s %d is a range of its index, by a whole number', async (operator, value, whole) => {
  const [part] = await tasks.restrictions(nobody, actor, [{ field: 'priority', operator, value }])
  const bound = { sql: `t."priority" ${operator} ?`, values: [whole] }
  expect(part?.condition).toEqual({ sql: `(${bound.sql})`, values: [whole] })
  const { low, high } = part?.indexRanges?.[0]?.range ?? { low: [], high: [] }
  expect([...low, ...high]).toEqual([bound])
})
