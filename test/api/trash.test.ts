import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { ago } from '../support/clock.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** "Deleted softly: 30 days in the trash, restorable by `POST …/restore`; their names are free at once." */
const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Trash' })).id
})

const newTask = (body: Record<string, unknown> = {}): Promise<Reply['body']> =>
  company.admin.create('/v1/tasks', { title: 'Task', workspaceId, ...body })

const listed = async (path = '/v1/tasks'): Promise<string[]> =>
  (await company.admin.all(`${path}?limit=500`)).map(({ id }) => id)

describe('a deleted task', () => {
  test('is gone from everywhere, and comes back unchanged', async () => {
    const task = await newTask({ tags: ['trash'], assignees: [company.adminId], externalId: 'back' })
    const path = `/v1/tasks/${task.id}`
    await company.admin.ok('DELETE', path)
    for (const [method, url] of [
      ['GET', path],
      ['PUT', path],
      ['DELETE', path],
      ['POST', `${path}/updateDetails`],
    ] as const)
      expect((await company.admin.send(method, url, method === 'PUT' ? {} : undefined)).status).toBe(404)
    expect(await listed()).not.toContain(task.id)
    const filter = encodeURIComponent(`tags="trash" AND assignees="${company.adminId}"`)
    expect((await company.admin.list(`/v1/tasks?filter=${filter}`)).items).toEqual([])
    const parent = await company.admin.send('POST', '/v1/tasks', {
      title: 'x',
      workspaceId,
      parentTaskId: task.id,
    })
    expect([parent.status, parent.body.errors[0].pointer]).toEqual([400, '/parentTaskId'])
    const back = await company.admin.ok('POST', `${path}/restore`, undefined, {
      prefer: 'return=representation',
    })
    const { updatedAt: _, ...before } = task.details
    expect(back.body.details).toMatchObject(before)
    expect(await listed()).toContain(task.id)
    expect((await company.admin.list(`/v1/tasks?filter=${filter}`)).items).toHaveLength(1)
    // Restoring what is not in the trash is not an error.
    expect((await company.admin.send('POST', `${path}/restore`)).status).toBe(204)
  })

  test('takes its subtasks with it, and brings back exactly those', async () => {
    const parent = await newTask()
    const [first, second] = [
      await newTask({ parentTaskId: parent.id }),
      await newTask({ parentTaskId: parent.id }),
    ]
    const below = await newTask({ parentTaskId: second.id })
    await company.admin.ok('DELETE', `/v1/tasks/${first.id}`)
    await company.admin.ok('DELETE', `/v1/tasks/${parent.id}`)
    for (const { id } of [parent, first, second, below]) expect(await listed()).not.toContain(id)
    const alone = await company.admin.send('POST', `/v1/tasks/${second.id}/restore`)
    expect([alone.status, alone.body.code]).toEqual([409, 'conflict'])
    await company.admin.ok('POST', `/v1/tasks/${parent.id}/restore`)
    const ids = await listed()
    expect([parent, first, second, below].map(({ id }) => ids.includes(id))).toEqual([
      true,
      false,
      true,
      true,
    ])
    await company.admin.ok('POST', `/v1/tasks/${first.id}/restore`)
  })

  test('comes back only if the tree is not too deep for it', async () => {
    const parent = await newTask()
    const child = await newTask({ parentTaskId: parent.id })
    await company.admin.ok('DELETE', `/v1/tasks/${child.id}`)
    let deepest: string | null = null
    for (let depth = 1; depth <= 7; depth += 1) deepest = (await newTask({ parentTaskId: deepest })).id
    await company.admin.ok('PUT', `/v1/tasks/${parent.id}`, { parentTaskId: deepest })
    const reply = await company.admin.send('POST', `/v1/tasks/${child.id}/restore`)
    expect([reply.status, reply.body.code]).toEqual([409, 'conflict'])
    expect(await listed()).not.toContain(child.id)
  })

  test('whose key another record has taken in the meantime stays in the trash', async () => {
    const first = await newTask({ externalId: 'taken' })
    await company.admin.ok('DELETE', `/v1/tasks/${first.id}`)
    const second = await newTask({ externalId: 'taken' })
    const reply = await company.admin.send('POST', `/v1/tasks/${first.id}/restore`)
    expect([reply.status, reply.body.code]).toEqual([409, 'duplicate'])
    expect(reply.body.message).toContain(second.id)
  })

  test('can be deleted and restored by its creator and by Admins', async () => {
    const maker = await world.person(company, { workspaceId })
    const other = await world.person(company, { workspaceId })
    const admin = await world.person(company, { workspaceId, role: 'Admin' })
    const own = await maker.client.create('/v1/tasks', { title: 'Own', workspaceId })
    const path = `/v1/tasks/${own.id}`
    expect((await other.client.send('DELETE', path)).status).toBe(403)
    // Somebody else's subtask would go with it.
    const part = await other.client.create('/v1/tasks', { title: 'Part', workspaceId, parentTaskId: own.id })
    expect((await maker.client.send('DELETE', path)).status).toBe(403)
    await other.client.ok('DELETE', `/v1/tasks/${part.id}`)
    await maker.client.ok('DELETE', path)
    expect((await other.client.send('POST', `${path}/restore`)).status).toBe(403)
    await maker.client.ok('POST', `${path}/restore`)
    await admin.client.ok('DELETE', path)
    await admin.client.ok('POST', `${path}/restore`)
  })
})

describe('a deleted workspace', () => {
  test('takes everything in it along, and brings it back', async () => {
    const place = await company.admin.create('/v1/workspaces', {
      workspaceName: 'Gone',
      urlShortName: 'gone',
    })
    const path = `/v1/workspaces/${place.id}`
    const task = await company.admin.create(`${path}/tasks`, { title: 'Inside' })
    const person = await world.person(company, { workspaceId: place.id, role: 'Admin' })
    const outsider = await world.person(company)
    await person.client.ok('DELETE', path)
    for (const client of [company.admin, person.client, outsider.client])
      for (const url of [path, `${path}/tasks`, `${path}/members`, `/v1/tasks/${task.id}`])
        expect((await client.get(url)).status, url).toBe(404)
    for (const { client } of [person, { client: company.admin }]) {
      expect((await client.all('/v1/workspaces?limit=500')).map(({ id }) => id)).not.toContain(place.id)
      expect((await client.all('/v1/tasks?limit=500')).map(({ id }) => id)).not.toContain(task.id)
    }
    const reply = await company.admin.send('POST', '/v1/tasks', { title: 'x', workspaceId: place.id })
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/workspaceId'])
    const filter = encodeURIComponent(`workspaceId="${place.id}"`)
    expect((await company.admin.list(`/v1/tasks?filter=${filter}`)).items).toEqual([])
    expect((await outsider.client.send('POST', `${path}/restore`)).status).toBe(403)
    await person.client.ok('POST', `${path}/restore`)
    expect((await person.client.ok('GET', `/v1/tasks/${task.id}`)).body.id).toBe(task.id)
    expect((await person.client.list(`${path}/members`)).items).toHaveLength(2)
  })
})

test('a record that has been in the trash for more than 30 days is gone, purged or not', async () => {
  const company = await world.company()
  const workspace = await company.admin.create('/v1/workspaces', { workspaceName: 'Old' })
  const task = await company.admin.create('/v1/tasks', { title: 'Old', workspaceId: workspace.id })
  await company.admin.ok('DELETE', `/v1/tasks/${task.id}`)
  const age = (table: 'tasks' | 'workspaces', id: string, days: number) =>
    world.db.transaction((tx) =>
      tx.query
        .updateTable(table)
        .set({ deletedAt: ago(days * 86_400_000) })
        .where('companyNo', '=', company.companyNo)
        .where('id', '=', id)
        .execute(),
    )
  await age('tasks', task.id, 31)
  expect((await company.admin.send('POST', `/v1/tasks/${task.id}/restore`)).status).toBe(404)
  await age('tasks', task.id, 29)
  expect((await company.admin.send('POST', `/v1/tasks/${task.id}/restore`)).status).toBe(204)
  await company.admin.ok('DELETE', `/v1/workspaces/${workspace.id}`)
  await age('workspaces', workspace.id, 31)
  expect((await company.admin.send('POST', `/v1/workspaces/${workspace.id}/restore`)).status).toBe(404)
})

describe('records in the trash are listed for those who may restore them', () => {
  const titles = async (client: Company['admin'], path: string, name: string): Promise<string[]> =>
    (await client.all(path)).map(({ details }) => details[name])

  test('tasks and folders of a workspace: all for its Admins, their own for Contributors', async () => {
    const place = await company.admin.create('/v1/workspaces', { workspaceName: 'Listed' })
    const path = `/v1/workspaces/${place.id}`
    const [contributor, reader] = [
      await world.person(company, { workspaceId: place.id, role: 'Contributor' }),
      await world.person(company, { workspaceId: place.id, role: 'Reader' }),
    ]
    for (const client of [company.admin, contributor.client]) {
      const who = client === company.admin ? 'admin' : 'contributor'
      const task = await client.create('/v1/tasks', { title: who, workspaceId: place.id })
      await client.create('/v1/tasks', {
        title: `${who} below`,
        workspaceId: place.id,
        parentTaskId: task.id,
      })
      const folder = await client.create(`${path}/folders`, { folderName: who })
      await client.ok('DELETE', `/v1/tasks/${task.id}`)
      await client.ok('DELETE', `/v1/folders/${folder.id}`)
    }
    expect(await titles(company.admin, `${path}/trash/tasks?sort=title`, 'title')).toEqual([
      'admin',
      'admin below',
      'contributor',
      'contributor below',
    ])
    expect(await titles(contributor.client, `${path}/trash/tasks?sort=title`, 'title')).toEqual([
      'contributor',
      'contributor below',
    ])
    expect(await titles(contributor.client, `${path}/trash/folders`, 'folderName')).toEqual(['contributor'])
    for (const kind of ['tasks', 'folders'])
      expect((await reader.client.get(`${path}/trash/${kind}`)).status).toBe(403)

    const [folder] = await company.admin.all(`${path}/trash/folders?sort=folderName`)
    expect(folder.details).toMatchObject({ folderName: 'admin', deletedBy: company.adminId })
    await company.admin.ok('POST', `/v1/folders/${folder.id}/restore`)
    expect(await titles(company.admin, `${path}/trash/folders`, 'folderName')).toEqual(['contributor'])
    // A record past its time is gone, whether it has been purged yet or not.
    const [task] = await contributor.client.all(`${path}/trash/tasks`)
    const old = ago(31 * 24 * 3_600_000)
    await world.db.transaction((tx) =>
      tx.query.updateTable('tasks').set({ deletedAt: old }).where('id', '=', task.id).execute(),
    )
    expect(await contributor.client.all(`${path}/trash/tasks`)).toHaveLength(1)
  })

  test('workspaces: all for company admins, for others those they were an Admin of', async () => {
    const own = await world.person(company, { permissions: ['createWorkspaces'] })
    const theirs = await own.client.create('/v1/workspaces', { workspaceName: 'Theirs' })
    const member = await world.person(company, { workspaceId: theirs.id })
    const other = await company.admin.create('/v1/workspaces', { workspaceName: 'Other' })
    for (const { id } of [theirs, other]) await company.admin.ok('DELETE', `/v1/workspaces/${id}`)
    const names = (client: Company['admin']) =>
      titles(client, '/v1/trash/workspaces?sort=workspaceName', 'workspaceName')
    expect(await names(company.admin)).toEqual(expect.arrayContaining(['Other', 'Theirs']))
    expect(await names(own.client)).toEqual(['Theirs'])
    expect(await names(member.client)).toEqual([])
    const [shown] = await own.client.all('/v1/trash/workspaces')
    expect(shown.details).toMatchObject({ deletedBy: company.adminId, urlShortName: 'theirs' })
    await own.client.ok('POST', `/v1/workspaces/${shown.id}/restore`)
    expect(await names(own.client)).toEqual([])
    expect((await own.client.list('/v1/workspaces')).items).toHaveLength(1)
  })
})
