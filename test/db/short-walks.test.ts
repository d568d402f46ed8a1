import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Actor } from '../../src/base/actor.ts'
import type { Database, Reader, Sql } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openSqlite } from '../../src/db/sqlite/engine.ts'
import type { Plan, Restriction } from '../../src/lists/plans.ts'
import { shortPlans } from '../../src/lists/short-plans.ts'
import { tasks } from '../../src/resources/tasks/task.ts'
import { useFolders } from '../support/files.ts'
import { fillWithTasks } from '../support/many-tasks.ts'

const newFolder = useFolders()
let db: Database

beforeAll(async () => {
  const file = join(newFolder(), 'atrium.db')
  await migrate({ engine: 'sqlite', file })
  fillWithTasks(file, 20_000)
  db = openSqlite(file, {
    onFatal: (error) => {
      throw error
    },
  })
})

afterAll(() => db.close())

const actor = { companyNo: 1, companyId: 'c', userId: 'u', permissions: [] } as unknown as Actor
const numbered = (letter: string, n: number): string => letter + String(n).padStart(21, '0')
const walk = ({ indexRanges = [] }: Restriction): Plan => ({
  indexRanges,
  conditions: [],
  likely: false,
  key: undefined,
  descending: false,
  inOrder: false,
})
const inOrder = (): Plan => ({ ...walk({ condition: { sql: '', values: [] } }), inOrder: true })
/** Of 50 tasks, of 200, and of 2,000. */
const workspace = (n = 0): Plan => walk(tasks.where(actor, 'workspaceId', numbered('w', n)))
const assignee = (): Plan => walk(tasks.where(actor, 'assignees', numbered('u', 0)))
const tag = (n = 0): Plan => walk(tasks.where(actor, 'tags', numbered('g', n)))

function counting(sent: string[]): Reader {
  return {
    ...db,
    run(sql: Sql) {
      sent.push(sql.sql)
      return db.run(sql)
    },
  }
}

test('of plans that must run to the end, those much longer than another are dropped', async () => {
  const [along, short, middle, long] = [inOrder(), workspace(), assignee(), tag()]
  expect(await shortPlans(db, [along, short, middle, long])).toEqual([along, short])
  expect(await shortPlans(db, [along, middle, long])).toEqual([along, middle])
})

test('plans of about the same length stay, and all stay if all are long', async () => {
  const alike = [inOrder(), workspace(1), workspace(2)]
  expect(await shortPlans(db, alike)).toEqual(alike)
  const twice: Plan = { ...tag(), indexRanges: [...tag(1).indexRanges, ...tag(2).indexRanges] }
  expect(await shortPlans(db, [tag(), twice])).toEqual([tag(), twice])
  const all: Plan = walk({ condition: { sql: '', values: [] }, indexRanges: [tasks.whole(actor)] })
  expect(await shortPlans(db, [all, all])).toEqual([all, all])
})

test('index ranges of the same kind are counted with one text, however many there are', async () => {
  const sent: string[] = []
  const many: Plan = {
    ...workspace(),
    indexRanges: Array.from({ length: 60 }, (_, n) => workspace(n).indexRanges).flat(),
  }
  await shortPlans(counting(sent), [many, tag()])
  expect(sent.length).toBeGreaterThan(20)
  expect(new Set(sent).size).toBeLessThanOrEqual(6)
})

test('nothing is counted if only one plan must run to the end, and no rows are read', async () => {
  const sent: string[] = []
  const one = [inOrder(), tag()]
  expect(await shortPlans(counting(sent), one)).toBe(one)
  expect(sent).toEqual([])
  await shortPlans(counting(sent), [workspace(), tag()])
  expect(sent.filter((sql) => sql.includes('"taskTags"') && sql.includes('"tasks"'))).toEqual([])
})
