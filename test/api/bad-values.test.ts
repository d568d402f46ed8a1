import { beforeAll, describe, expect, test } from 'vitest'
import { stamp } from '../../src/base/ids.ts'
import type { Operation } from '../../src/http/operation.ts'
import type { Field } from '../../src/schema/fields/fields.ts'
import { badValuesOf, wide } from '../support/bad-values.ts'
import { useSharedWorld } from '../support/world.ts'
import {
  bodyFor,
  buildFixtures,
  contentsOfBoth,
  type Fixtures,
  nameOf,
  pathOf,
  referenceTo,
} from './fixture.ts'

/** Bad values for every field that can be set, generated from its declaration. */
const world = useSharedWorld()
let ours: Fixtures
let theirs: Fixtures

beforeAll(async () => {
  ours = await buildFixtures(world)
  theirs = await buildFixtures(world)
})

const text = JSON.stringify

function badReferences(kind: string): string[] {
  const owner = theirs.of({ path: kind === 'account' ? '/v1/accounts' : '' })
  const foreign = text(referenceTo(kind, owner))
  // Your own record, but of another kind.
  const other = text(referenceTo(kind === 'task' ? 'user' : 'task', ours.of({ path: '/v1/tasks' })))
  const unknown = text(stamp().id)
  return ['7', '""', '"x"', text(`${'0'.repeat(21)}-`), unknown, foreign, other, '{}', '"\\u0000"']
}

interface Case {
  operation: Operation
  name: string
  field: Field<unknown>
  bad: string[]
}

function casesOf(operation: Operation): Case[] {
  const { body } = operation
  if (body === undefined || 'content' in body) return []
  const fields = 'new' in body ? body.new.fields : 'change' in body ? body.change.fields : body.members
  const fresh = !('change' in body)
  return Object.entries<Field<unknown>>(fields)
    .filter(([, { set }]) => set === 'write' || (fresh && set === 'create'))
    .map(([name, field]) => {
      const clearable = field.nullable || field.fallback !== undefined
      const references = field.refersTo === undefined ? undefined : badReferences(field.refersTo)
      return {
        operation,
        name,
        field,
        bad: [...badValuesOf(field.schema, references), ...(clearable ? [] : ['null'])],
      }
    })
}

/** One method for each distinct body: `updateDetails` is PUT by another name. */
function different(operations: readonly Operation[]): Operation[] {
  const bodies = new Map<string, Operation>()
  for (const operation of operations) {
    const { body, path, operationId } = operation
    if (body === undefined || 'content' in body || path.endsWith('/updateDetails')) continue
    const name =
      'new' in body ? `new ${body.new.kind}` : 'change' in body ? `change ${body.change.kind}` : operationId
    if (!bodies.has(name)) bodies.set(name, operation)
  }
  return [...bodies.values()]
}

/** The body with one member replaced by this JSON text. */
function bodyWith(operation: Operation, name: string, value: string): string {
  const { [name]: _, ...others } = bodyFor(operation, ours.of(operation, name))
  return JSON.stringify({ ...others, [name]: 0 }).replace(`${text(name)}:0`, () => `${text(name)}:${value}`)
}

describe('a bad value', () => {
  test('is a 400 that names the field, and nothing changes', async () => {
    const cases = different(world.app.operations).flatMap(casesOf)
    const before = await contentsOfBoth(world, ours)
    let sent = 0
    for (const { operation, name, bad } of cases) {
      const own = ours.of(operation, name)
      for (const value of bad) {
        const reply = await own.admin.send(
          operation.method,
          pathOf(operation, own),
          bodyWith(operation, name, value),
        )
        const what = `${nameOf(operation)} ${name}: ${value.slice(0, 60)}: ${reply.text.slice(0, 300)}`
        expect([reply.status, reply.body?.code], what).toEqual([400, 'invalid_request'])
        const pointers: string[] = reply.body.errors.map(({ pointer }: { pointer: string }) => pointer)
        expect(
          pointers.filter((pointer) => pointer !== `/${name}` && !pointer.startsWith(`/${name}/`)),
          what,
        ).toEqual([])
        sent += 1
      }
    }
    expect(cases.length).toBeGreaterThan(40)
    expect(sent).toBeGreaterThan(400)
    expect(await contentsOfBoth(world, ours)).toEqual(before)
  })

  test('in every field at once is reported for every field at once', async () => {
    for (const operation of world.app.operations) {
      const cases = casesOf(operation)
      if (cases.length === 0) continue
      const own = ours.of(operation)
      const body = `{${cases.map(({ name, bad }) => `${text(name)}:${bad[0]}`).join(',')},"nonsense":1}`
      const reply = await own.admin.send(operation.method, pathOf(operation, own), body)
      expect(reply.status, nameOf(operation)).toBe(400)
      const named = new Set(
        reply.body.errors.map(({ pointer }: { pointer: string }) => pointer.split('/')[1]),
      )
      expect(named, nameOf(operation)).toEqual(new Set([...cases.map(({ name }) => name), 'nonsense']))
      for (const { detail } of reply.body.errors) expect(reply.body.message).toContain(detail)
    }
  })

  test('in a field that the service sets is a 400 too', async () => {
    for (const operation of different(world.app.operations)) {
      const { body } = operation
      if (body === undefined || 'members' in body || 'content' in body) continue
      const fields = 'new' in body ? body.new.fields : body.change.fields
      for (const [name, { set }] of Object.entries<Field<unknown>>(fields)) {
        if (set !== 'read' && !('change' in body && set === 'create')) continue
        const own = ours.of(operation, name)
        for (const value of ['"x"', '{}', `${'['.repeat(60)}${']'.repeat(60)}`]) {
          const sent = bodyWith(operation, name, value)
          const reply = await own.admin.send(operation.method, pathOf(operation, own), sent)
          const what = `${nameOf(operation)} ${name}: ${value.slice(0, 20)}`
          expect([reply.status, reply.body?.errors?.[0]?.pointer], what).toEqual([400, `/${name}`])
        }
      }
    }
  })
})

test('a body with very many faults does not get a response many times its size', async () => {
  const own = ours.of({ path: '/v1/tasks' })
  const body = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`m${n}`, 0]))
  for (const [method, path] of [
    ['POST', '/v1/tasks'],
    ['DELETE', `/v1/tasks/${own.ids['tasks/{taskId}']}`],
  ] as const) {
    const reply = await own.admin.send(method, path, body)
    expect([reply.status, reply.body.errors.length]).toEqual([400, 100])
    expect(reply.text.length).toBeLessThan(50_000)
  }
  const query = Array.from({ length: 5_000 }, (_, n) => `p${n}=`).join('&')
  const reply = await own.admin.get(`/v1/tasks?${query}`)
  expect([reply.status, reply.body.errors.length]).toEqual([400, 100])
})

describe('a good value', () => {
  /** Not every text of that length is valid there, and a secret is not shown. */
  const special = [
    'email',
    'timeZone',
    'urlShortName',
    'workspaceType',
    'filter',
    'sort',
    'groupBy',
    'dateField',
    'ssoIssuer',
    'url',
    'ssoClientSecret',
    'status',
  ]

  /** A state such as a place has no GET of its own. */
  const canBeReadBack = ({ method, path }: Operation): boolean =>
    method === 'PUT' && world.app.operations.some((each) => each.method === 'GET' && each.path === path)

  test('of exactly the maximum length is stored, counted in characters and not in code units', async () => {
    for (const operation of world.app.operations.filter(canBeReadBack))
      for (const { name, field } of casesOf(operation)) {
        const { maxLength, minimum, maximum } = field.schema
        if (special.includes(name) || field.refersTo !== undefined) continue
        const own = ours.of(operation, name)
        const longest = maxLength === undefined ? [] : ['x'.repeat(maxLength), wide.repeat(maxLength)]
        for (const value of [...longest, ...(minimum === undefined ? [] : [minimum, maximum])]) {
          // Names are trimmed; the text of a comment is stored as sent.
          const isTrimmed = (field.schema.minLength ?? 0) > 0 && name !== 'body'
          const padded = typeof value === 'string' && isTrimmed ? `  ${value}\n` : value
          await own.admin.ok('PUT', pathOf(operation, own), { [name]: padded })
          const { body } = await own.admin.get(pathOf(operation, own))
          expect(body.details[name] === value, `${nameOf(operation)} ${name}`).toBe(true)
        }
      }
  })

  test('can be cleared with null, if it has a default or is optional', async () => {
    for (const operation of world.app.operations.filter(canBeReadBack))
      for (const { name, field } of casesOf(operation)) {
        if (!field.nullable && field.fallback === undefined) continue
        const own = ours.of(operation, name)
        const path = pathOf(operation, own)
        await own.admin.ok('PUT', path, { [name]: null })
        // In a company that organizes by groups, a workspace without a group is in `Not Grouped`.
        if (name === 'workspaceGroupId') continue
        const { details } = (await own.admin.get(path)).body
        expect(details[name], `${nameOf(operation)} ${name}`).toEqual(field.nullable ? null : field.fallback)
      }
  })
})
