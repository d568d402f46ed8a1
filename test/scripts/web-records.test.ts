import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { knownField } from '../../scripts/docs/web-fields.ts'
import { fieldLabel, kindLabels } from '../../scripts/docs/web-labels.ts'
import { webRecords } from '../../scripts/docs/web-records.ts'
import type { OpenApiDocument } from '../../src/description/openapi/document.ts'
import type { JsonSchema } from '../../src/schema/json-schema.ts'
import { type KnownKind, records } from '../../web/src/api/records.ts'

test.each<[kind: string, name: string, schema: JsonSchema, label: string]>([
  ['task', 'title', { type: 'string' }, 'Title'],
  ['task', 'dueDate', { type: 'string', format: 'date' }, 'Due'],
  ['time', 'date', { type: 'string', format: 'date' }, 'Date'],
  ['task', 'completedAt', { type: 'string', format: 'date-time' }, 'Completed'],
  ['task', 'createdBy', { type: 'string', 'x-refers-to': 'user' }, 'Created by'],
  ['task', 'estimateMinutes', { type: 'integer', 'x-unit': 'minutes' }, 'Estimate'],
  ['task', 'tasklistId', { type: 'string', 'x-refers-to': 'tasklist' }, 'Task list'],
  ['task', 'parentTaskId', { type: 'string', 'x-refers-to': 'task' }, 'Parent task'],
  ['time', 'userHash', { type: 'string', 'x-refers-to': 'user' }, 'Person'],
  ['tag', 'taskCount', { type: 'integer' }, 'Tasks'],
  ['trashedFile', 'fileName', { type: 'string' }, 'Name'],
  ['workspace', 'workspaceType', { type: 'string' }, 'Type'],
  ['company', 'ssoClientId', { type: 'string' }, 'SSO client ID'],
  ['comment', 'resolvedAt', { type: 'string', format: 'date-time' }, 'Resolved'],
])('the label of %s.%s', (kind, name, schema, label) => {
  expect(fieldLabel(kind, name, schema)).toBe(label)
})

test('kinds have a singular and a plural name', () => {
  expect(kindLabels('comment')).toEqual(['Comment', 'Comments'])
  expect(kindLabels('taskCategory')).toEqual(['Task category', 'Task categories'])
  expect(kindLabels('trashedTasklist')).toEqual(['Deleted task list', 'Deleted task lists'])
  expect(kindLabels('user')).toEqual(['Person', 'People'])
})

test('a field has its type, unit, choices and default', () => {
  const priority = { type: 'integer', minimum: 1, maximum: 5 }
  expect(knownField('task', 'priority', priority, { 'x-default': 3 })).toEqual({
    label: 'Priority',
    about: '',
    type: 'number',
    scale: 5,
    fallback: 3,
  })
  expect(knownField('file', 'size', { type: ['integer', 'null'], 'x-unit': 'bytes' })).toEqual({
    label: 'Size',
    about: '',
    type: 'number',
    unit: 'bytes',
  })
  expect(knownField('task', 'status', { type: ['string', 'null'], enum: ['Open', null] })).toEqual({
    label: 'Status',
    about: '',
    type: 'text',
    choices: ['Open'],
  })
  const keys = { type: 'array', items: { type: 'object', properties: { keyId: { type: 'string' } } } }
  expect(knownField('client', 'keys', keys)).toEqual({
    label: 'Keys',
    about: '',
    type: 'object',
    many: true,
    fields: { keyId: { label: 'Key ID', about: '', type: 'text' } },
  })
})

test('the generated records contain what each page needs', () => {
  const of = (kind: string) => records[kind] as KnownKind
  expect(of('user').nameField).toBe('fullName')
  expect(of('invitation').nameField).toBe('email')
  expect(of('time').nameField).toBeUndefined()
  expect(of('fileVersion')).toMatchObject({ listed: '/v1/files/{fileId}/versions', parent: 'file' })
  expect(of('clientKey')).toMatchObject({ parent: 'client' })
  expect(of('task').lists).toContainEqual({ path: '/v1/tasks/{taskId}/times', of: 'time' })
  expect(of('milestone').lists).toContainEqual({ path: '/v1/tasks', of: 'task', by: 'milestoneId' })
})

test('a resource attached to tasks becomes a tab of the task page, with labels and filters', () => {
  const file = join(import.meta.dirname, '../../docs/api/openapi.json')
  const description = JSON.parse(readFileSync(file, 'utf8')) as OpenApiDocument
  const { schemas } = description.components
  const reference = (name: string) => ({ $ref: `#/components/schemas/${name}` })
  schemas['Comment'] = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      permalink: { type: 'string' },
      details: { type: 'object', properties: { text: { type: 'string' } } },
    },
  }
  const get = description.paths['/v1/tasks/{taskId}/times']?.get
  if (get === undefined) throw new Error('Tasks have time entries')
  description.paths['/v1/tasks/{taskId}/comments'] = {
    get: {
      ...get,
      responses: {
        200: { description: '', content: { 'application/json': { schema: reference('CommentList') } } },
      },
    },
  }
  const text = webRecords(description)
  expect(text).toContain('{"path":"/v1/tasks/{taskId}/comments","of":"comment"}')
  expect(text).toContain('"comment": {"one":"Comment","many":"Comments"')
  expect(text).toContain('"text":{"label":"Text"')
})
