import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { TaskRow } from '../../src/db/rows/work.ts'
import { type Company, useWorld } from '../support/world.ts'
import { unlimited } from './fixture.ts'

/** Whatever people do to tasks, several at a time, the tree of subtasks and the tables beside it stay whole. */
const world = useWorld(unlimited)
let company: Company

beforeAll(async () => {
  company = await world.company()
})

const nth = fc.nat(19)
const tags = fc.subarray(['red', 'Green', 'GREEN', 'blue'])
const act = fc.oneof(
  fc.record({ kind: fc.constant('create' as const), parent: fc.option(nth), tags, assigned: fc.boolean() }),
  fc.record({ kind: fc.constant('move' as const), nth, parent: fc.option(nth) }),
  fc.record({ kind: fc.constant('mark' as const), nth, tags, assigned: fc.boolean() }),
  fc.record({ kind: fc.constant('delete' as const), nth }),
  fc.record({ kind: fc.constant('restore' as const), nth }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never

/** Statuses that these acts may have: done, gone or never there, or forbidden by the state of the tree. */
const expected = [200, 201, 204, 400, 404, 409]

async function perform(workspaceId: string, ids: string[], step: Act): Promise<void> {
  const { admin, adminId } = company
  const idOf = (n: number | null): string | null => (n === null ? null : (ids[n % ids.length] ?? null))
  const marks = (one: { tags: string[]; assigned: boolean }) => ({
    tags: one.tags,
    assignees: one.assigned ? [adminId] : [],
  })
  const path = `/v1/tasks/${'nth' in step ? idOf(step.nth) : ''}`
  const reply = await {
    create: () => {
      const { parent, ...given } = step as Act & { kind: 'create' }
      const body = { title: 'x', parentTaskId: idOf(parent), ...marks(given) }
      return admin.send('POST', `/v1/workspaces/${workspaceId}/tasks`, body)
    },
    move: () => admin.send('PUT', path, { parentTaskId: idOf((step as Act & { kind: 'move' }).parent) }),
    mark: () => admin.send('PUT', path, marks(step as Act & { kind: 'mark' })),
    delete: () => admin.send('DELETE', path),
    restore: () => admin.send('POST', `${path}/restore`),
  }[step.kind]()
  expect(expected, `${step.kind}: ${reply.text}`).toContain(reply.status)
  if (reply.status === 201) ids.push(reply.body.id)
}

async function faultsOf(workspaceId: string): Promise<string[]> {
  const { query } = world.db
  const rows = await query.selectFrom('tasks').selectAll().where('workspaceId', '=', workspaceId).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const faults: string[] = []
  for (const row of rows) {
    const tagged = await query.selectFrom('taskTags').select('tagId').where('taskId', '=', row.id).execute()
    const assigned = await query
      .selectFrom('taskAssignees')
      .select('userId')
      .where('taskId', '=', row.id)
      .execute()
    if (
      row.tagIds !==
      JSON.stringify(
        sameOrder(
          row.tagIds,
          tagged.map(({ tagId }) => tagId),
        ),
      )
    )
      faults.push(`${row.id}: tags`)
    if (row.assignees !== JSON.stringify(assigned.map(({ userId }) => userId)))
      faults.push(`${row.id}: assignees`)
    faults.push(...placeFaults(row, byId))
  }
  return faults
}

/** The values in the order of the list, which the table does not keep. */
function sameOrder(list: string, values: string[]): string[] {
  const order = JSON.parse(list) as string[]
  return values.toSorted((a, b) => order.indexOf(a) - order.indexOf(b))
}

function placeFaults(row: TaskRow, byId: ReadonlyMap<string, TaskRow>): string[] {
  let depth = 1
  for (let at = row; at.parentTaskId !== null; depth += 1) {
    const parent = byId.get(at.parentTaskId)
    if (parent === undefined) return [`${row.id}: a parent elsewhere`]
    if (row.deletedAt === null && parent.deletedAt !== null) return [`${row.id}: a parent in the trash`]
    if (depth > 20) return [`${row.id}: a circle`]
    at = parent
  }
  return row.deletedAt === null && depth > 8 ? [`${row.id}: ${depth} deep`] : []
}

test('after any acts', { timeout: 60_000 }, async () => {
  const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(rounds, async (batches) => {
      const { id } = await company.admin.create('/v1/workspaces', { workspaceName: 'Tree' })
      const ids: string[] = []
      for (let n = 0; n < 9; n += 1)
        await perform(id, ids, { kind: 'create', parent: n === 0 ? null : n - 1, tags: [], assigned: true })
      for (const batch of batches) await Promise.all(batch.map((step) => perform(id, ids, step)))
      expect(await faultsOf(id)).toEqual([])
    }),
    { numRuns: 12 },
  )
})
