import { beforeAll, describe, expect, test } from 'vitest'
import type { Client, Reply } from '../../support/client.ts'
import { type Company, useSharedWorld } from '../../support/world.ts'

const world = useSharedWorld()
let company: Company
let admin: Client
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  admin = company.admin
  workspaceId = (await admin.create('/v1/workspaces', { workspaceName: 'Watched' })).id
})

const address = (): string => `https://hooks.example.com/${crypto.randomUUID()}`
const post = (values: object, client = admin): Promise<Reply> =>
  client.send('POST', '/v1/webhooks', { name: 'Hook', url: address(), ...values })

describe('a webhook', () => {
  test('is created with its defaults and a secret that is shown once, and deleted', async () => {
    const made = (await post({})).body
    expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    expect(made.details).toMatchObject({
      status: 'Active',
      statusReason: null,
      payload: 'thin',
      order: 'record',
      types: [],
      delivered: 0,
      pending: 0,
    })
    expect(made.details.publicKey).toMatch(/^whpk_/)
    const { text } = await admin.ok('GET', `/v1/webhooks/${made.id}`)
    expect(text).not.toContain('whsec_')
    expect(text).not.toContain('secrets')
    await admin.ok('DELETE', `/v1/webhooks/${made.id}`)
    expect((await admin.send('GET', `/v1/webhooks/${made.id}`)).status).toBe(404)
  })

  test('has an address of at most 2,048 characters', async () => {
    const longest = 'https://hooks.example.com/'.padEnd(2_048, 'x')
    expect((await post({ url: longest })).body.details.url).toBe(longest)
    const refused = await post({ url: `${longest}x` })
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([400, '/url'])
  })

  test('names fields that changes of its types can have', async () => {
    const refused = await post({ types: ['task.*'], fields: ['title', 'titel', 'fileName'] })
    expect(refused.status).toBe(400)
    expect(refused.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/fields/1',
      '/fields/2',
    ])
    expect(refused.body.errors[0].detail).toMatch(
      /^"fields\/1" names no field of its types: "titel"\. The fields are assignees, .*\btags, .*title, /,
    )
    const fields = [
      'title',
      'tags',
      'customFields',
      'subscribers',
      'workspaceId',
      'fileName',
      'role',
      'reactions',
    ]
    const { id } = (await post({ fields })).body
    expect((await post({ types: ['member.updated', 'file.*'], fields: ['role', 'tags'] })).status).toBe(201)
    const path = `/v1/webhooks/${id}`
    await admin.ok('PUT', path, { fields: ['status'] })
    expect((await admin.send('PUT', path, { types: ['tag.*'], fields: ['status'] })).status).toBe(400)
    await admin.ok('PUT', path, { types: ['file.*'] })
    expect((await admin.send('PUT', path, { fields: ['dueDate'] })).status).toBe(400)
  })

  test('begins with the newest change', async () => {
    const { body } = await post({})
    const [epoch, seq] = body.details.position.split('.')
    expect(epoch).toMatch(/^\w{8}$/)
    expect(Number(seq)).toBeGreaterThan(0)
  })

  test.each([
    ['http://8.8.8.8/', 'https'],
    ['ftp://example.com/', 'https'],
    ['https://user:secret@example.com/', 'user name or password'],
    ['https://example.com:25/', 'port'],
    ['https://10.0.0.1/', 'private address'],
    ['https://[::1]/', 'loopback address'],
    ['https://2130706434/', 'loopback address'],
    ['https://169.254.169.254/latest', 'link-local address'],
    ['https://localhost/', 'loopback address'],
  ])('is refused for %s, by its rule', async (url, rule) => {
    const { status, body } = await post({ url })
    expect([status, body.code]).toEqual([400, 'address_refused'])
    expect(body.detail).toContain(rule)
    expect(body.errors[0].pointer).toBe('/url')
    expect(body.detail).not.toContain('secret@')
  })

  test.each([
    [{ url: 'nonsense' }, '/url'],
    [{ types: ['task.exploded'] }, '/types/0'],
    [{ types: ['nothing.*'] }, '/types/0'],
    [{ payload: 'thick' }, '/payload'],
    [{ order: 'random' }, '/order'],
    [{ workspaceIds: ['0000000000000000000000'] }, '/workspaceIds/0'],
    [{ status: 'Disabled' }, '/status'],
  ])('is refused with %j', async (values, pointer) => {
    const { status, body } = await post(values)
    expect([status, body.errors?.[0]?.pointer]).toEqual([400, pointer])
  })

  test('that sends the same to the same address is a duplicate', async () => {
    const url = address()
    await post({ url, types: ['task.created', 'file.*'] })
    const again = await post({ url, types: ['file.*', 'task.created'] })
    expect([again.status, again.body.code]).toEqual([409, 'duplicate'])
    expect((await post({ url, types: ['task.created'] })).status).toBe(201)
  })

  test('is one of 100 at most', async () => {
    const crowded = await world.company()
    for (let n = 0; n < 100; n += 1) expect((await post({}, crowded.admin)).status).toBe(201)
    const { status, body } = await post({}, crowded.admin)
    expect([status, body.code]).toEqual([409, 'too_many_webhooks'])
  })

  test('belongs to company admins, API clients, and Admins of the workspaces it names', async () => {
    const wsAdmin = await world.person(company, { workspaceId, role: 'Admin' })
    const reader = await world.person(company, { workspaceId, role: 'Reader' })
    expect((await post({}, wsAdmin.client)).status).toBe(403)
    const own = await post({ workspaceIds: [workspaceId] }, wsAdmin.client)
    expect(own.status).toBe(201)
    expect((await post({ workspaceIds: [workspaceId] }, reader.client)).status).toBe(403)
    expect((await reader.client.send('GET', `/v1/webhooks/${own.body.id}`)).status).toBe(403)
    expect((await wsAdmin.client.list('/v1/webhooks')).items).toHaveLength(1)
    expect((await reader.client.list('/v1/webhooks')).items).toEqual([])
    const widened = await wsAdmin.client.send('PUT', `/v1/webhooks/${own.body.id}`, { workspaceIds: [] })
    expect(widened.status).toBe(403)
  })

  test('is changed, and a new address is checked', async () => {
    const { id } = (await post({})).body
    await admin.ok('PUT', `/v1/webhooks/${id}`, { types: ['task.*'], order: 'none' })
    await admin.ok('POST', `/v1/webhooks/${id}/updateDetails`, { name: 'Other' })
    const { details } = (await admin.ok('GET', `/v1/webhooks/${id}`)).body
    expect(details).toMatchObject({ types: ['task.*'], order: 'none', name: 'Other' })
    const refused = await admin.send('PUT', `/v1/webhooks/${id}`, { url: 'https://192.168.1.1/' })
    expect(refused.body.code).toBe('address_refused')
  })
})

test.each([
  [{}, 400, 'invalid_request'],
  [{ after: 'nonsense' }, 400, 'invalid_position'],
  [{ after: 'abcdefgh.1' }, 410, 'feed_reset'],
  [{ after: 'start', until: 'now' }, 400, 'invalid_position'],
  [{ after: 'start', types: ['no.such'] }, 400, 'invalid_request'],
])('a replay with %j is refused', async (range, status, code) => {
  const { id } = (await post({})).body
  const refused = await admin.send('POST', `/v1/webhooks/${id}/replay`, range)
  expect([refused.status, refused.body.code]).toEqual([status, code])
})

test('a refused position is named as the member of the body that contains it', async () => {
  const { id } = (await post({})).body
  const { body } = await admin.send('POST', `/v1/webhooks/${id}/replay`, { after: 'start', until: 'soon' })
  expect(body.errors).toEqual([{ pointer: '/until', detail: 'is not a position of the feed.' }])
})

test('a position ahead of the newest cannot be replayed', async () => {
  const { id, details } = (await post({})).body
  const [epoch, seq] = details.position.split('.')
  const ahead = { after: 'start', until: `${epoch}.${Number(seq) + 1_000}` }
  expect((await admin.send('POST', `/v1/webhooks/${id}/replay`, ahead)).status).toBe(400)
})

test('an unknown delivery is a 404', async () => {
  const { id } = (await post({})).body
  const path = `/v1/webhooks/${id}/deliveries/0000000000000000000000`
  expect((await admin.send('GET', path)).status).toBe(404)
  expect((await admin.send('POST', `${path}/redeliver`)).status).toBe(404)
})
