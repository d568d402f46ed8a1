import type { Operation } from '../../src/http/operation.ts'
import { listOf } from '../../src/lists/list.ts'
import { customFields } from '../../src/schema/fields/custom.ts'
import {
  boolean,
  choice,
  date,
  integer,
  onlyNew,
  optionalInteger,
  optionalMoment,
} from '../../src/schema/fields/fields.ts'
import { optionalReference, reference, references, tagNames } from '../../src/schema/fields/reference.ts'
import { email, name, notes, timeZone } from '../../src/schema/fields/text.ts'
import { resource } from '../../src/schema/resource.ts'

export const site = { publicUrl: 'https://atrium.test:8443', version: '1.2.3' }

export const task = resource('task', 'A piece of work that somebody does.', {
  title: name('What is to be done.', { example: 'Write the offer' }),
  description: notes('More about it.'),
  status: choice('How far it is.', ['Open', 'Completed'], { fallback: 'Open' }),
  priority: integer('How urgent it is.', 1, 5, { fallback: 3 }),
  dueDate: date('When it is due.'),
  estimateMinutes: optionalInteger('How long it may take.', 0, 1_000_000),
  billable: boolean('Whether the customer pays for it.', { fallback: false }),
  assignees: references('Who does it.', 'user'),
  tags: tagNames('Its tags.'),
  workspaceId: onlyNew(reference('Where it is.', 'workspace', { required: true })),
  parentTaskId: optionalReference('What it is a part of.', 'task'),
  completedAt: optionalMoment('When it was done.'),
  customFields: customFields(),
})

export const tasks = listOf(task, {
  from: '"tasks" t',
  sort: ['title', 'priority', 'dueDate'],
  filter: ['status', 'priority', 'dueDate', 'tags', 'billable'],
  sortIndexes: [],
})

export const user = resource(
  'user',
  'Somebody who works here.',
  {
    email: email('The address.', { required: true }),
    timeZone: timeZone('Where they are.', { fallback: 'UTC' }),
  },
  { alias: 'userHash' },
)

const needs = 'You must be a member of the workspace.'

function operation(
  method: Operation['method'],
  path: string,
  operationId: string,
  spec: Omit<Operation, 'method' | 'path' | 'group' | 'operationId' | 'summary' | 'needs'>,
): Operation {
  const group = path.split('/')[2] ?? ''
  return { method, path, group, operationId, summary: `Does ${operationId}.`, needs, ...spec }
}

/** One method of every shape. */
export const operations: readonly Operation[] = [
  operation('GET', '/v1/tasks', 'getTasks', {
    answer: { list: tasks },
    query: { templateOnly: { sentence: 'Only templates.', schema: { type: 'boolean' } } },
  }),
  operation('POST', '/v1/tasks', 'postTasks', {
    body: { new: task },
    answer: { created: task },
    problems: ['archived', 'disk_full'],
  }),
  operation('POST', '/v1/workspaces/{workspaceId}/tasks', 'postWorkspaceTasks', {
    body: { new: task, given: ['workspaceId'] },
    answer: { created: task },
  }),
  operation('GET', '/v1/tasks/{taskId}', 'getTask', { answer: { one: task } }),
  operation('PUT', '/v1/tasks/{taskId}', 'putTask', { body: { change: task }, answer: { changed: task } }),
  operation('POST', '/v1/tasks/{taskId}/updateDetails', 'updateTask', {
    body: { change: task },
    answer: { changed: task },
  }),
  operation('DELETE', '/v1/tasks/{taskId}', 'deleteTask', { answer: 'nothing' }),
  operation('POST', '/v1/tasks/{taskId}/lock', 'lockTask', {
    body: { members: { seconds: integer('How long.', 1, 2_592_000, { fallback: 86_400 }) }, optional: true },
    answer: 'nothing',
    problems: ['conflict'],
  }),
  operation('POST', '/v1/tasks/{taskId}/restore', 'restoreTask', { answer: { one: task } }),
  operation('GET', '/v1/users/me', 'getMe', { answer: { one: user } }),
  operation('GET', '/v1/users/{userHash}', 'getUser', { answer: { one: user } }),
  operation('POST', '/v1/clients/{clientId}/keys', 'postClientKeys', {
    secretAnswer: true,
    answer: {
      sentence: 'The private key, shown this once.',
      ok: {
        type: 'object',
        additionalProperties: false,
        required: ['private_key'],
        properties: { private_key: { type: 'string', description: 'PKCS #8, PEM.' } },
      },
    },
  }),
]
