import { beforeAll, describe, expect, test } from 'vitest'
import { stamp } from '../../src/base/ids.ts'
import { rows } from '../../src/db/database.ts'
import { insertRow } from '../../src/db/records.ts'
import { readTagNames } from '../../src/db/tag-names.ts'
import { write } from '../../src/db/write.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** An engine accepts some tens of thousands of values in one statement; callers can send longer lists. */
const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

test('a page may refer to any number of tags', async () => {
  const ids = Array.from({ length: 70_000 }, () => stamp().id)
  expect((await readTagNames(world.db, company.companyNo, ids)).size).toBe(0)
})

test('a transaction may log any number of changes', async () => {
  const author = { companyNo: company.companyNo, userId: null, clientId: undefined, requestId: 'many' }
  await write(world.db, author, async (tx) => {
    for (let n = 0; n < 6_000; n += 1) tx.log({ verb: 'updated', kind: 'task', recordId: stamp().id })
  })
  const [found] = await rows<{ count: number }>(world.db, {
    sql: 'SELECT count(*) AS "count" FROM "changes" WHERE "requestId" = ?',
    values: ['many'],
  })
  expect(Number(found?.count)).toBe(6_000)
})

describe('a task with too many subtasks to handle at once', () => {
  test('cannot be deleted or moved, and says so', async () => {
    const { admin, companyNo } = company
    const workspace = await admin.create('/v1/workspaces', { workspaceName: 'Many' })
    const parent = await admin.create('/v1/tasks', { title: 'Parent', workspaceId: workspace.id })
    const child = await admin.create('/v1/tasks', {
      title: 'Child',
      workspaceId: workspace.id,
      parentTaskId: parent.id,
    })
    const [row] = await rows<Record<string, string | number | null>>(world.db, {
      sql: 'SELECT * FROM "tasks" WHERE "companyNo" = ? AND "id" = ?',
      values: [companyNo, child.id],
    })
    const names = Object.keys(row ?? {}).filter(
      (name) => !['startDateKey', 'dueDateKey', 'completedAtKey', 'rankKey'].includes(name),
    )
    await world.db.transaction(async (tx) => {
      for (let n = 0; n < 1_000; n += 1) {
        const { id } = stamp()
        await rows(tx, {
          sql: `INSERT INTO "tasks" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
          values: names.map((name) => (name === 'id' ? id : (row?.[name] ?? null))),
        })
        await insertRow(tx, 'taskLinks', { companyNo, targetId: parent.id, taskId: id })
      }
    })
    const reply = await admin.send('DELETE', `/v1/tasks/${parent.id}`)
    expect([reply.status, reply.body.message]).toEqual([
      409,
      'The task has more than 1,000 subtasks. Move or delete some of them first.',
    ])
    expect((await admin.get(`/v1/tasks/${parent.id}`)).status).toBe(200)
    await admin.ok('DELETE', `/v1/tasks/${child.id}`)
    expect((await admin.send('DELETE', `/v1/tasks/${parent.id}`)).status).toBe(204)
  })
})
