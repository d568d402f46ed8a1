import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginRun, endRun, momentOfLastGood } from '../../src/backup/runs.ts'
import { clock } from '../../src/base/clock.ts'
import { stamp } from '../../src/base/ids.ts'
import { readNumbered } from '../../src/db/change-log/feed.ts'
import { rows } from '../../src/db/database.ts'
import { readFeedLag, readQueues, readSizes } from '../../src/db/gauges.ts'
import { sql } from '../../src/db/sql.ts'
import { JobRunner } from '../../src/jobs/runner.ts'
import { Metrics, mergeMetrics } from '../../src/observe/metrics.ts'
import { advance } from '../../src/webhooks/delivery-rows.ts'
import { contentRequest } from '../support/content-requests.ts'
import { readMetricsText, type Sample, totalOf } from '../support/metrics.ts'
import { unlimited, useWorld } from '../support/world.ts'
import { buildFixtures, type Fixtures, nameOf, pathOf, requestFor } from './fixture.ts'

// As in a service: metrics subscribe before the database is opened.
const metrics = new Metrics(3)
const world = useWorld({ ...unlimited, ATRIUM_RATE_FAILURES_PER_MINUTE: '1000' })
let fixtures: Fixtures

beforeAll(async () => {
  fixtures = await buildFixtures(world)
  metrics.readFrom({
    sockets: async () => 7,
    readers: world.app.countReaders,
    pool: () => world.db.connections?.(),
    replicaLag: () => undefined,
    shared: async () => ({
      queues: await readQueues(world.db),
      sizes: await readSizes(world.db, world.config.database),
      feedLag: await readFeedLag(world.db),
      lastBackup: await momentOfLastGood(world.db, world.config.backups),
    }),
  })
})
afterAll(() => metrics.close())

const text = (): Promise<string> => metrics.read(true)
const samples = async (): Promise<Sample[]> => readMetricsText(await text())
const value = async (name: string, labels?: Record<string, string>): Promise<number> =>
  totalOf(await samples(), name, labels) ?? 0

const requests = 'atrium_http_requests_total'

test('every operation is counted under its route pattern, and no label contains user input', async () => {
  const given = new Set<string>()
  for (const operation of world.app.operations) {
    const fixture = fixtures.of(operation)
    const { body, headers } = requestFor(operation, fixture)
    for (const [, id] of Object.entries(fixture.ids)) given.add(id)
    given.add(fixture.company.companyId).add(fixture.company.adminId)
    const query = operation.method === 'GET' ? '?filter=title%3D"Tell-nobody"' : ''
    await fixture.admin.send(operation.method, pathOf(operation, fixture) + query, body, headers)
    await world.nobody.send(operation.method, pathOf(operation, fixture), body, headers)
  }
  for (const path of ['/v1/Tell-nobody', '/Tell-nobody/x', '/v1/tasks/Tell-nobody', '/p/task/Tell-nobody'])
    for (const method of ['GET', 'DELETE', 'PROPFIND']) await world.nobody.send(method, path)

  const shown = await text()
  const told = readMetricsText(shown)
  for (const operation of world.app.operations) {
    const labels = { method: operation.method, route: operation.path.replaceAll(/\{(\w+)\}/g, ':$1') }
    expect(totalOf(told, requests, labels), nameOf(operation)).toBeGreaterThan(1)
    expect(
      totalOf(told, 'atrium_http_request_duration_seconds_count', labels),
      nameOf(operation),
    ).toBeGreaterThan(1)
  }
  for (const each of [...given, 'Tell-nobody', '@', 'Website', 'Offer', 'PROPFIND'])
    if (each.length > 1 || each === '@') expect(shown).not.toContain(each)
  // Our ids, and those of uploads.
  expect(shown).not.toMatch(/"[^"]*\b(?=\w*\d)[0-9A-Za-z]{22}\b/)
  expect(shown).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/)
  const routes = told.flatMap(({ labels }) => labels['route'] ?? [])
  const known = new Set(routes)
  for (const route of known) expect(route).toMatch(/^(none|\/([a-zA-Z0-9_.*-]+|:\w+|:\w+\.ics|\/)*)$/)
  // A series for each operation, not one for each record.
  expect(known.size).toBeLessThan(world.app.operations.length + 20)
})

test('each series has the number of its process', async () => {
  expect(new Set((await samples()).map(({ labels }) => labels['process']))).toEqual(new Set(['3']))
})

test('the metrics of several processes are merged', async () => {
  const one = await metrics.read(true)
  const merged = mergeMetrics([one, one.replaceAll('process="3"', 'process="4"')])
  const [both, single] = [readMetricsText(merged), readMetricsText(one)]
  // The head of a metric family appears once.
  expect(merged.match(/^# TYPE atrium_info gauge$/gm)).toHaveLength(1)
  expect(both).toHaveLength(2 * single.length)
  expect(totalOf(both, 'atrium_info')).toBe(2)
})

test('statements, transactions and commits are counted', async () => {
  const { admin } = fixtures.both[0] ?? expect.fail()
  const before = await samples()
  await admin.create('/v1/workspaces', { workspaceName: 'Counted' })
  const after = await samples()
  const grown = (name: string, labels?: Record<string, string>): number =>
    (totalOf(after, name, labels) ?? 0) - (totalOf(before, name, labels) ?? 0)
  expect(grown('atrium_database_statement_duration_seconds_count', { operation: 'insert' })).toBeGreaterThan(
    1,
  )
  expect(grown('atrium_database_statement_duration_seconds_count', { operation: 'select' })).toBeGreaterThan(
    0,
  )
  expect(grown('atrium_database_transaction_duration_seconds_count', { outcome: 'done' })).toBeGreaterThan(0)
  expect(grown('atrium_database_transaction_wait_seconds_count')).toBeGreaterThan(0)
  if (world.engine === 'sqlite') expect(grown('atrium_database_commit_size_count')).toBeGreaterThan(0)
  else expect(totalOf(after, 'atrium_database_connections', { state: 'open' })).toBeGreaterThan(0)
  expect(totalOf(after, 'atrium_database_size_bytes', { part: 'main' })).toBeGreaterThan(10_000)
  expect(totalOf(after, 'atrium_http_connections')).toBe(7)
  // The request that reads them does not count as in progress.
  expect(totalOf(after, 'atrium_http_requests_in_progress')).toBe(0)
})

test('a transaction that ran again, and one that failed, are counted as such', async () => {
  let runs = 0
  const inTheWay = async (): Promise<void> => {
    runs += 1
    if (runs === 1 && world.engine === 'postgres') throw Object.assign(new Error('again'), { code: '40001' })
  }
  const retries = await value('atrium_database_transaction_retries_total')
  await world.db.transaction(inTheWay)
  expect((await value('atrium_database_transaction_retries_total')) - retries).toBe(
    world.engine === 'postgres' ? 1 : 0,
  )
  const failed = await value('atrium_database_transaction_duration_seconds_count', { outcome: 'failed' })
  await expect(
    world.db.transaction(async () => {
      throw new Error('no')
    }),
  ).rejects.toThrow('no')
  expect(await value('atrium_database_transaction_duration_seconds_count', { outcome: 'failed' })).toBe(
    failed + 1,
  )
})

test('content, queues and their items are counted', async () => {
  const { admin } = await world.company()
  const { id: workspaceId } = await admin.create('/v1/workspaces', { workspaceName: 'Contents' })
  const [into, out] = [
    await value('atrium_content_bytes_total', { direction: 'in' }),
    await value('atrium_content_bytes_total', { direction: 'out' }),
  ]
  const uploads = await value('atrium_queue_length', { queue: 'uploads' })
  const file = await admin.file(`/v1/workspaces/${workspaceId}`, 'counted.txt', Buffer.alloc(100_000, 'x'))
  await admin.get(`/v1/files/${file}/content`)
  await admin.get(`/v1/files/${file}/content`, { range: 'bytes=0-9,20-29' })
  expect((await value('atrium_content_bytes_total', { direction: 'in' })) - into).toBe(100_000)
  expect((await value('atrium_content_bytes_total', { direction: 'out' })) - out).toBe(100_020)
  const { headers } = contentRequest({ method: 'POST', path: '/v1/files/uploads' })
  const begun = await admin.ok('POST', '/v1/files/uploads', undefined, headers)
  expect(await value('atrium_queue_length', { queue: 'uploads' })).toBe(uploads + 1)
  const piece = contentRequest({ method: 'PATCH', path: '/v1/files/uploads/{uuid}' })
  const place = begun.headers['location'] ?? ''
  expect((await admin.send('PATCH', place, piece.body, piece.headers)).status).toBe(204)
  expect((await value('atrium_content_bytes_total', { direction: 'in' })) - into).toBe(100_003)
  for (const queue of ['mail', 'unclaimed_uploads', 'previews', 'doomed_contents', 'idempotency_keys'])
    expect(totalOf(await samples(), 'atrium_queue_length', { queue }), queue).toBeGreaterThanOrEqual(0)
})

test('requests that wait for changes, changes that wait for a number, and deliveries are counted', async () => {
  const { admin, companyNo } = await world.company()
  const readers = await value('atrium_feed_readers')
  const waiting = admin.get('/v1/changes?after=now&wait=5')
  await expect.poll(() => value('atrium_feed_readers')).toBe(readers + 1)

  const deliveries = await value('atrium_queue_length', { queue: 'deliveries' })
  const url = 'http://127.0.0.1:65000/'
  const hook = await admin.create('/v1/webhooks', { name: 'Counted', url, types: ['tag.created'] })
  await admin.create('/v1/tags', { tagName: 'Counted' })
  expect((await waiting).status).toBe(200)
  expect(await value('atrium_feed_readers')).toBe(readers)
  // Nothing sends here.
  const changes = (await readNumbered(world.db, companyNo, 0, 500)).slice(-1)
  const to = changes[0]?.seq ?? 0
  await advance(world.db, [{ companyNo, id: hook.id, from: to, to, changes }], clock.timestamp())
  expect(await value('atrium_queue_length', { queue: 'deliveries' })).toBe(deliveries + 1)

  expect(await value('atrium_feed_lag_seconds')).toBe(0)
  const { id, at } = stamp(clock.now() - 60_000)
  // As if no process had numbered it for a minute.
  await world.db.transaction((tx) =>
    rows(
      tx,
      sql`INSERT INTO "changes" ("companyNo", "id", "createdAt", "type", "kind", "recordId", "requestId", "fields")
        VALUES (${companyNo}, ${id}, ${at}, 'tag.created', 'tag', ${id}, 'late', '[]')`,
    ),
  )
  expect(await value('atrium_feed_lag_seconds')).toBeGreaterThanOrEqual(60)
  expect(await value('atrium_queue_length', { queue: 'unnumbered_changes' })).toBe(1)
  const late = await world.app.server.inject({ url: '/readyz?verbose' })
  expect(late.json().feed).toMatchObject({ state: 'late' })
  world.app.hub.sequencer.wake()
  await expect.poll(() => value('atrium_feed_lag_seconds')).toBe(0)
})

test('the last good backup is reported, and a failed one does not count', async () => {
  const name = 'atrium_backup_last_good_timestamp_seconds'
  expect(totalOf(await samples(), name)).toBeUndefined()
  const [good, failed] = [null, 'disk_full' as const]
  for (const failure of [good, failed])
    await endRun(world.db, await beginRun(world.db), { rowCount: 1, byteCount: 1, failure })
  const told = await value(name)
  expect(Math.abs(told - clock.now() / 1000)).toBeLessThan(10)
  await endRun(world.db, await beginRun(world.db), { rowCount: 1, byteCount: 1, failure: failed })
  expect(await value(name)).toBe(told)
  expect(await momentOfLastGood(world.db, { dir: undefined, everyHours: 1, keep: 1 })).toBe(told * 1000)
})

test('failed attempts are counted by kind', async () => {
  const failed = (way: string): Promise<number> => value('atrium_failed_attempts_total', { way })
  const before = [await failed('token'), await failed('person'), await failed('client')]
  await world.client('wrong').get('/v1/users/me')
  await world.browser().post('/auth/sign-in', { email: 'nobody@example.com', password: 'not this one' })
  await world.nobody.send('POST', '/oauth2/token', { grant_type: 'x', assertion: 'x' })
  const after = [await failed('token'), await failed('person'), await failed('client')]
  expect(after.map((each, n) => each - (before[n] ?? 0))).toEqual([1, 1, 1])
})

test('jobs are counted, with when they last succeeded', async () => {
  const log = { info: () => undefined, error: () => undefined }
  const job = { everySeconds: 0, run: async () => undefined }
  const failing = async (): Promise<undefined> => {
    throw new Error('no')
  }
  const runner = new JobRunner(
    world.db,
    [
      { ...job, name: 'good' },
      { ...job, name: 'bad', run: failing },
    ],
    log,
  )
  await runner.turn()
  await runner.stop()
  expect(await value('atrium_job_duration_seconds_count', { name: 'good', outcome: 'done' })).toBe(1)
  expect(await value('atrium_job_duration_seconds_count', { name: 'bad', outcome: 'failed' })).toBe(1)
  const last = await value('atrium_job_last_success_timestamp_seconds', { name: 'good' })
  expect(Math.abs(last - clock.now() / 1000)).toBeLessThan(10)
  expect(
    totalOf(await samples(), 'atrium_job_last_success_timestamp_seconds', { name: 'bad' }),
  ).toBeUndefined()
})

test('a database that does not respond leaves all other metrics', async () => {
  metrics.readFrom({
    sockets: async () => 7,
    readers: () => 0,
    pool: () => undefined,
    replicaLag: () => undefined,
    shared: async () => {
      throw new Error('away')
    },
  })
  const told = await samples()
  expect(totalOf(told, 'atrium_queue_length')).toBeUndefined()
  expect(totalOf(told, 'atrium_http_connections')).toBe(7)
})
