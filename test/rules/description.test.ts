import { beforeAll, expect, test } from 'vitest'
import { operationIdsOf, publishedOperationIds } from '../../scripts/docs/operation-ids.ts'
import { ownDescription } from '../../scripts/docs/own-description.ts'
import {
  declaredChanges,
  howToDeclare,
  publishedDescription,
  undeclaredChanges,
} from '../../scripts/docs/snapshot.ts'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import { lowerToSwagger2 } from '../../src/description/swagger2/swagger2.ts'
import { operationIdOf } from '../../src/http/operation-id.ts'
import { faultsOfDescription } from '../support/describe-valid.ts'
import { root } from './project.ts'

let description: OpenApiDocument

beforeAll(async () => {
  description = await ownDescription()
})

test('the description is valid', async () => {
  expect(await faultsOfDescription(description)).toEqual([])
})

test('its Swagger 2.0 form is valid', async () => {
  expect(await faultsOfDescription(lowerToSwagger2(description))).toEqual([])
})

test('responses may grow: no object is closed, and no value is limited to a fixed set', () => {
  const { paths, components } = description
  const answers = Object.values(paths)
    .flatMap((item) => Object.values(item))
    .map(({ responses }) => responses)
  const text = withReferences([answers, components.responses, components.headers])
  expect(text).toContain('"details"')
  expect(text).toContain('"x-extensible-enum":["Active","Revoked"]')
  expect(text).not.toContain('"additionalProperties":false')
  expect(text).not.toContain('"enum":')
})

test('requests are closed, and their values are fixed', () => {
  const bodies = Object.values(description.paths)
    .flatMap((item) => Object.values(item))
    .flatMap(({ requestBody }) => requestBody ?? [])
  const text = withReferences(bodies)
  expect(text).toContain('"additionalProperties":false')
  expect(text).toContain('"enum":')
  expect(text).not.toContain('x-extensible-enum')
})

/** The text of these parts and of every schema they refer to. */
function withReferences(parts: unknown): string {
  const texts = new Map([['', JSON.stringify(parts)]])
  for (const text of texts.values())
    for (const [, name = ''] of text.matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (!texts.has(name)) texts.set(name, JSON.stringify(description.components.schemas[name]))
  return [...texts.values()].join('\n')
}

test('nothing is taken from callers without a declaration', () => {
  const lost = undeclaredChanges(publishedDescription(root), description, declaredChanges(root))
  expect(lost, howToDeclare(lost, 'YYYY-MM-DD')).toEqual([])
})

test('operation ids never change: generated clients name their functions by them', () => {
  const ids = operationIdsOf(description)
  expect(ids).toEqual(publishedOperationIds())
  expect(new Set(Object.values(ids)).size).toBe(Object.keys(ids).length)
  expect(Object.values(ids).filter((id) => !/^[a-z][A-Za-z0-9]{2,39}$/.test(id))).toEqual([])
})

test.each([
  ['GET', '/v1/tasks', 'listTasks'],
  ['POST', '/v1/tasks', 'createTask'],
  ['GET', '/v1/tasks/{taskId}', 'getTask'],
  ['PUT', '/v1/tasks/{taskId}', 'updateTask'],
  ['DELETE', '/v1/tasks/:taskId', 'deleteTask'],
  ['GET', '/v1/workspaces/{workspaceId}/tasks', 'listWorkspaceTasks'],
  ['POST', '/v1/workspaces/{workspaceId}/tasks', 'createWorkspaceTask'],
  ['PUT', '/v1/workspaces/{workspaceId}/members/{userHash}', 'addWorkspaceMember'],
  ['DELETE', '/v1/workspaces/{workspaceId}/members/{userHash}', 'removeWorkspaceMember'],
  ['POST', '/v1/files/{fileId}/lock', 'lockFile'],
  ['DELETE', '/v1/files/{fileId}/lock', 'unlockFile'],
  ['GET', '/v1/files/{fileId}/lock', 'getFileLock'],
  ['POST', '/v1/tasks/{taskId}/updateDetails', 'updateTaskDetails'],
  ['POST', '/v1/files/{fileId}/versions', 'createFileVersion'],
  ['POST', '/v1/files/{fileId}/versions/{version}/restore', 'restoreFileVersion'],
  ['GET', '/v1/users/me', 'getMe'],
  ['PUT', '/v1/users/me/timer', 'updateMyTimer'],
  ['GET', '/v1/companies', 'listCompanies'],
  ['GET', '/v1/companies/{companyId}', 'getCompany'],
  ['POST', '/auth/sign-in', 'postAuthSignIn'],
])('the id of %s %s is %s', (method, path, id) => {
  expect(operationIdOf(method, path)).toBe(id)
})

test('a removed method would be noticed, until it is declared', () => {
  const after = structuredClone(description)
  delete after.paths['/v1/tasks']
  const lost = undeclaredChanges(description, after, [])
  expect(lost).toEqual(['GET /v1/tasks: removed', 'POST /v1/tasks: removed'])
  expect(howToDeclare(lost, '2026-01-31')).toContain('"change": "GET /v1/tasks: removed"')
  const declared = lost.map((change) => ({ change, date: '2026-01-31', why: 'A test.' }))
  expect(undeclaredChanges(description, after, declared)).toEqual([])
})

test('a removed filter field would be noticed', () => {
  const after = structuredClone(description)
  const parameters = after.paths['/v1/tasks']?.get?.parameters ?? []
  const filter = parameters.find((each) => 'name' in each && each.name === 'filter')
  if (filter === undefined || !('x-fields' in filter)) throw new Error('The list of tasks has a filter')
  filter['x-fields'] = filter['x-fields']?.filter((field) => field !== 'status =') ?? []
  expect(undeclaredChanges(description, after, [])).toEqual(['GET /v1/tasks query filter status =: removed'])
})

test('each declared change has what, when and why', () => {
  for (const { change, date, why } of declaredChanges(root)) {
    expect(change).toMatch(/^[A-Z]+ \/\S+.*: \S/)
    expect(date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
    expect(why.length).toBeGreaterThan(10)
  }
})
