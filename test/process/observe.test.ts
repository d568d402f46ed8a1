import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { startCollector } from '../support/collector.ts'
import { readMetricsText, totalOf } from '../support/metrics.ts'
import { freePort } from '../support/postgres-server.ts'
import {
  cleanUpProcesses,
  launch,
  makeFolder,
  openWire,
  serveReady,
  settingsIn,
  start,
  until,
} from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const token = 'a token for the tests of it'.replaceAll(' ', '-')

test('metrics are on a separate port, with a token if one is set, and traces go where the variables point', async () => {
  const collector = await startCollector()
  const metricsPort = await freePort()
  const settings = settingsIn(makeFolder())
  const { token: bearer } = await withDatabase(settings, (db) => seedCompany(db))
  const served = await serveReady({
    ...settings,
    ATRIUM_METRICS_PORT: `${metricsPort}`,
    ATRIUM_METRICS_TOKEN: token,
    OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
    OTEL_TRACES_SAMPLER: 'always_on',
    OTEL_SERVICE_NAME: 'atrium-one',
  })
  const ask = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`http://127.0.0.1:${metricsPort}${path}`, init)
  const authorization = `Bearer ${token}`
  expect((await ask('/metrics')).status).toBe(401)
  expect((await ask('/metrics', { headers: { authorization: 'Bearer wrong' } })).status).toBe(401)
  expect((await ask('/metrics', { method: 'POST', headers: { authorization } })).status).toBe(405)
  expect((await ask('/', { headers: { authorization } })).status).toBe(404)
  // Not on the port of the service.
  expect((await fetch(`${served.url}/metrics`, { headers: { authorization } })).status).toBe(404)
  await fetch(`${served.url}/v1/users/me`, { headers: { authorization: `Bearer ${bearer}` } })
  const reply = await ask('/metrics', { headers: { authorization } })
  expect(reply.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/)
  const told = readMetricsText(await reply.text())
  expect(totalOf(told, 'atrium_http_requests_total', { status: '2xx' })).toBeGreaterThan(1)
  expect(totalOf(told, 'atrium_http_connections')).toBeGreaterThan(0)
  expect(totalOf(told, 'nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0)
  expect(totalOf(told, 'process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  // Spans that were not sent yet are sent at the end.
  expect((await served.stop()).code).toBe(0)
  expect(collector.resource['service.name']).toBe('atrium-one')
  expect(collector.spans.map(({ name }) => name)).toContain('GET /readyz')
  await collector.stop()
})

test('a collector that does not respond, and variables that disable traces, change nothing else', async () => {
  const folder = makeFolder()
  const silent = createServer().listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const away = await serveReady({
    ...settingsIn(folder),
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${(silent.address() as AddressInfo).port}`,
    OTEL_BSP_SCHEDULE_DELAY: '10',
    // Longer than a test may take.
    OTEL_EXPORTER_OTLP_TIMEOUT: '3600000',
  })
  expect((await fetch(`${away.url}/healthz`)).status).toBe(200)
  expect((await away.stop()).code).toBe(0)
  silent.close()
  const other = await serveReady({
    ...settingsIn(folder),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
    OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc',
  })
  expect(other.stderr()).toContain('Traces can only be sent by OTLP over http/protobuf.')
  expect((await other.stop()).code).toBe(0)
})

test('a request whose caller leaves before the response ends too', async () => {
  const port = await freePort()
  const served = await serveReady({ ...settingsIn(makeFolder()), ATRIUM_METRICS_PORT: `${port}` })
  const inProgress = async (): Promise<number> => {
    const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
    return Number(/^atrium_http_requests_in_progress\{[^}]*\} (\d+)$/m.exec(text)?.[1])
  }
  const wire = await openWire(served.port)
  wire.send(
    'POST /oauth2/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
  )
  await until('it is in progress', async () => (await inProgress()) === 1)
  wire.socket.resetAndDestroy()
  await until('it is not any more', async () => (await inProgress()) === 0)
  await served.stop()
})

test('neither is loaded unless the settings enable it', async () => {
  const script = `
    import { observe } from './src/observe/observe.ts'
    import { readConfig } from './src/base/config.ts'
    import { createRequire } from 'node:module'
    const off = [{}, { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_SDK_DISABLED: 'true' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://x', OTEL_TRACES_EXPORTER: 'none' }]
    for (const environment of off) await observe(readConfig({}), environment, 1, console.log)
    const loaded = [...process.moduleLoadList, ...Object.keys(createRequire(import.meta.url).cache)]
    console.log(loaded.filter((name) => /prom-client|opentelemetry/.test(name)).length)
    await observe(readConfig({ ATRIUM_METRICS_PORT: '9' }), {}, 1, console.log)
    console.log(Object.keys(createRequire(import.meta.url).cache).some((name) => name.includes('prom-client')))`
  const { code, stdout, stderr } = await start(process.execPath, ['--input-type=module', '-e', script]).ended
  expect([code, stdout], stderr).toEqual([0, '0\ntrue\n'])
})

test('a port in use is reported in one line', async () => {
  const folder = makeFolder()
  const taken = await serveReady(settingsIn(folder))
  const metrics = { ...settingsIn(join(folder, 'other')), ATRIUM_METRICS_PORT: `${taken.port}` }
  expect(await (await launch(metrics)).ended).toMatchObject({
    code: 3,
    stderr: expect.stringContaining('another program already uses it'),
  })
  await taken.stop()
})
