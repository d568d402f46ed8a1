import { expect, test } from 'vitest'
import { concernsRecord, concernsWrite } from '../../web/src/api/concerns.ts'
import { readEvent } from '../../web/src/api/event-stream.ts'

const task = 't'.repeat(22)
const workspace = 'w'.repeat(22)

test('a change of a record concerns its own address, the lists of its kind and the logs', () => {
  const concerned = [
    `/v1/tasks/${task}`,
    `/v1/tasks/${task}/steps?limit=5`,
    `/v1/workspaces/${workspace}/tasks?sort=rank`,
    '/v1/tasks?limit=1',
    '/v1/tasks/summary?groupBy=status',
    `/v1/tasks/summary?groupBy=workspace%2Cstatus&workspaceIds=${workspace}`,
    `/v1/milestones/${workspace}/history`,
  ]
  const others = [
    '/v1/users',
    `/v1/workspaces/${workspace}`,
    `/v1/workspaces/${workspace}/milestones`,
    '/v1/company',
    '/v1/files/summary?groupBy=status',
  ]
  expect(concerned.filter((address) => !concernsRecord(address, 'task', task))).toEqual([])
  expect(others.filter((address) => concernsRecord(address, 'task', task))).toEqual([])
  expect(concernsRecord('/v1/tasks/summary?groupBy=status', 'time', task)).toBe(true)
  expect(concernsRecord('/v1/milestones?sort=dueDate', 'milestone', task)).toBe(true)
  expect(concernsRecord('/v1/users/me', 'user', task)).toBe(true)
  expect(concernsRecord('/v1/company', 'company', task)).toBe(true)
  expect(concernsRecord('/v1/workspaces?limit=5', 'member', task)).toBe(true)
})

test('a write concerns the addresses that share a part with it', () => {
  expect(
    concernsWrite(`/v1/workspaces/${workspace}/members`, `/v1/workspaces/${workspace}/members/${task}`),
  ).toBe(true)
  expect(concernsWrite('/v1/audit', '/v1/company')).toBe(true)
  expect(concernsWrite('/v1/tags?limit=500', '/v1/company')).toBe(false)
})

test('a record that is deleted or restored concerns the trash', () => {
  const trash = [`/v1/workspaces/${workspace}/trash?limit=20`, `/v1/workspaces/${workspace}/trash/tasks`]
  for (const address of trash) {
    expect(concernsWrite(address, `/v1/files/${task}/restore`)).toBe(true)
    expect(concernsRecord(address, 'file', task)).toBe(true)
    expect(concernsWrite(address, `/v1/tags/${task}`)).toBe(false)
  }
})

test('a notification that is read concerns notifications alone', () => {
  const written = `/v1/users/me/notifications/${task}/read`
  expect(concernsWrite('/v1/users/me/notifications/summary', written)).toBe(true)
  expect(concernsWrite('/v1/users/me/timer', written)).toBe(false)
  expect(concernsWrite('/v1/users?limit=500', written)).toBe(false)
})

test('an event of the stream is read with its position', () => {
  expect(readEvent('id: e.7\nevent: change\ndata: {"kind":"task"}')).toEqual({
    ...{ id: 'e.7', event: 'change', data: '{"kind":"task"}' },
  })
  expect(readEvent(':')).toEqual({ id: undefined, event: 'message', data: '' })
})
