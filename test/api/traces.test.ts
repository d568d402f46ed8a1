import { afterAll, beforeAll, expect, test } from 'vitest'
import { JobRunner } from '../../src/jobs/runner.ts'
import { openTraces } from '../../src/observe/traces.ts'
import { type Collector, type ReceivedSpan, startCollector } from '../support/collector.ts'
import { until } from '../support/process.ts'
import { useWorld } from '../support/world.ts'

/** Some variables are read by the packages from the process itself. */
const variables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: '',
  OTEL_SERVICE_NAME: 'atrium-under-test',
  OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=tests',
}

let collector: Collector
let traces: { close: () => Promise<void> }

// Before the world: traces subscribe before the database is opened, as in a service.
beforeAll(async () => {
  collector = await startCollector()
  Object.assign(process.env, { ...variables, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  traces = await openTraces({ ...process.env, OTEL_BSP_SCHEDULE_DELAY: '20' }, 5)
})
const world = useWorld()
afterAll(async () => {
  await traces.close()
  await collector.stop()
  for (const name of Object.keys(variables)) delete process.env[name]
})

const traceId = (n: number): string => String(n).padStart(32, '0')
const parentId = '00000000000000a1'
const traceparent = (n: number, sampled = true): { traceparent: string } => ({
  traceparent: `00-${traceId(n)}-${parentId}-0${sampled ? 1 : 0}`,
})

/** The spans of a trace, once its request is among them. */
async function spansOf(n: number): Promise<ReceivedSpan[]> {
  const found = (): ReceivedSpan[] => collector.spans.filter((span) => span.traceId === traceId(n))
  await until('the request is traced', () => found().some(({ kind }) => kind === 2))
  return found()
}

const system = (): string => (world.engine === 'sqlite' ? 'sqlite' : 'postgresql')

test('a request that writes is a span of its caller’s trace, with its transaction and its statements below', async () => {
  const { admin } = await world.company()
  const reply = await admin.send('POST', '/v1/workspaces', { workspaceName: 'Tell-nobody' }, traceparent(1))
  const spans = await spansOf(1)
  const request = spans.find(({ kind }) => kind === 2) ?? expect.fail()
  expect(request).toMatchObject({ name: 'POST /v1/workspaces', parentId, failed: false })
  expect(request.attributes).toEqual({
    'http.request.method': 'POST',
    'http.route': '/v1/workspaces',
    'http.response.status_code': 201,
    'atrium.request.id': reply.headers['x-request-id'],
  })
  // There may be others: when somebody was last seen is written separately.
  const insert = spans.find(({ name }) => name === 'insert workspaces') ?? expect.fail()
  const transaction = spans.find(({ spanId }) => spanId === insert.parentId) ?? expect.fail()
  expect(transaction).toMatchObject({ name: 'transaction', parentId: request.spanId, failed: false })
  expect(transaction.attributes).toMatchObject({
    'db.system.name': system(),
    'atrium.transaction.attempts': 1,
  })
  expect(insert.attributes).toEqual({ 'db.system.name': system(), 'db.query.summary': insert.name })
  expect(insert.milliseconds).toBeGreaterThan(0)
})

test('concurrent requests keep their statements apart, even if they share a commit', async () => {
  const { admin } = await world.company()
  const numbers = [11, 12, 13, 14, 15]
  await Promise.all(
    numbers.map((n) => admin.send('POST', '/v1/workspaces', { workspaceName: `No ${n}` }, traceparent(n))),
  )
  for (const n of numbers) {
    const spans = await spansOf(n)
    // If it ran again, there are more.
    expect(
      spans.map(({ name }) => name),
      `${n}`,
    ).toContain('insert workspaces')
    const known = new Set([parentId, ...spans.map(({ spanId }) => spanId)])
    expect(spans.every((span) => known.has(span.parentId))).toBe(true)
  }
})

test('reads are traced too, and failures are marked as such', async () => {
  const { admin } = await world.company()
  await admin.send('GET', '/v1/workspaces?filter=workspaceName%3D"Tell-nobody"', undefined, traceparent(2))
  const spans = await spansOf(2)
  expect(spans.map(({ name }) => name)).toContain('GET /v1/workspaces')
  expect(spans.some(({ name }) => name.startsWith('select'))).toBe(true)
  await world.nobody.send('GET', '/Tell-nobody', undefined, traceparent(3))
  expect((await spansOf(3))[0]).toMatchObject({ name: 'GET none', failed: false })
})

test('an unsampled caller is not traced, and an invalid traceparent starts a new trace', async () => {
  const { admin } = await world.company()
  await admin.send('GET', '/v1/users/me', undefined, traceparent(4, false))
  await admin.send('GET', '/v1/users/me', undefined, { traceparent: 'not one' })
  await until('the second is traced', () =>
    collector.spans.some(({ name, parentId: parent }) => name === 'GET /v1/users/me' && parent === ''),
  )
  expect(collector.spans.some((span) => span.traceId === traceId(4))).toBe(false)
})

test('a job is a separate trace', async () => {
  const log = { info: () => undefined, error: () => undefined }
  const run = async (db: typeof world.db): Promise<undefined> => {
    await db.transaction((tx) => tx.query.selectFrom('companies').select('id').execute())
  }
  const runner = new JobRunner(world.db, [{ name: 'a-job', everySeconds: 0, run }], log)
  await runner.turn()
  await runner.stop()
  await until('it is traced', () => collector.spans.some(({ name }) => name === 'job a-job'))
  const job = collector.spans.find(({ name }) => name === 'job a-job') ?? expect.fail()
  expect(job).toMatchObject({ parentId: '', failed: false, attributes: { 'atrium.job': 'a-job' } })
  const below = collector.spans.filter(({ traceId: of }) => of === job.traceId).map(({ name }) => name)
  expect(below).toEqual(expect.arrayContaining(['transaction', 'select companies']))
})

test('the origin is recorded, and no user input', () => {
  expect(collector.resource).toMatchObject({
    'service.name': 'atrium-under-test',
    'deployment.environment.name': 'tests',
    'service.instance.id': expect.stringMatching(/\/5$/),
  })
  const sent = collector.bytes().toString('latin1')
  for (const each of ['Tell-nobody', '@example.com', 'Bearer']) expect(sent).not.toContain(each)
})
