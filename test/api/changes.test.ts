import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rows } from '../../src/db/database.ts'
import { sql } from '../../src/db/sql.ts'
import { Watch } from '../../src/resources/changes/watch.ts'
import type { Client, Reply } from '../support/client.ts'
import { time } from '../support/clock.ts'
import { EventStream } from '../support/event-stream.ts'
import { type Company, unlimited, useWorld } from '../support/world.ts'

const world = useWorld(unlimited)
let company: Company
let workspaceId: string
let address: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'Feed' })).id
  await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  address = `http://127.0.0.1:${(world.app.server.server.address() as AddressInfo).port}`
})

afterAll(() => world.app.server.server.closeAllConnections())

const newTask = async (client: Client = company.admin, title = 'Task'): Promise<string> =>
  (await client.create('/v1/tasks', { workspaceId, title })).id

const changes = async (query: string, client = company.admin): Promise<Reply['body']> => {
  const reply = await client.get(`/v1/changes?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.body
}

const positionNow = async (): Promise<string> => (await changes('after=now')).position

const typesOf = ({ items }: Reply['body']): string[] => items.map(({ type }: { type: string }) => type)

describe('GET /v1/changes', () => {
  test('reads all changes from the start, page by page, and then those after a position', async () => {
    const seen: number[] = []
    let body = await changes('limit=2')
    for (; body.more; body = await changes(body.links.next.split('?')[1]))
      seen.push(...body.items.map(({ position }: { position: string }) => Number(position.split('.')[1])))
    seen.push(...body.items.map(({ position }: { position: string }) => Number(position.split('.')[1])))
    expect(seen).toEqual(seen.map((_, n) => n + 1))
    const recordId = await newTask()
    const after = await changes(`after=${body.position}`)
    expect(after.items).toMatchObject([
      {
        ...{ type: 'task.created', kind: 'task', recordId, workspaceId, otherWorkspaceId: null },
        ...{ userHash: company.adminId, clientId: null, fields: [], previous: {} },
      },
    ])
    expect(after.position).toBe(after.items[0].position)
    expect(after.more).toBe(false)
  })

  test('selects by type, workspace, record and author, and includes records as the caller sees them', async () => {
    const after = await positionNow()
    const [id, gone] = [await newTask(), await newTask()]
    await company.admin.ok('PUT', `/v1/tasks/${id}`, { title: 'Again' })
    await company.admin.ok('DELETE', `/v1/tasks/${gone}`)
    await company.admin.create('/v1/tags', { tagName: 'Other' })
    const select = async (query: string): Promise<string[]> =>
      typesOf(await changes(`after=${after}&${query}`))
    expect(await select('types=task.updated,tag.*')).toEqual(['task.updated', 'tag.created'])
    expect(await select(`recordId=${id}`)).toEqual(['task.created', 'task.updated'])
    expect(await select(`workspaceId=${workspaceId}`)).toHaveLength(4)
    expect(await select('excludeOwn=true')).toEqual([])
    const { items } = await changes(`after=${after}&include=record&types=task.*`)
    expect(items.map(({ record }: Reply['body']) => record?.details.title)).toEqual([
      'Again',
      undefined,
      'Again',
      undefined,
    ])
    expect(items[1].record).toBeNull()
  })

  test('moves the position past what the caller does not see', async () => {
    const stranger = await world.person(company, { userType: 'External' })
    const { position } = await changes('after=now', stranger.client)
    await newTask()
    const body = await changes(`after=${position}`, stranger.client)
    expect(body.items).toEqual([])
    expect(Number(body.position.split('.')[1])).toBe(Number(position.split('.')[1]) + 1)
  })

  test('tells people that they have lost access', async () => {
    const person = await world.person(company, { workspaceId })
    const after = await positionNow()
    await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${person.id}`)
    await newTask()
    expect(typesOf(await changes(`after=${after}`, person.client))).toEqual(['member.deleted'])
  })

  test.each([
    ['after=soon', 400, 'invalid_position'],
    ['after=', 400, 'invalid_position'],
    ['types=task.eaten', 400, 'invalid_request'],
    ['types=', 400, 'invalid_request'],
    ['limit=0', 400, 'invalid_request'],
    ['limit=501', 400, 'invalid_request'],
    ['limit=101&include=record', 400, 'invalid_request'],
    ['wait=51', 400, 'invalid_request'],
    ['wait=-1', 400, 'invalid_request'],
    ['wait=1.5', 400, 'invalid_request'],
    ['include=everything', 400, 'invalid_request'],
    ['excludeOwn=maybe', 400, 'invalid_request'],
    ['recordId=1', 400, 'invalid_request'],
    ['workspaceId=x', 400, 'invalid_request'],
    ['unknown=1', 400, 'invalid_request'],
    ['after=now&after=start', 400, 'invalid_request'],
  ])('refuses %s', async (query, status, code) => {
    const reply = await company.admin.get(`/v1/changes?${query}`)
    expect([reply.status, reply.body.code]).toEqual([status, code])
  })

  test('refuses positions that were never returned, and those of another epoch', async () => {
    const [epoch = '', seq] = (await positionNow()).split('.')
    const ahead = await company.admin.get(`/v1/changes?after=${epoch}.${Number(seq) + 1}`)
    expect([ahead.status, ahead.body.code]).toEqual([400, 'invalid_position'])
    const other = await world.company()
    const { position } = (await other.admin.get('/v1/changes?after=now')).body
    const foreign = await company.admin.get(`/v1/changes?after=${position}`)
    expect([foreign.status, foreign.body.code]).toEqual([410, 'feed_reset'])
    // A copy has no entry for the epoch, and draws another one.
    await world.db.transaction((tx) =>
      rows(tx, sql`DELETE FROM "installation" WHERE "name" = ${`feed ${other.companyNo}`}`),
    )
    const reset = await other.admin.get(`/v1/changes?after=${position}`)
    expect([reset.status, reset.body.code]).toEqual([410, 'feed_reset'])
    expect((await other.admin.get('/v1/changes?after=start')).status).toBe(200)
  })

  test('needs a media type that it has', async () => {
    const reply = await company.admin.get('/v1/changes', { accept: 'text/csv' })
    expect(reply.status).toBe(406)
  })

  test('lists the types', async () => {
    const { items } = (await company.admin.get('/v1/changeTypes')).body
    expect(items).toEqual(expect.arrayContaining(['task.created', 'member.deleted', 'file.locked']))
  })
})

describe('waiting', () => {
  test('responds as soon as there is a change, and not for those that the caller does not see', async () => {
    const stranger = await world.person(company, { userType: 'External' })
    const own = await world.person(company, { workspaceId })
    const after = await positionNow()
    let answered = 0
    const waiting = [own, stranger].map(async ({ client }) => {
      const reply = await changes(`after=${after}&wait=40`, client)
      answered += 1
      return reply
    })
    await expect.poll(() => world.app.countReaders()).toBe(2)
    const id = await newTask()
    const seen = await waiting[0]
    expect(answered).toBe(1)
    await time.advance(40_000)
    const unseen = await waiting[1]
    expect(seen.items.map(({ recordId }: Reply['body']) => recordId)).toEqual([id])
    expect(unseen.items).toEqual([])
    expect(Number(unseen.position.split('.')[1])).toBe(Number(seen.position.split('.')[1]))
  })

  test('is limited per caller', async () => {
    const { client } = await world.person(company, { workspaceId })
    const after = await positionNow()
    const waiting = Array.from({ length: 21 }, () => client.get(`/v1/changes?after=${after}&wait=50`))
    const first = await Promise.race(waiting)
    expect([first.status, first.headers['retry-after']]).toEqual([429, '5'])
    expect((await client.get(`/v1/changes?after=${after}`)).status).toBe(200)
    await newTask()
    const statuses = (await Promise.all(waiting)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(20)
  })

  test('holds no turn: other requests of the same caller are served', async () => {
    const { client } = await world.person(company, { workspaceId })
    const after = await positionNow()
    const waiting = Array.from({ length: 20 }, () => client.get(`/v1/changes?after=${after}&wait=50`))
    const others = Promise.all(Array.from({ length: 50 }, () => client.get('/v1/users/me')))
    expect(await Promise.race([others, ...waiting])).toHaveLength(50)
    await newTask()
    await Promise.all(waiting)
  })
})

describe('a stream', () => {
  const open = new Set<EventStream>()

  afterAll(() => {
    for (const stream of open) stream.close()
  })

  async function follow(userId: string, query = 'after=now', headers = {}): Promise<EventStream> {
    const stream = new EventStream(
      `${address}/v1/changes?${query}`,
      await world.token(company, userId),
      headers,
    )
    open.add(stream)
    await stream.opened
    return stream
  }

  const eventually = (stream: EventStream) => expect.poll(() => stream.changes().map(({ type }) => type))

  test('sends each change once, in order, with headers that no proxy buffers', async () => {
    const stream = await follow(company.adminId)
    const ids = [await newTask(), await newTask(), await newTask()]
    await eventually(stream).toEqual(['task.created', 'task.created', 'task.created'])
    expect(stream.changes().map(({ recordId }) => recordId)).toEqual(ids)
    expect(stream.events.map(({ id }) => id)).toEqual(stream.changes().map(({ position }) => position))
    expect(Object.fromEntries(stream.response?.headers ?? [])).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      // It ends with its connection, which need not be closed separately.
      connection: 'close',
    })
    expect(stream.response?.headers.has('transfer-encoding')).toBe(false)
    stream.close()
  })

  test('resumes after Last-Event-ID, which wins over `after`, from memory and from far back', async () => {
    const first = await follow(company.adminId)
    await newTask()
    await eventually(first).toEqual(['task.created'])
    first.close()
    const id = await newTask()
    const second = await follow(company.adminId, 'after=now', { 'last-event-id': first.lastEventId ?? '' })
    await eventually(second).toEqual(['task.created'])
    expect(second.changes()[0]?.recordId).toBe(id)
    const all = await follow(company.adminId, 'after=start')
    const { items } = await changes('limit=500')
    await expect.poll(() => all.changes().length).toBe(items.length)
    expect(all.changes().map(({ position }) => position)).toEqual(
      items.map(({ position }: Reply['body']) => position),
    )
  })

  test('shows what its caller sees at that moment', async () => {
    const person = await world.person(company, { userType: 'External' })
    const { id: elsewhere } = await company.admin.create('/v1/workspaces', { workspaceName: 'Elsewhere' })
    const join = (id: string) =>
      company.admin.ok('PUT', `/v1/workspaces/${id}/members/${person.id}`, { role: 'Reader' })
    await join(elsewhere)
    const stream = await follow(person.id)
    // The person always sees the second change: once it arrives, the stream has passed the first.
    const newTaskAndName = async (workspaceName: string) => {
      await newTask()
      await company.admin.ok('PUT', `/v1/workspaces/${elsewhere}`, { workspaceName })
    }
    await newTaskAndName('Before')
    await eventually(stream).toEqual(['workspace.updated'])
    await join(workspaceId)
    await newTaskAndName('As a member')
    const seen = ['workspace.updated', 'member.created', 'task.created', 'workspace.updated']
    await eventually(stream).toEqual(seen)
    await company.admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${person.id}`)
    await newTaskAndName('After')
    await eventually(stream).toEqual([...seen, 'member.deleted', 'workspace.updated'])
  })

  test('has records if they are wanted, and a selection', async () => {
    const stream = await follow(company.adminId, 'after=now&include=record&types=task.*')
    await company.admin.create('/v1/tags', { tagName: 'Not selected' })
    await newTask(company.admin, 'With record')
    await expect
      .poll(() => stream.changes())
      .toMatchObject([{ record: { details: { title: 'With record' } } }])
  })

  test('ends within 5 s when its caller is deactivated', async () => {
    const person = await world.person(company)
    const stream = await follow(person.id)
    await company.admin.ok('PUT', `/v1/users/${person.id}`, { status: 'Inactive' })
    using _frozen = time.freeze()
    await time.advance(5_000)
    await stream.ended
    expect(stream.events.at(-1)).toMatchObject({ event: 'end', data: '{"reason":"revoked"}' })
  })

  test('ends when its token expires', async () => {
    const token = await world.token(company, company.adminId, 3_000)
    const stream = new EventStream(`${address}/v1/changes?after=now`, token)
    await stream.opened
    using _frozen = time.freeze()
    await time.advance(3_000_000)
    await stream.ended
    expect(stream.events.at(-1)?.event).toBe('end')
  })

  test('ends when its token expires while another check is in progress', async () => {
    const token = await world.token(company, company.adminId, 3_000)
    const watch = new Watch(world.db)
    const ended: string[] = []
    const forget = watch.add(`Bearer ${token}`, (reason) => ended.push(reason))
    using _frozen = time.freeze()
    const checked = watch.check()
    await time.advance(3_000_000)
    await checked
    expect(ended).toEqual(['revoked'])
    forget()
  })

  test('refuses invalid requests as usual', async () => {
    const token = await world.token(company, company.adminId)
    const stream = new EventStream(`${address}/v1/changes?after=soon`, token)
    const response = await stream.opened
    expect([response.status, response.headers.get('content-type')]).toEqual([
      400,
      'application/problem+json; charset=utf-8',
    ])
  })
})

test('a stop ends streams and waits immediately', async () => {
  const after = await positionNow()
  const people = [company.adminId]
  for (let n = 0; n < 4; n += 1) people.push((await world.person(company, { workspaceId })).id)
  const streams: EventStream[] = []
  for (const id of people) {
    const token = await world.token(company, id)
    for (let n = 0; n < 19; n += 1)
      streams.push(new EventStream(`${address}/v1/changes?after=${after}&types=task.*`, token))
  }
  for (const { opened } of streams) expect((await opened).status).toBe(200)
  const waiting = changes(`after=${after}&wait=30&types=task.*`)
  await expect.poll(() => world.app.countReaders()).toBe(streams.length + 1)
  await world.app.unready()
  await Promise.all(streams.map(({ ended }) => ended))
  for (const { events } of streams)
    expect(events).toMatchObject([{ event: 'end', data: '{"reason":"moving"}' }])
  expect((await waiting).items).toEqual([])
})

describe('ATRIUM_STREAMS', () => {
  const small = useWorld({ ...unlimited, ATRIUM_STREAMS: '1' })

  test('limits the requests that wait in a process; others get a 503 and can read without waiting', async () => {
    const { admin, adminId, ...rest } = await small.company()
    await small.app.server.listen({ port: 0, host: '127.0.0.1' })
    const { port } = small.app.server.server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/v1/changes?after=now`
    const token = await small.token({ admin, adminId, ...rest }, adminId)
    const stream = new EventStream(url, token)
    expect((await stream.opened).status).toBe(200)
    const second = await new EventStream(url, token).opened
    expect([second.status, second.headers.get('retry-after')]).toEqual([503, '10'])
    const waiting = await admin.get('/v1/changes?after=now&wait=10')
    expect([waiting.status, waiting.body.code, waiting.headers['retry-after']]).toEqual([
      503,
      'unavailable',
      '10',
    ])
    expect(waiting.body.detail).toBe(
      'Too many requests are waiting for changes in this process. Retry later, or read without `wait`.',
    )
    expect((await admin.get('/v1/changes?after=now')).status).toBe(200)
    stream.close()
    await expect.poll(() => small.app.countReaders()).toBe(0)
    expect((await admin.get('/v1/changes?after=now&wait=1')).status).toBe(200)
  })
})
