import { beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '../../src/http/operation.ts'
import { isFirstEngine } from '../support/effort.ts'
import { useSharedWorld } from '../support/world.ts'
import {
  bodyFor,
  buildFixtures,
  changesOf,
  contentsOfBoth,
  type Fixture,
  type Fixtures,
  isConditional,
  lastingFixtures,
  nameOf,
  pathOf,
  queryFor,
  recordPathOf,
  requestFor,
} from './fixture.ts'

/** Rules for every method, by walking over all of them. */
const world = useSharedWorld()
let fixtures: Fixtures
let operations: readonly Operation[]

beforeAll(async () => {
  fixtures = await buildFixtures(world)
  operations = world.app.operations
  expect(operations.length).toBeGreaterThan(35)
})

const methodsOf = (path: string): string[] => {
  const own = operations.filter((operation) => operation.path === path).map(({ method }) => method as string)
  return [...own, ...(own.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].sort()
}

/** Headers that may differ between two responses to the same request. */
function lasting(headers: Record<string, string | undefined>): Record<string, string | undefined> {
  const { 'x-request-id': _, date: __, ...others } = headers
  return others
}

test('HEAD works wherever GET does: the same without a body', async () => {
  for (const operation of operations.filter(({ method }) => method === 'GET')) {
    const fixture = fixtures.of(operation)
    const path = pathOf(operation, fixture)
    const [got, head] = [await fixture.admin.get(path), await fixture.admin.send('HEAD', path)]
    expect([got.status, head.status, head.text], nameOf(operation)).toEqual([200, 200, ''])
    expect(lasting(head.headers), nameOf(operation)).toEqual(lasting(got.headers))
  }
})

/** Requests that are refused before the database is asked. */
const testOnce = test.runIf(isFirstEngine())

testOnce('OPTIONS answers 204 with Allow, to anybody', async () => {
  for (const operation of operations) {
    const fixture = fixtures.of(operation)
    const reply = await world.nobody.send('OPTIONS', pathOf(operation, fixture))
    expect([reply.status, reply.text], nameOf(operation)).toEqual([204, ''])
    expect(reply.headers['allow'], nameOf(operation)).toBe(methodsOf(operation.path).join(', '))
  }
})

testOnce('any other verb is a 405 with Allow', async () => {
  for (const path of new Set(operations.map((operation) => operation.path))) {
    const known = methodsOf(path)
    const fixture = fixtures.of({ path })
    for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND']) {
      if (known.includes(method)) continue
      const reply = await fixture.admin.send(method, pathOf({ path }, fixture))
      expect([reply.status, reply.headers['allow']], `${method} ${path}`).toEqual([405, known.join(', ')])
      if (method !== 'HEAD') expect(reply.body.code, `${method} ${path}`).toBe('method_not_allowed')
    }
  }
})

test('the paths outside of the API support the right verbs too', async () => {
  for (const path of ['/healthz', '/readyz', '/openapi.json', '/swagger.json', '/problems/not_found']) {
    const got = await world.nobody.get(path)
    const head = await world.nobody.send('HEAD', path)
    expect([got.status, head.status, head.text], path).toEqual([200, 200, ''])
    expect((await world.nobody.send('OPTIONS', path)).headers['allow'], path).toBe('GET, HEAD, OPTIONS')
    const reply = await world.nobody.send('POST', path, {})
    expect([reply.status, reply.headers['allow']], path).toEqual([405, 'GET, HEAD, OPTIONS'])
  }
  expect((await world.nobody.send('OPTIONS', '/nowhere')).status).toBe(404)
})

testOnce('without a token every request is refused', async () => {
  for (const operation of operations) {
    const fixture = fixtures.of(operation)
    const reply = await world.nobody.send(operation.method, pathOf(operation, fixture))
    expect([reply.status, reply.body.code], nameOf(operation)).toEqual([401, 'invalid_token'])
    expect(reply.headers['www-authenticate'], nameOf(operation)).toBe('Bearer realm="atrium"')
  }
})

test('unknown parameters are a 400 that names them, and nothing happens', async () => {
  const before = await contentsOfBoth(world, fixtures)
  for (const operation of operations) {
    const fixture = fixtures.of(operation)
    const path = `${pathOf(operation, fixture)}?fitler=x&fields=id&expand=y&__proto__=1`
    const { body = operation.method === 'GET' ? undefined : {}, headers } = requestFor(operation, fixture)
    const reply = await fixture.admin.send(operation.method, path, body, headers)
    expect([reply.status, reply.body.title], nameOf(operation)).toEqual([400, 'Invalid Request'])
    const named = reply.body.errors.map(({ parameter }: { parameter: string }) => parameter)
    // Summaries and boards have parameters of their own with these names.
    const own = Object.keys(operation.query ?? {})
    const unknown = ['__proto__', 'expand', 'fields', 'fitler'].filter((each) => !own.includes(each))
    expect(named.sort(), nameOf(operation)).toEqual(unknown)
  }
  expect(await contentsOfBoth(world, fixtures)).toEqual(before)
})

test('unknown members are a 400 that names them, and nothing happens', async () => {
  const before = await contentsOfBoth(world, fixtures)
  const others = operations.filter(({ method, body }) => method !== 'GET' && !(body && 'content' in body))
  for (const operation of others) {
    const fixture = fixtures.of(operation)
    const body = { ...bodyFor(operation, fixture), colour: 'red', 'a/b~c': 1, ['__proto__']: 2 }
    const reply = await fixture.admin.send(operation.method, pathOf(operation, fixture), body)
    expect([reply.status, reply.body.code], nameOf(operation)).toEqual([400, 'invalid_request'])
    const named = reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)
    for (const pointer of ['/colour', '/a~1b~0c', '/__proto__'])
      expect(named, nameOf(operation)).toContain(pointer)
  }
  expect(await contentsOfBoth(world, fixtures)).toEqual(before)
})

describe('If-Match', () => {
  const tagOf = async ({ admin, ids }: Fixture, operation: Operation): Promise<string> =>
    (await admin.ok('GET', pathOf({ path: recordPathOf(operation) }, { ids }))).headers['etag'] ?? ''

  test('with another tag, or a weak one, is a 412 and nothing happens', async () => {
    const before = await contentsOfBoth(world, fixtures)
    for (const operation of operations.filter(isConditional)) {
      const fixture = fixtures.of(operation)
      const own = await tagOf(fixture, operation)
      for (const tag of ['"another"', '"another", "third"', `W/${own}`, '']) {
        const { body, headers } = requestFor(operation, fixture)
        const reply = await fixture.admin.send(operation.method, pathOf(operation, fixture), body, {
          ...headers,
          'if-match': tag,
        })
        expect([reply.status, reply.body?.code], `${nameOf(operation)} ${tag}`).toEqual([
          412,
          'precondition_failed',
        ])
        expect(reply.headers['etag'], nameOf(operation)).toBe(own)
      }
    }
    expect(await contentsOfBoth(world, fixtures)).toEqual(before)
  })

  // This needs many records.
  test('with the record’s own tag, also among others, or *, succeeds', async () => {
    const fixtureFor = lastingFixtures(world, await buildFixtures(world))
    for (const operation of operations.filter(isConditional)) {
      const fresh = await fixtureFor(operation)
      const tags = [`"x", ${await tagOf(fresh, operation)}`, ...(operation.method === 'PUT' ? ['*'] : [])]
      for (const tag of tags) {
        const { body, headers } = requestFor(operation, fresh)
        const path = pathOf(operation, fresh) + (await queryFor(operation, fresh))
        const reply = await fresh.admin.send(operation.method, path, body, { ...headers, 'if-match': tag })
        expect(reply.status, `${nameOf(operation)}: ${reply.text}`).toBe(204)
      }
    }
  })
})

test('a method without a body accepts an empty one in any form, and refuses every other', async () => {
  const bare = operations.filter(
    ({ method, body, secretAnswer }) => method !== 'GET' && body === undefined && !secretAnswer,
  )
  expect(bare.length).toBeGreaterThan(8)
  const before = await contentsOfBoth(world, fixtures)
  for (const operation of bare) {
    const fixture = fixtures.of(operation)
    for (const body of ['{"a":1}', '[1]', 'null', '7', '"x"'])
      expect(
        (await fixture.admin.send(operation.method, pathOf(operation, fixture), body)).status,
        `${nameOf(operation)} ${body}`,
      ).toBe(400)
  }
  expect(await contentsOfBoth(world, fixtures)).toEqual(before)
  const fixtureFor = lastingFixtures(world, await buildFixtures(world))
  for (const operation of bare) {
    const fresh = await fixtureFor(operation)
    for (const body of ['{}', '[]', '', undefined]) {
      const path = pathOf(operation, fresh) + (await queryFor(operation, fresh))
      const reply = await fresh.admin.send(operation.method, path, body)
      // The second DELETE finds nothing. A deleted company can still be read and restored.
      const gone = path.startsWith('/v1/company?') ? [403] : [204, 404]
      // A step that became a task is gone as well.
      const isGone = operation.method === 'DELETE' || operation.path === '/v1/steps/{stepId}/task'
      const { answer } = operation
      const fine = typeof answer === 'object' && 'ok' in answer ? [200] : [201, 204]
      const again = isGone && body !== '{}' ? gone : fine
      expect(again, `${nameOf(operation)} ${body}: ${reply.text}`).toContain(reply.status)
    }
  }
})

test('a record sent back as it was read changes nothing', async () => {
  const paths = operations.filter(({ method }) => method === 'PUT').map(({ path }) => path)
  const read = operations.filter(
    ({ method, path, answer }) =>
      method === 'GET' && typeof answer === 'object' && 'one' in answer && paths.includes(path),
  )
  expect(read.length).toBeGreaterThan(4)
  for (const operation of read) {
    const fixture = fixtures.of(operation)
    const path = pathOf(operation, fixture)
    const before = await fixture.admin.ok('GET', path)
    const log = await changesOf(world, fixture.company)
    await fixture.admin.ok('PUT', path, before.body.details)
    const after = await fixture.admin.ok('GET', path)
    expect([after.text, after.headers['etag']], nameOf(operation)).toEqual([
      before.text,
      before.headers['etag'],
    ])
    expect(await changesOf(world, fixture.company), nameOf(operation)).toEqual(log)
  }
})
