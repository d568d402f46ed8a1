import { beforeAll, describe, expect, test } from 'vitest'
import type { Reply } from '../support/client.ts'
import { useSharedWorld } from '../support/world.ts'
import { buildFixture, changesOf, type Fixture } from './fixture.ts'

const world = useSharedWorld()
let fixture: Fixture
let paths: string[]

beforeAll(async () => {
  fixture = await buildFixture(world)
  const { ids } = fixture
  paths = [`/v1/tasks/${ids['tasks/{taskId}']}`, `/v1/workspaces/${ids['workspaces/{workspaceId}']}`]
})

const put = (path: string, customFields: unknown): Promise<Reply> =>
  fixture.admin.send('PUT', path, { customFields })

const entries = (from: number, to: number): { fieldApiId: string; value: number }[] =>
  Array.from({ length: to - from }, (_, n) => ({ fieldApiId: `c_${from + n}`, value: n }))

const read = async (path: string): Promise<unknown[]> =>
  (await fixture.admin.get(path)).body.details.customFields

test('are stored and returned as sent; the prefix c_ is added if it is missing', async () => {
  const values = ['text', 'e\u0301', '', 0, -1.5, 1e300, true, false, null, [], ['a', '']]
  for (const path of paths) {
    const sent = values.map((value, n) => ({ fieldApiId: n === 0 ? 'plain' : `c_${n}`, value }))
    await put(path, sent)
    expect(await read(path)).toEqual([{ fieldApiId: 'c_plain', value: 'text' }, ...sent.slice(1)])
    await put(path, null)
  }
  const made = await fixture.admin.create('/v1/workspaces', {
    workspaceName: 'Made',
    customFields: [{ fieldApiId: 'x', value: ['one'] }],
  })
  expect(made.details.customFields).toEqual([{ fieldApiId: 'c_x', value: ['one'] }])
})

test('PUT changes only the named ones; null clears all of them', async () => {
  for (const path of paths) {
    await put(path, entries(0, 3))
    await put(path, [
      { fieldApiId: '1', value: 'new' },
      { fieldApiId: 'c_9', value: null },
    ])
    expect(await read(path)).toEqual([
      { fieldApiId: 'c_0', value: 0 },
      { fieldApiId: 'c_1', value: 'new' },
      { fieldApiId: 'c_2', value: 2 },
      { fieldApiId: 'c_9', value: null },
    ])
    const before = await changesOf(world, fixture.company)
    await put(path, [])
    await put(path, [{ fieldApiId: 'c_2', value: 2 }])
    expect(await changesOf(world, fixture.company)).toEqual(before)
    expect(await read(path)).toHaveLength(4)
    await put(path, null)
    expect(await read(path)).toEqual([])
  }
})

test('at most 100 per record, also over several changes', async () => {
  for (const path of paths) {
    expect((await put(path, entries(0, 60))).status).toBe(204)
    expect((await put(path, entries(50, 100))).status).toBe(204)
    const reply = await put(path, entries(99, 101))
    expect([reply.status, reply.body.errors[0].pointer]).toEqual([400, '/customFields'])
    expect(await read(path)).toHaveLength(100)
    expect((await put(path, entries(100, 201))).status).toBe(400)
    expect((await put(path, null)).status).toBe(204)
  }
})

test('what was read can be sent back, including the longest name', async () => {
  for (const path of paths) {
    await put(path, [{ fieldApiId: 'a'.repeat(253), value: '𝒳'.repeat(65_536) }])
    const stored = await read(path)
    expect(stored).toHaveLength(1)
    expect((await put(path, stored)).status).toBe(204)
    expect(await read(path)).toEqual(stored)
    await put(path, null)
  }
})

describe('a bad one is a 400 that points to it', () => {
  test.each([
    ['{"fieldApiId":"a"}', '/customFields/0/value'],
    ['{"fieldApiId":"a","value":1e400}', '/customFields/0/value'],
    ['{"fieldApiId":"a","value":{}}', '/customFields/0/value'],
    ['{"fieldApiId":"a","value":[1]}', '/customFields/0/value'],
    ['{"fieldApiId":"a","value":[["x"]]}', '/customFields/0/value'],
    ['{"fieldApiId":"a","value":"\\ud800"}', '/customFields/0/value'],
    ['{"fieldApiId":"a","value":["\\u0000"]}', '/customFields/0/value'],
    ['{"fieldApiId":"a","value":1},{"fieldApiId":"c_a","value":2}', '/customFields/1/fieldApiId'],
    ['{"value":1}', '/customFields/0/fieldApiId'],
    ['{"fieldApiId":"","value":1}', '/customFields/0/fieldApiId'],
    ['{"fieldApiId":"a b","value":1}', '/customFields/0/fieldApiId'],
    ['{"fieldApiId":"ä","value":1}', '/customFields/0/fieldApiId'],
    [`{"fieldApiId":"${'a'.repeat(254)}","value":1}`, '/customFields/0/fieldApiId'],
    [`{"fieldApiId":"c_${'a'.repeat(254)}","value":1}`, '/customFields/0/fieldApiId'],
    [`{"fieldApiId":"a","value":"${'x'.repeat(65_537)}"}`, '/customFields/0/value'],
    ['{"fieldApiId":"a","value":1,"x/y":1}', '/customFields/0/x~1y'],
    ['7', '/customFields/0'],
    ['null', '/customFields/0'],
  ])('%.60s', async (entry, pointer) => {
    for (const path of paths) {
      const reply = await fixture.admin.send('PUT', path, `{"customFields":[${entry}]}`)
      expect([reply.status, reply.body?.errors?.[0]?.pointer]).toEqual([400, pointer])
      expect(await read(path)).toEqual([])
    }
  })
})
