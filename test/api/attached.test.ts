import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../src/base/ids.ts'
import { type Attachment, attached } from '../../src/db/attached.ts'
import { inChunks, rows } from '../../src/db/database.ts'
import { insertMany } from '../../src/db/insert-many.ts'
import { purgeTrash } from '../../src/jobs/purge-trash.ts'
import { ago } from '../support/clock.ts'
import { type Company, useWorld } from '../support/world.ts'
import { changesOf } from './fixture.ts'

/** A new kind of record attached to tasks and files needs an entry for each of them, and nothing else. */
const world = useWorld()
let company: Company
let here: string
let there: string

const together = { trash: 'together', restore: 'together', move: 'together', purge: 'delete' } as const
const entries = (['tasks', 'files'] as const).map((parent) => ({
  ...{ parent, table: 'remarks', column: `${parent.slice(0, -1)}Id`, kind: 'remark' },
  ...together,
})) as unknown as Attachment[]
const list = attached as Attachment[]

beforeAll(async () => {
  company = await world.company()
  here = (await company.admin.create('/v1/workspaces', { workspaceName: 'Here' })).id
  there = (await company.admin.create('/v1/workspaces', { workspaceName: 'There' })).id
  const columns = [
    'externalId',
    'createdAt',
    'updatedAt',
    'createdBy',
    'deletedAt',
    'deletedBy',
    'workspaceId',
  ]
  const texts = [...columns, 'taskId', 'fileId'].map((name) => `"${name}" text`).join(', ')
  const sql = `CREATE TABLE "remarks" ("companyNo" integer, "id" text, ${texts}, PRIMARY KEY ("companyNo", "id"))`
  const byParent = ['taskId', 'fileId'].map(
    (name) => `CREATE INDEX "remarksBy${name}" ON "remarks" ("companyNo", "${name}")`,
  )
  await world.db.transaction(async (tx) => {
    for (const statement of [sql, ...byParent]) await rows(tx, { sql: statement, values: [] })
  })
  list.push(...entries)
})

afterAll(() => {
  list.splice(list.indexOf(entries[0] as Attachment), entries.length)
})

/** Remarks on a task or a file. */
async function remark(on: { taskId: string } | { fileId: string }, count = 1): Promise<string[]> {
  const ids = Array.from({ length: count }, () => newId())
  const [[column = '', parentId = ''] = []] = Object.entries<string>(on)
  for (const some of inChunks(ids, 1_000))
    await world.db.transaction((tx) =>
      insertMany(
        tx,
        'remarks',
        ['companyNo', 'id', 'workspaceId', column],
        some.map((id) => [company.companyNo, id, here, parentId]),
      ),
    )
  return ids
}

interface Remark {
  id: string
  workspaceId: string
  deletedAt: string | null
}

/** How many there are, how many are in the trash, and how many in the other workspace. */
async function statesOf(ids: readonly string[]): Promise<unknown> {
  const wanted = new Set(ids)
  const all = await rows<Remark>(world.db, { sql: 'SELECT * FROM "remarks"', values: [] })
  const found = all.filter(({ id }) => wanted.has(id))
  return {
    count: found.length,
    inTrash: found.filter(({ deletedAt }) => deletedAt !== null).length,
    moved: found.filter(({ workspaceId }) => workspaceId === there).length,
  }
}

const newTask = async (parentTaskId: string | null = null): Promise<string> =>
  (await company.admin.create('/v1/tasks', { title: 'Task', workspaceId: here, parentTaskId })).id

/** A task with a subtask and a file on the subtask, and remarks on each. */
async function newTree(): Promise<{ task: string; below: string; file: string; ids: string[] }> {
  const task = await newTask()
  const below = await newTask(task)
  const file = await company.admin.file(`/v1/tasks/${below}`, 'Draft.txt')
  const ids = [...(await remark({ taskId: task }, 601)), ...(await remark({ taskId: below }))]
  return { task, below, file, ids: [...ids, ...(await remark({ fileId: file }))] }
}

const logged = async (type: string): Promise<number> =>
  (await changesOf(world, company)).filter((line) => line.startsWith(`${type} `)).length

const age = (table: 'tasks' | 'files' | 'workspaces', id: string) =>
  world.db.transaction((tx) =>
    tx.query
      .updateTable(table)
      .set({ deletedAt: ago(31 * 86_400_000) })
      .where('id', '=', id)
      .execute(),
  )

const never = new AbortController().signal

test('it goes to the trash and comes back with tasks, subtasks and their files', async () => {
  const { task, ids } = await newTree()
  const [before = ''] = await remark({ taskId: task })
  const sql = 'UPDATE "remarks" SET "deletedAt" = ? WHERE "id" = ?'
  await world.db.transaction((tx) => rows(tx, { sql, values: ['2026-01-01', before] }))
  await company.admin.ok('DELETE', `/v1/tasks/${task}`)
  expect(await statesOf(ids)).toEqual({ count: 603, inTrash: 603, moved: 0 })
  expect(await logged('remark.deleted')).toBe(603)
  await company.admin.ok('POST', `/v1/tasks/${task}/restore`)
  expect(await statesOf(ids)).toEqual({ count: 603, inTrash: 0, moved: 0 })
  expect(await logged('remark.restored')).toBe(603)
  // Records that were already in the trash stay there.
  expect(await statesOf([before])).toEqual({ count: 1, inTrash: 1, moved: 0 })
})

test('it moves with them to another workspace', async () => {
  const { task, ids } = await newTree()
  await company.admin.ok('PUT', `/v1/tasks/${task}`, { workspaceId: there })
  expect(await statesOf(ids)).toEqual({ count: 603, inTrash: 0, moved: 603 })
  expect(await logged('remark.updated')).toBe(603)
})

test('it is purged with them', async () => {
  const { task, below, file, ids } = await newTree()
  await company.admin.ok('DELETE', `/v1/tasks/${task}`)
  for (const id of [task, below]) await age('tasks', id)
  await age('files', file)
  expect(await purgeTrash.run(world.db, never)).toBe('Purged 1 files and 2 tasks.')
  expect(await statesOf(ids)).toEqual({ count: 0, inTrash: 0, moved: 0 })
  expect(await logged('remark.purged')).toBe(603)
})

test('it is trashed, restored and moved with a file alone, and with the folder of the file', async () => {
  const folder = await company.admin.create(`/v1/workspaces/${here}/folders`, { folderName: 'Drafts' })
  const file = await company.admin.file(`/v1/folders/${folder.id}`, 'Draft.txt')
  const ids = await remark({ fileId: file })
  for (const path of [`/v1/files/${file}`, `/v1/folders/${folder.id}`]) {
    await company.admin.ok('DELETE', path)
    expect(await statesOf(ids)).toEqual({ count: 1, inTrash: 1, moved: 0 })
    await company.admin.ok('POST', `${path}/restore`)
    expect(await statesOf(ids)).toEqual({ count: 1, inTrash: 0, moved: 0 })
  }
  await company.admin.ok('PUT', `/v1/files/${file}`, { workspaceId: there })
  expect(await statesOf(ids)).toEqual({ count: 1, inTrash: 0, moved: 1 })
})

test('more than 10,000 are not moved at once', async () => {
  const task = await newTask()
  const ids = await remark({ taskId: task }, 10_001)
  // Autovacuum would do this later. Without statistics, PostgreSQL reads the whole table for each statement.
  await world.db.transaction((tx) => rows(tx, { sql: 'ANALYZE "remarks"', values: [] }))
  const reply = await company.admin.send('DELETE', `/v1/tasks/${task}`)
  expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
  expect(await statesOf(ids)).toEqual({ count: 10_001, inTrash: 0, moved: 0 })
})

test('without the entries nothing happens to it', async () => {
  const { task, ids } = await newTree()
  list.splice(list.indexOf(entries[0] as Attachment), entries.length)
  try {
    await company.admin.ok('DELETE', `/v1/tasks/${task}`)
    expect(await statesOf(ids)).toEqual({ count: 603, inTrash: 0, moved: 0 })
  } finally {
    list.push(...entries)
  }
})
