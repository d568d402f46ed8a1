import { expect, test } from 'vitest'
import { useWorld } from '../support/world.ts'

const world = useWorld()

test('a task is created, read, changed and deleted', async () => {
  const { admin } = await world.company()
  const workspace = await admin.create('/v1/workspaces', { workspaceName: 'Website' })
  const task = await admin.create('/v1/tasks', {
    title: '  Write  ',
    workspaceId: workspace.id,
    tags: ['Urgent', 'urgent', 'x'],
  })
  expect(task.details).toMatchObject({
    title: 'Write',
    status: 'Open',
    priority: 3,
    tags: ['urgent', 'x'],
    completedAt: null,
  })
  const { body, headers } = await admin.get(`/v1/tasks/${task.id}`)
  expect(body).toEqual(task)
  expect((await admin.get(`/v1/tasks/${task.id}`, { 'if-none-match': headers['etag'] ?? '' })).status).toBe(
    304,
  )
  const changed = await admin.send('PUT', `/v1/tasks/${task.id}`, { status: 'Completed' })
  expect(changed.status).toBe(204)
  expect((await admin.get(`/v1/tasks/${task.id}`)).headers['etag']).toBe(changed.headers['etag'])
  expect((await admin.get(`/v1/tasks/${task.id}`)).body.details.completedAt).toMatch(/Z$/)
  expect((await admin.send('DELETE', `/v1/tasks/${task.id}`)).status).toBe(204)
  expect((await admin.get(`/v1/tasks/${task.id}`)).status).toBe(404)
})
