import { beforeAll, describe, expect, test } from 'vitest'
import { clock } from '../../../src/base/clock.ts'
import { rows, type Sql } from '../../../src/db/database.ts'
import { purgeDeliveries } from '../../../src/jobs/purges.ts'
import { storeResults } from '../../../src/webhooks/delivery-rows.ts'
import { Endpoint } from '../../../src/webhooks/endpoint.ts'
import { matcherOf } from '../../../src/webhooks/match.ts'
import { Preparation } from '../../../src/webhooks/prepare.ts'
import { readOne } from '../../../src/webhooks/webhook-rows.ts'
import type { Client, Reply } from '../../support/client.ts'
import { ago } from '../../support/clock.ts'
import { recorded } from '../../support/recording.ts'
import { addDeliveries, buildWebhook } from '../../support/webhook-fixture.ts'
import { type Company, unlimited, useSharedWorld, useWorld } from '../../support/world.ts'

/** Nothing is sent in this world: tests see what a dispatcher would find, or leave behind. */
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
const statesOf = async (id: string): Promise<string[]> =>
  (await admin.list(`/v1/webhooks/${id}/deliveries`)).items.map(({ details }) => details['state'])

test('a webhook that is paused and resumed while its changes are read loses none of them', async () => {
  const { companyNo } = company
  const { id } = await admin.create('/v1/webhooks', { name: 'Quick', url: address(), types: ['task.*'] })
  const webhook = await readOne(world.db, { companyNo, id })
  const signer = webhook && world.app.dispatcher.courier.signerOf(webhook)
  if (webhook === undefined || signer === undefined) throw new Error('The webhook cannot be read')
  const endpoint = new Endpoint(webhook, signer, matcherOf(webhook))
  const prepare = async () => {
    await world.app.hub.sequencer.settled()
    const preparation = new Preparation(world.db, async () => new Set())
    return preparation.step(companyNo, [endpoint], clock.timestamp())
  }
  await admin.ok('POST', `/v1/webhooks/${id}/pause`)
  await admin.create('/v1/tasks', { title: 'While it is paused', workspaceId })
  expect((await prepare()).refused).toEqual([endpoint])
  expect(await statesOf(id)).toEqual([])
  await admin.ok('POST', `/v1/webhooks/${id}/resume`)
  expect((await prepare()).got).toEqual([endpoint])
  expect(await statesOf(id)).toEqual(['Pending'])
})

test('the late result of an attempt is dropped once another process has taken over the delivery', async () => {
  const { companyNo } = company
  const { webhookId, deliveryId } = await buildWebhook(world, company)
  const path = `/v1/webhooks/${webhookId}/deliveries/${deliveryId}`
  await admin.ok('POST', `${path}/redeliver`)
  const result = (known: string, state: 'Delivered' | 'Pending', status: number) => ({
    ...{ companyNo, webhookId, seq: 1, id: deliveryId, known, state, dueAt: null, lastStatus: status },
    attempts: JSON.stringify([{ at: '2026-03-31T09:30:00.000Z', status, error: null, milliseconds: 1 }]),
    ...{ lastError: null, response: null, updatedAt: clock.timestamp() },
  })
  const store = (one: ReturnType<typeof result>) => world.db.transaction((tx) => storeResults(tx, [one]))
  expect(await store(result('[]', 'Delivered', 200))).toEqual(new Set([deliveryId]))
  expect(await store(result('[]', 'Pending', 500))).toEqual(new Set())
  const { details } = (await admin.ok('GET', path)).body
  expect(details).toMatchObject({ state: 'Delivered', lastStatus: 200 })
})

test('the results of a batch are stored by one statement, which looks up each delivery', async () => {
  const other = await world.company()
  const { companyNo } = other
  for (let n = 0; n < 40; n += 1) await other.admin.create('/v1/tags', { tagName: `Tag ${n}` })
  const { id: webhookId } = await other.admin.create('/v1/webhooks', { name: 'Batch', url: address() })
  const ids = await addDeliveries(world, other, webhookId, { after: 0, count: 40 })
  await world.db.transaction((tx) =>
    tx.query.updateTable('deliveries').set({ state: 'Pending' }).where('webhookId', '=', webhookId).execute(),
  )
  const results = ids.map((id, n) => ({
    ...({ companyNo, webhookId, seq: n + 1, id, known: '[]', state: 'Delivered', dueAt: null } as const),
    attempts: `[${n}]`,
    ...{ lastStatus: 200 + n, lastError: null, response: `"${n}" \\ ü`, updatedAt: clock.timestamp() },
  }))
  const sent: Sql[] = []
  const db = recorded(world.db, {
    query: () => undefined,
    run: (sql, send) => {
      sent.push(sql)
      return send()
    },
  })
  expect(await db.transaction((tx) => storeResults(tx, results))).toEqual(new Set(ids))
  expect(sent).toHaveLength(1)
  const stored = await world.db.query
    .selectFrom('deliveries')
    .select(['id', 'state', 'attempts', 'lastStatus', 'lastError', 'response', 'dueAt'])
    .where('webhookId', '=', webhookId)
    .orderBy('seq')
    .execute()
  expect(stored).toEqual(
    results.map(({ id, state, attempts, lastStatus, lastError, response, dueAt }) => {
      return { id, state, attempts, lastStatus, lastError, response, dueAt }
    }),
  )
  const { sql, values } = sent[0] ?? { sql: '', values: [] }
  const explain = async (): Promise<Record<string, string>[]> => {
    if (world.engine === 'sqlite') return rows(world.db, { sql: `EXPLAIN QUERY PLAN ${sql}`, values })
    return world.db.transaction(async (tx) => {
      // As for a table that is long but has no statistics yet.
      for (const way of ['seqscan', 'hashjoin', 'mergejoin', 'bitmapscan'])
        await rows(tx, { sql: `SET LOCAL enable_${way} = off`, values: [] })
      return rows(tx, { sql: `EXPLAIN ${sql}`, values })
    })
  }
  expect((await explain()).map((row) => row['detail'] ?? row['QUERY PLAN']).join('\n')).toMatch(
    /webhookId=\? AND (?:seq|id)=\?\)|Index Cond: .*"webhookId" = .*\((?:seq|id) = /,
  )
})

test('deliveries stay in the log for 30 days, and those that wait stay longer', async () => {
  const { webhookId } = await buildWebhook(world, company)
  const [old = '', older = '', recent = ''] = await addDeliveries(world, company, webhookId, {
    after: 1,
    count: 3,
  })
  await admin.ok('POST', `/v1/webhooks/${webhookId}/deliveries/${older}/redeliver`)
  const age = (days: number) => ago(days * 24 * 3_600_000)
  await world.db.transaction(async (tx) => {
    for (const [id, createdAt] of [
      [old, age(30.1)],
      [older, age(60)],
      [recent, age(29.9)],
    ] as const)
      await tx.query.updateTable('deliveries').set({ createdAt }).where('id', '=', id).execute()
  })
  await purgeDeliveries.run(world.db, new AbortController().signal)
  const status = async (id: string): Promise<number> =>
    (await admin.send('GET', `/v1/webhooks/${webhookId}/deliveries/${id}`)).status
  expect([await status(old), await status(older), await status(recent)]).toEqual([404, 200, 200])
})

describe('the payload of a delivery', () => {
  test('is what its owner may see, also when a company admin asks for it', async () => {
    const owner = await world.person(company, { workspaceId, role: 'Admin' })
    const task = await admin.create('/v1/tasks', { title: 'Seen', workspaceId })
    const hook = await owner.client.create('/v1/webhooks', {
      name: 'Own',
      url: address(),
      workspaceIds: [workspaceId],
      payload: 'record',
    })
    await world.app.hub.sequencer.settled()
    const { body: feed } = await admin.ok('GET', `/v1/changes?recordId=${task.id}`)
    const after = Number(feed.items[0].position.split('.')[1]) - 1
    const [deliveryId] = await addDeliveries(world, company, hook.id, { after, count: 1 })
    const read = (): Promise<Reply> =>
      admin.send('GET', `/v1/webhooks/${hook.id}/deliveries/${deliveryId}/payload`)
    const shown = (await read()).body
    expect(shown).toMatchObject({ type: 'task.created', data: { recordId: task.id, fields: [] } })
    expect(shown.data.record).toMatchObject({ id: task.id, details: { title: 'Seen' } })
    await admin.ok('DELETE', `/v1/workspaces/${workspaceId}/members/${owner.id}`)
    const hidden = await read()
    expect([hidden.status, hidden.body.detail]).toEqual([
      404,
      'The owner of the webhook may no longer see this change.',
    ])
  })
})

describe('ATRIUM_WEBHOOK_NETWORKS', () => {
  const admitting = useWorld({
    ...unlimited,
    ATRIUM_WEBHOOK_NETWORKS: '10.0.0.0/8,127.0.0.0/8,n8n.lan,169.254.7.7',
  })

  test.each([
    ['http://10.1.2.3/', 201],
    ['https://10.1.2.3:8443/', 201],
    ['http://n8n.lan:5678/hook', 201],
    ['http://169.254.7.7/', 201],
    ['https://192.168.1.1/', 400],
    ['http://8.8.8.8/', 400],
    // Only one by one, never as part of a network.
    ['http://127.0.0.1/', 400],
    ['http://169.254.169.254/', 400],
    ['http://user:secret@10.1.2.3/', 400],
  ])('admits named private networks only: %s is a %i', async (url, status) => {
    const { admin: other } = await admitting.company()
    expect((await other.send('POST', '/v1/webhooks', { name: 'Hook', url })).status).toBe(status)
  })
})
