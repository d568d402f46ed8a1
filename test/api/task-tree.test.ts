import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { TaskRow } from '../../src/schema/records/task.ts'
import { countsOf } from '../support/tag-recount.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/**
 * Whatever people do to tasks, even concurrently, the tree of subtasks, the workspaces of related records and the index
 * tables stay consistent.
 */
const world = useSharedWorld()
let company: Company

beforeAll(async () => {
  company = await world.company()
})

/** Two workspaces, with lists and milestones of each, and the tasks created so far. */
interface Ground {
  workspaces: string[]
  tasklists: string[]
  milestones: string[]
  tasks: string[]
}

async function prepare(): Promise<Ground> {
  const ground: Ground = { workspaces: [], tasklists: [], milestones: [], tasks: [] }
  for (let n = 0; n < 2; n += 1) {
    const { id } = await company.admin.create('/v1/workspaces', { workspaceName: 'Tree' })
    ground.workspaces.push(id)
    const path = `/v1/workspaces/${id}`
    for (let m = 0; m < 2; m += 1) {
      const list = await company.admin.create(`${path}/tasklists`, { tasklistName: 'List' })
      const milestone = await company.admin.create(`${path}/milestones`, { title: 'Milestone' })
      ground.tasklists.push(list.id)
      ground.milestones.push(milestone.id)
    }
  }
  return ground
}

const nth = fc.nat(19)
const tags = fc.subarray(['red', 'Green', 'GREEN', 'blue'])
const places = { tasklist: fc.option(nth), milestone: fc.option(nth) }
const act = fc.oneof(
  fc.record({
    kind: fc.constant('create' as const),
    workspace: nth,
    parent: fc.option(nth),
    tags,
    assigned: fc.boolean(),
    ...places,
  }),
  fc.record({ kind: fc.constant('nest' as const), nth, parent: fc.option(nth) }),
  fc.record({ kind: fc.constant('move' as const), nth, workspace: nth, rest: fc.option(fc.record(places)) }),
  fc.record({ kind: fc.constant('place' as const), nth, ...places }),
  fc.record({ kind: fc.constant('mark' as const), nth, tags, assigned: fc.boolean() }),
  fc.record({ kind: fc.constant('delete' as const), nth }),
  fc.record({ kind: fc.constant('restore' as const), nth }),
  fc.record({ kind: fc.constant('deleteList' as const), nth }),
  fc.record({ kind: fc.constant('deleteMilestone' as const), nth }),
  fc.record({ kind: fc.constant('copyList' as const), nth, workspace: nth }),
)
type Act = typeof act extends fc.Arbitrary<infer T> ? T : never
type Of<K extends Act['kind']> = Extract<Act, { kind: K }>

/** Statuses that these operations may return: done, missing, or not allowed by the state of the tree. */
const expected = [200, 201, 204, 400, 404, 409]

const pick = (ids: readonly string[], n: number | null): string | null =>
  n === null ? null : (ids[n % ids.length] ?? null)

async function perform(ground: Ground, step: Act): Promise<void> {
  const { admin, adminId } = company
  const marks = (one: { tags: string[]; assigned: boolean }) => ({
    tags: one.tags,
    assignees: one.assigned ? [adminId] : [],
  })
  const placesOf = (one: { tasklist: number | null; milestone: number | null }) => ({
    tasklistId: pick(ground.tasklists, one.tasklist),
    milestoneId: pick(ground.milestones, one.milestone),
  })
  const send = (method: string, path: string, body?: unknown) => admin.send(method, `/v1/${path}`, body)
  const task = `tasks/${'nth' in step ? pick(ground.tasks, step.nth) : ''}`
  const acts: { [K in Act['kind']]: (one: Of<K>) => ReturnType<typeof send> } = {
    create: (one) =>
      send('POST', `workspaces/${pick(ground.workspaces, one.workspace)}/tasks`, {
        title: 'x',
        parentTaskId: pick(ground.tasks, one.parent),
        ...marks(one),
        ...placesOf(one),
      }),
    nest: (one) => send('PUT', task, { parentTaskId: pick(ground.tasks, one.parent) }),
    move: (one) =>
      send('PUT', task, {
        workspaceId: pick(ground.workspaces, one.workspace),
        ...(one.rest !== null && placesOf(one.rest)),
      }),
    place: (one) => send('PUT', task, placesOf(one)),
    mark: (one) => send('PUT', task, marks(one)),
    delete: () => send('DELETE', task),
    restore: () => send('POST', `${task}/restore`),
    deleteList: (one) => send('DELETE', `tasklists/${pick(ground.tasklists, one.nth)}`),
    deleteMilestone: (one) => send('DELETE', `milestones/${pick(ground.milestones, one.nth)}`),
    copyList: (one) =>
      send('POST', `workspaces/${pick(ground.workspaces, one.workspace)}/tasklists`, {
        tasklistName: 'Copy',
        tasklistTemplate: pick(ground.tasklists, one.nth),
      }),
  }
  const reply = await (acts[step.kind] as (one: Act) => ReturnType<typeof send>)(step)
  expect(expected, `${step.kind}: ${reply.text}`).toContain(reply.status)
  if (step.kind === 'create' && reply.status === 201) ground.tasks.push(reply.body.id)
}

async function faultsOf({ workspaces }: Ground): Promise<string[]> {
  const { query } = world.db
  const rows = await query.selectFrom('tasks').selectAll().where('workspaceId', 'in', workspaces).execute()
  const lists = await query
    .selectFrom('tasklists')
    .selectAll()
    .where('workspaceId', 'in', workspaces)
    .execute()
  const milestones = await query
    .selectFrom('milestones')
    .selectAll()
    .where('workspaceId', 'in', workspaces)
    .execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  const homes = new Map([...lists, ...milestones].map(({ id, workspaceId }) => [id, workspaceId]))
  const faults: string[] = []
  for (const row of rows) {
    const tagged = await query.selectFrom('taskTags').selectAll().where('taskId', '=', row.id).execute()
    const assigned = await query
      .selectFrom('taskAssignees')
      .selectAll()
      .where('taskId', '=', row.id)
      .execute()
    const linked = await query.selectFrom('taskLinks').selectAll().where('taskId', '=', row.id).execute()
    const links = [row.parentTaskId, row.tasklistId, row.milestoneId].filter((id) => id !== null)
    for (const [name, values, indexed] of [
      ['tags', JSON.parse(row.tagIds) as string[], tagged.map(({ tagId }) => tagId)],
      ['assignees', JSON.parse(row.assignees) as string[], assigned.map(({ userId }) => userId)],
      ['links', links, linked.map(({ targetId }) => targetId)],
    ] as const)
      if (values.toSorted().join() !== indexed.toSorted().join()) faults.push(`${row.id}: ${name}`)
    faults.push(...treeFaults(row, byId))
    // References of records in the trash are fixed when they are restored.
    for (const id of row.deletedAt === null ? [row.tasklistId, row.milestoneId] : [])
      if (id !== null && homes.get(id) !== row.workspaceId) faults.push(`${row.id}: a place elsewhere`)
  }
  return faults
}

function treeFaults(row: TaskRow, byId: ReadonlyMap<string, TaskRow>): string[] {
  let depth = 1
  for (let at = row; at.parentTaskId !== null; depth += 1) {
    const parent = byId.get(at.parentTaskId)
    if (parent === undefined) return [`${row.id}: a parent that is not there`]
    // A parent that has moved away is cleared when the record in the trash is restored.
    if (row.deletedAt !== null && parent.workspaceId !== at.workspaceId) return []
    if (parent.workspaceId !== at.workspaceId) return [`${row.id}: a parent elsewhere`]
    if (row.deletedAt === null && parent.deletedAt !== null) return [`${row.id}: a parent in the trash`]
    if (depth > 20) return [`${row.id}: a circle`]
    at = parent
  }
  return row.deletedAt === null && depth > 8 ? [`${row.id}: ${depth} deep`] : []
}

test('after any operations', async () => {
  const rounds = fc.array(fc.array(act, { minLength: 1, maxLength: 5 }), { minLength: 4, maxLength: 10 })
  await fc.assert(
    fc.asyncProperty(rounds, async (batches) => {
      const ground = await prepare()
      const first = { workspace: 0, tags: [], assigned: true, milestone: 0 }
      for (let n = 0; n < 9; n += 1)
        await perform(ground, {
          kind: 'create',
          ...first,
          parent: n === 0 ? null : n - 1,
          tasklist: n % 2 === 0 ? 0 : null,
        })
      for (const batch of batches) await Promise.all(batch.map((step) => perform(ground, step)))
      expect(await faultsOf(ground)).toEqual([])
      const { kept, counted } = await countsOf(world.db, company.companyNo)
      expect(kept).toEqual(counted)
    }),
    { numRuns: 15 },
  )
})
