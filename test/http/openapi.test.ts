import { describe, expect, test } from 'vitest'
import { describeProblem } from '../../src/base/errors.ts'
import { type PathMethod, resolveComponent } from '../../src/description/openapi/document.ts'
import { describeApi } from '../../src/description/openapi/openapi.ts'
import { describeFilter, describeSort } from '../../src/query/fields.ts'
import { name } from '../../src/schema/fields/text.ts'
import { resource } from '../../src/schema/resource.ts'
import { faultsOfDescription } from '../support/describe-valid.ts'
import { operations, site, tasks } from './sample-operations.ts'

const document = describeApi(operations, site)
const { components } = document

function method(verb: PathMethod, path: string) {
  const found = document.paths[path]?.[verb]
  if (found === undefined) throw new Error(`${verb} ${path} is not described`)
  const parameters = (found.parameters ?? []).map((part) => resolveComponent(components, 'parameters', part))
  const answer = (status: number) => {
    const response = found.responses[status]
    if (response === undefined) throw new Error(`${verb} ${path} has no ${status}`)
    return resolveComponent(components, 'responses', response)
  }
  return { ...found, parameters, answer, statuses: Object.keys(found.responses).map(Number) }
}

const names = (parameters: readonly { name: string }[]): string[] => parameters.map(({ name }) => name)

test('is valid', async () => {
  expect(await faultsOfDescription(document)).toEqual([])
})

test('an invalid one is not', async () => {
  expect(await faultsOfDescription({ ...document, nonsense: 1 })).toHaveLength(1)
})

test('describes where the service is and how to authenticate', () => {
  expect(document.info).toMatchObject({ title: 'Atrium', version: '1.2.3' })
  expect(document.info.description).toContain('https://atrium.test:8443/oauth2/token')
  expect(document.servers).toEqual([{ url: site.publicUrl }])
  expect(document.security).toEqual([{ bearer: [] }])
  expect(components.securitySchemes['bearer']).toMatchObject({ type: 'http', scheme: 'bearer' })
})

test('describes every method once, in its group', () => {
  const described = Object.values(document.paths).flatMap((item) => Object.values(item))
  expect(described.map(({ operationId }) => operationId).sort()).toEqual(
    operations.map(({ operationId }) => operationId).sort(),
  )
  expect(document.tags).toContainEqual({ name: 'tasks', description: 'A piece of work that somebody does.' })
  expect(document.tags).toContainEqual({ name: 'clients', description: 'The methods under `/v1/clients`.' })
  expect(method('get', '/v1/tasks').description).toBe(
    '**Permission:** You must be a member of the workspace.',
  )
})

describe('parameters', () => {
  test('of a list are complete, with the texts that the parser uses', () => {
    const { parameters } = method('get', '/v1/tasks')
    expect(names(parameters)).toEqual([
      ...['templateOnly', 'limit', 'paging', 'paginationhash', 'sort', 'filter', 'fields', 'expand'],
      'If-None-Match',
    ])
    const [, limit, paging, , sort, filter] = parameters
    expect(limit?.schema).toEqual({ type: 'integer', minimum: 1, maximum: 500, default: 25 })
    expect(paging?.schema.enum).toEqual(['first', 'last', 'prev', 'next'])
    expect(sort?.description).toBe(describeSort(tasks.sort))
    expect(sort?.['x-fields']).toEqual(tasks.sort)
    expect(filter?.description).toBe(describeFilter(tasks.filter))
    expect(filter?.description).toContain('Example: `status="Open" AND priority=3`.')
    expect(filter?.description).toContain('("Open", "Completed")')
    expect(filter?.['x-fields']).toContain('dueDate >=')
    expect(filter?.['x-fields']).not.toContain('status >=')
  })

  test('of a path have the format of an id', () => {
    expect(method('get', '/v1/users/{userHash}').parameters[0]).toEqual({
      name: 'userHash',
      in: 'path',
      required: true,
      description: 'The hash of the user.',
      schema: { type: 'string', pattern: '^[0-9A-Za-z]{22}$' },
    })
  })

  test('have examples that can be sent as they are, and each POST a key of its own', () => {
    const examples = (verb: PathMethod, path: string) =>
      Object.fromEntries(method(verb, path).parameters.map(({ name: each, example }) => [each, example]))
    expect(examples('get', '/v1/tasks')).toMatchObject({
      limit: 25,
      paging: 'first',
      paginationhash: '',
      sort: '-title',
      filter: 'status="Open" AND priority=3',
    })
    expect(examples('put', '/v1/tasks/{taskId}')).toMatchObject({ 'If-Match': '*' })
    expect(examples('post', '/v1/tasks')).toEqual({ 'Idempotency-Key': 'postTasks-1' })
    expect(examples('post', '/v1/tasks/{taskId}/restore')).toMatchObject({
      'Idempotency-Key': 'restoreTask-1',
    })
  })

  test.each<[PathMethod, string, string[]]>([
    ['post', '/v1/tasks', ['Idempotency-Key']],
    ['get', '/v1/tasks/{taskId}', ['If-None-Match']],
    ['put', '/v1/tasks/{taskId}', ['If-Match', 'Prefer']],
    ['post', '/v1/tasks/{taskId}/updateDetails', ['If-Match', 'Prefer', 'Idempotency-Key']],
    ['delete', '/v1/tasks/{taskId}', ['If-Match']],
    ['post', '/v1/tasks/{taskId}/lock', ['If-Match', 'Idempotency-Key']],
    ['post', '/v1/tasks/{taskId}/restore', ['Idempotency-Key']],
    ['post', '/v1/clients/{clientId}/keys', []],
  ])('headers of %s %s', (verb, path, headers) => {
    const { parameters } = method(verb, path)
    expect(names(parameters.filter((one) => one.in === 'header'))).toEqual(headers)
  })
})

describe('bodies', () => {
  const bodyOf = (verb: PathMethod, path: string) => method(verb, path).requestBody
  const exampleOf = (verb: PathMethod, path: string) =>
    bodyOf(verb, path)?.content['application/json']?.example as Record<string, unknown>

  test('of a new record have an example that refers only to required records', () => {
    expect(exampleOf('post', '/v1/tasks')).toMatchObject({
      title: 'Write the offer',
      workspaceId: expect.any(String),
    })
    expect(exampleOf('post', '/v1/tasks')).not.toHaveProperty('assignees')
  })

  test('leave out what the path provides', () => {
    expect(components.schemas['NewTask']?.required).toEqual(['title', 'workspaceId'])
    expect(components.schemas['NewTaskInWorkspace']?.required).toEqual(['title'])
    expect(exampleOf('post', '/v1/workspaces/{workspaceId}/tasks')).not.toHaveProperty('workspaceId')
  })

  test('say a default without `default`, which generators treat as required', () => {
    const priority = components.schemas['NewTask']?.properties?.['priority']
    expect(priority?.description).toBe('How urgent it is. Default: `3`.')
    expect(priority?.['x-default']).toBe(3)
    expect(JSON.stringify(components.schemas)).not.toContain('"default":')
  })

  test('of a change require nothing', () => {
    expect(components.schemas['TaskChanges']?.required).toBeUndefined()
    expect(Object.keys(exampleOf('put', '/v1/tasks/{taskId}'))).toEqual(['title', 'description'])
  })

  test('may be optional', () => {
    expect(bodyOf('post', '/v1/tasks')?.required).toBe(true)
    expect(bodyOf('post', '/v1/tasks/{taskId}/lock')?.required).toBe(false)
    expect(bodyOf('delete', '/v1/tasks/{taskId}')).toBeUndefined()
  })
})

describe('answers', () => {
  const always = [400, 401, 403, 429, 431, 500, 503]
  const onPath = [404, 414]
  const onWrite = [408, 413, 415]

  test.each<[PathMethod, string, number[]]>([
    ['get', '/v1/tasks', [200, 304, 406]],
    ['post', '/v1/tasks', [201, 406, 409, 422, 507, ...onWrite]],
    ['get', '/v1/tasks/{taskId}', [200, 304, 406, ...onPath]],
    ['put', '/v1/tasks/{taskId}', [200, 204, 409, 412, ...onPath, ...onWrite]],
    ['delete', '/v1/tasks/{taskId}', [204, 412, ...onPath, ...onWrite]],
    ['post', '/v1/tasks/{taskId}/lock', [204, 409, 412, 422, ...onPath, ...onWrite]],
    ['get', '/v1/users/me', [200, 304, 406]],
    ['post', '/v1/clients/{clientId}/keys', [200, 406, ...onPath, ...onWrite]],
  ])('of %s %s', (verb, path, statuses) => {
    expect(method(verb, path).statuses).toEqual([...new Set([...always, ...statuses])].sort((a, b) => a - b))
  })

  test('all have a request id, and the errors the problem and the plain message', () => {
    for (const { method: verb, path } of operations) {
      const { answer, statuses } = method(verb.toLowerCase() as PathMethod, path)
      for (const status of statuses) {
        expect(answer(status).headers).toHaveProperty('X-Request-Id')
        if (status < 400) continue
        expect(Object.keys(answer(status).content ?? {})).toEqual(['application/problem+json'])
        expect(Object.keys(answer(status)['x-other-content'] ?? {})).toEqual(['text/plain'])
      }
    }
  })

  test('of a create have Location, ETag, and both formats', () => {
    const made = method('post', '/v1/tasks').answer(201)
    expect(Object.keys(made.headers ?? {})).toEqual([
      'Location',
      'ETag',
      'Idempotency-Replayed',
      'X-Request-Id',
      'RateLimit-Policy',
      'RateLimit',
    ])
    expect(Object.keys(made.content ?? {})).toEqual(['application/json'])
    expect(Object.keys(made['x-other-content'] ?? {})).toEqual(['text/plain'])
  })

  test('of a list have an ETag, links and the list as CSV, but one form as their content', () => {
    const page = method('get', '/v1/tasks').answer(200)
    expect(Object.keys(page.headers ?? {})).toEqual(expect.arrayContaining(['ETag', 'Link', 'X-Request-Id']))
    expect(Object.keys(page.content ?? {})).toEqual(['application/json'])
    expect(Object.keys(page['x-other-content'] ?? {})).toEqual(['text/csv'])
    expect(method('get', '/v1/tasks').answer(304).content).toBeUndefined()
  })

  test('list their possible codes', () => {
    const conflict = method('post', '/v1/tasks').answer(409)
    expect(conflict['x-codes']).toEqual(['archived', 'duplicate', 'idempotency_in_progress'])
    for (const code of conflict['x-codes'] ?? [])
      expect(conflict.description).toContain(`\`${code}\`: ${describeProblem(code).when}`)
    expect(method('get', '/v1/tasks').answer(400)['x-codes']).toContain('invalid_sorter')
  })
})

describe('open responses', () => {
  const details = components.schemas['Task']?.properties?.['details']
  const body = components.schemas['NewTask']

  test('a response lists the current values, and may have other members', () => {
    expect(details).not.toHaveProperty('additionalProperties')
    expect(details?.properties?.['status']).toMatchObject({
      type: 'string',
      'x-extensible-enum': ['Open', 'Completed'],
    })
    expect(details?.properties?.['status']).not.toHaveProperty('enum')
    expect(details?.properties?.['customFields']?.items).not.toHaveProperty('additionalProperties')
    expect(components.headers['Idempotency-Replayed']?.schema).toEqual({
      type: 'string',
      'x-extensible-enum': ['true'],
    })
  })

  test('a request body has only these values and members', () => {
    expect(body?.additionalProperties).toBe(false)
    expect(body?.properties?.['status']?.enum).toEqual(['Open', 'Completed', null])
    expect(body?.properties?.['customFields']?.items?.additionalProperties).toBe(false)
  })
})

test('two components cannot share a name', () => {
  const impostor = resource('task', 'Something else.', { other: name('A name.') })
  const more = { ...operations[2], path: '/v1/impostors/{taskId}', answer: { one: impostor } }
  expect(() => describeApi([...operations, more as (typeof operations)[number]], site)).toThrow(
    'two different schemas called Task',
  )
})
