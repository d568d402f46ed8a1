import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../src/base/clock.ts'
import type { Client } from '../support/client.ts'
import { ago } from '../support/clock.ts'
import { insist } from '../support/insist.ts'
import { useSharedWorld } from '../support/world.ts'
import { buildFixture, type Fixture } from './fixture.ts'

const world = useSharedWorld()
let fixture: Fixture
let place: string
let ada: { id: string; client: Client }
let bob: { id: string; client: Client }

beforeAll(async () => {
  fixture = await buildFixture(world)
  const workspaceId = String(fixture.ids['workspaces/{workspaceId}'])
  place = `/v1/workspaces/${workspaceId}`
  ada = await world.person(fixture.company, { workspaceId })
  bob = await world.person(fixture.company, { workspaceId })
})

const newFile = async (name: string): Promise<string> => `/v1/files/${await ada.client.file(place, name)}`

/** Lets the lease of a file expire. */
const expire = (file: string): Promise<unknown> =>
  world.db.transaction((tx) =>
    tx.query
      .updateTable('files')
      .set({ lockExpiresAt: ago(1) })
      .where('id', '=', file.split('/').at(-1) ?? '')
      .execute(),
  )

describe('a lock', () => {
  test('is a lease of a day, or of a given time, held by a user', async () => {
    const file = await newFile('lease.txt')
    expect((await ada.client.get(`${file}/lock`)).body).toEqual({
      locked: false,
      lockedBy: null,
      lockedByName: null,
      lockExpiresAt: null,
    })
    expect((await ada.client.send('POST', `${file}/lock`)).status).toBe(204)
    const { body } = await bob.client.get(`${file}/lock`)
    expect(body).toMatchObject({
      locked: true,
      lockedBy: ada.id,
      lockedByName: expect.stringMatching(/^Person /),
    })
    const left = Date.parse(body.lockExpiresAt) - clock.now()
    expect(Math.abs(left - 86_400_000)).toBeLessThan(60_000)
    expect((await bob.client.get(file)).body.details).toMatchObject({ locked: true, lockedBy: ada.id })
  })

  test('is renewed by its holder, and never shortened', async () => {
    const file = await newFile('renewed.txt')
    const end = async (): Promise<number> =>
      Date.parse((await ada.client.get(`${file}/lock`)).body.lockExpiresAt) - clock.now()
    await ada.client.ok('POST', `${file}/lock`, { seconds: 1000 })
    await ada.client.ok('POST', `${file}/lock`, { seconds: 10 })
    expect(await end()).toBeGreaterThan(900_000)
    await ada.client.ok('POST', `${file}/lock`, { seconds: 2_592_000 })
    expect(await end()).toBeGreaterThan(2_500_000_000)
  })

  test.each([0, -1, 2_592_001, 1.5, '60', null, true])(
    'of %s seconds is a 400, or a day',
    async (seconds) => {
      const file = await newFile(`bad ${seconds}.txt`)
      const { status } = await ada.client.send('POST', `${file}/lock`, { seconds })
      expect(status).toBe(seconds === null ? 204 : 400)
    },
  )

  test('keeps others from changing, replacing, moving or deleting: a 409 names the holder and the end', async () => {
    const file = await newFile('held.txt')
    await ada.client.ok('PUT', `${file}/content`, Buffer.from('two'), { 'content-type': 'x/y' })
    await ada.client.ok('POST', `${file}/lock`)
    const { lockExpiresAt, lockedByName } = (await ada.client.get(`${file}/lock`)).body
    const { admin, ids } = fixture
    for (const [method, path, body] of [
      ['PUT', file, { description: 'x' }],
      ['POST', `${file}/updateDetails`, { fileName: 'y' }],
      ['PUT', file, { folderId: ids['folders/{folderId}'] }],
      ['PUT', `${file}/content`, Buffer.from('x')],
      ['POST', `${file}/versions/1/restore`, undefined],
      ['POST', `${file}/versions`, { deferredAssetId: (await admin.upload('held.txt', 'x')).id }],
      ['POST', `${file}/lock`, undefined],
      ['DELETE', `${file}/lock`, undefined],
      ['DELETE', file, undefined],
    ] as const) {
      const reply = await admin.send(method, path, body)
      expect([reply.status, reply.body?.code], `${method} ${path}`).toEqual([409, 'locked'])
      expect(reply.body.message).toBe(`${lockedByName} has locked the file until ${lockExpiresAt}.`)
    }
    // Reading is allowed, and its holder can continue.
    await bob.client.ok('GET', `${file}/content`)
    await ada.client.ok('PUT', file, { description: 'mine' })
    await ada.client.ok('PUT', `${file}/content`, Buffer.from('x'), { 'content-type': 'x/y' })
    await ada.client.ok('DELETE', `${file}/lock`)
    await ada.client.ok('DELETE', `${file}/lock`)
    await bob.client.ok('PUT', file, { description: 'theirs' })
  })

  test('is broken by an Admin with force, and by nobody else', async () => {
    const file = await newFile('force.txt')
    await ada.client.ok('POST', `${file}/lock`)
    expect((await bob.client.send('DELETE', `${file}/lock?force=true`)).status).toBe(403)
    expect((await fixture.admin.send('DELETE', `${file}/lock?force=false`)).status).toBe(409)
    expect((await fixture.admin.send('DELETE', `${file}/lock?force=x`)).status).toBe(400)
    await fixture.admin.ok('DELETE', `${file}/lock?force=true`)
    await bob.client.ok('POST', `${file}/lock`)
  })

  test('that has expired has no effect, without any job: on the record, in filters, for others', async () => {
    const file = await newFile('ended.txt')
    const id = file.split('/').at(-1)
    await ada.client.ok('POST', `${file}/lock`)
    const locked = async (value: boolean): Promise<boolean> =>
      (await bob.client.all(`${place}/allFiles?filter=locked%3D${value}`)).some((item) => item.id === id)
    expect([await locked(true), await locked(false)]).toEqual([true, false])
    const before = await bob.client.get(file)
    await expire(file)
    const after = await bob.client.get(file)
    expect(after.body.details).toMatchObject({ locked: false, lockedBy: null, lockExpiresAt: null })
    expect(after.headers['etag']).not.toBe(before.headers['etag'])
    expect([await locked(true), await locked(false)]).toEqual([false, true])
    await bob.client.ok('POST', `${file}/lock`)
    expect((await ada.client.get(`${file}/lock`)).body.lockedBy).toBe(bob.id)
  })

  test('of a hundred people at once, one gets it, and 99 learn who', async () => {
    const { company, ids } = fixture
    const workspaceId = String(ids['workspaces/{workspaceId}'])
    const people: Awaited<ReturnType<typeof world.person>>[] = []
    while (people.length < 100) people.push(await world.person(company, { workspaceId }))
    const file = await newFile('wanted.txt')
    const replies = await Promise.all(
      people.map(({ client }) => insist(() => client.send('POST', `${file}/lock`))),
    )
    const won = replies.filter(({ status }) => status === 204)
    const lost = replies.filter(({ status }) => status === 409)
    expect([won.length, lost.length]).toEqual([1, 99])
    const { lockedBy, lockedByName, lockExpiresAt } = (await ada.client.get(`${file}/lock`)).body
    expect(lockedBy).toBe(people[replies.indexOf(won[0] ?? (lost[0] as never))]?.id)
    for (const { body } of lost)
      expect(body.message).toBe(`${lockedByName} has locked the file until ${lockExpiresAt}.`)
  })

  test('that somebody takes during an upload refuses the content at its end', async () => {
    const file = await newFile('race.txt')
    const inProgress = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    const { put } = world.blobs
    // The store is delayed, so that the lock is taken while the body is being read.
    world.blobs.put = async (key, source) => {
      inProgress.resolve()
      await rest.promise
      return put.call(world.blobs, key, source)
    }
    try {
      const putting = bob.client.send('PUT', `${file}/content`, Buffer.from('late'), {
        'content-type': 'x/y',
      })
      await inProgress.promise
      await ada.client.ok('POST', `${file}/lock`)
      rest.resolve()
      expect((await putting).body.code).toBe('locked')
    } finally {
      world.blobs.put = put
    }
    expect((await bob.client.get(`${file}/content`)).text).toBe('race.txt')
    for await (const { key } of world.blobs.unconfirmed()) expect.fail(`${key} was left behind`)
  })
})

describe('statuses', () => {
  test('are those of the company; new files have the first', async () => {
    const { admin } = await world.company()
    const workspace = await admin.create('/v1/workspaces', { workspaceName: 'W' })
    const at = `/v1/workspaces/${workspace.id}`
    const usual = ['Draft', 'Pending Approval', 'Approved', 'Final [READONLY]', 'Cancelled']
    expect((await admin.get('/v1/company')).body.details.fileStatuses).toEqual(usual)
    await admin.ok('PUT', '/v1/company', { fileStatuses: ['Neu', 'Fertig [READONLY]'] })
    const file = `/v1/files/${await admin.file(at, 'a.txt')}`
    expect((await admin.get(file)).body.details.status).toBe('Neu')
    for (const status of ['Draft', 'neu', '', 'x'.repeat(101), null]) {
      const reply = await admin.send('PUT', file, { status })
      expect([reply.status, reply.body.errors[0].pointer], String(status)).toEqual([400, '/status'])
    }
    await admin.ok('PUT', '/v1/company', { fileStatuses: null })
    expect((await admin.get('/v1/company')).body.details.fileStatuses).toEqual(usual)
    // A file keeps the status it has.
    expect((await admin.get(file)).body.details.status).toBe('Neu')
    await admin.ok('PUT', file, { status: 'Neu', description: 'x' })
    expect((await admin.send('PUT', '/v1/company', { fileStatuses: [] })).status).toBe(400)
    expect((await admin.send('PUT', '/v1/company', { fileStatuses: ['a', 7] })).status).toBe(400)
  })

  test('with [READONLY] make a file read-only for everyone but Admins', async () => {
    const file = await newFile('final.txt')
    const { admin } = fixture
    const refused = await ada.client.send('PUT', file, { status: 'Final [READONLY]' })
    expect([refused.status, refused.body.code]).toEqual([403, 'forbidden'])
    await admin.ok('PUT', file, { status: 'Final [READONLY]' })
    for (const [method, path, body] of [
      ['PUT', file, { description: 'x' }],
      ['PUT', file, { status: 'Draft' }],
      ['PUT', `${file}/content`, Buffer.from('x')],
      ['POST', `${file}/lock`, undefined],
      ['DELETE', file, undefined],
    ] as const) {
      const reply = await ada.client.send(method, path, body)
      expect([reply.status, reply.body.code], `${method} ${path}`).toEqual([409, 'read_only'])
      expect(reply.body.message).toBe(
        'The status "Final" makes the file read-only to all but Admins of the workspace.',
      )
    }
    await ada.client.ok('GET', `${file}/content`)
    await admin.ok('PUT', `${file}/content`, Buffer.from('x'), { 'content-type': 'x/y' })
    await admin.ok('PUT', file, { status: 'Draft' })
    await ada.client.ok('PUT', file, { description: 'x' })
  })
})
