import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { describe, expect, inject, test } from 'vitest'
import { readMetricsText, totalOf } from '../support/metrics.ts'
import { freePort, makeDatabase, templateName } from '../support/postgres-server.ts'
import {
  cleanUpProcesses,
  launch,
  makeFolder,
  openWire,
  type Served,
  serveReady,
  settingsIn,
  until,
} from '../support/process.ts'
import { type Seeded, seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

async function settingsFor(): Promise<{ settings: Record<string, string>; seeded: Seeded }> {
  const url = inject('postgresUrl')
  const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`, templateName)
  const settings = { ...settingsIn(makeFolder()), ATRIUM_DATABASE_URL: `${url}/${name}` }
  const seeded = await withDatabase(settings, (db) => seedCompany(db))
  const rates = { ATRIUM_RATE_REQUESTS_PER_SECOND: '0' }
  return { settings: { ...settings, ...rates, ATRIUM_PROCESSES: '2' }, seeded }
}

/** The processes that have answered so far: by number, their process ids. */
function answering(served: Served): Map<number, Set<number>> {
  const found = new Map<number, Set<number>>()
  for (const line of served.log().filter(({ msg }) => msg === 'answered')) {
    const pids = found.get(Number(line['process'])) ?? new Set()
    found.set(Number(line['process']), pids.add(Number(line['pid'])))
  }
  return found
}

const pidsOf = (served: Served): number[] => [...answering(served).values()].flatMap((pids) => [...pids])

const isThere = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** On a new connection each: those are distributed in turn, and open ones stay with their process. */
async function askAnew(port: number): Promise<void> {
  const wire = await openWire(port)
  wire.send('GET /healthz HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n')
  await wire.closed
}

describe('several processes on one machine', () => {
  test('serve, report metrics, restart, are replaced, and stop', async () => {
    const { settings } = await settingsFor()
    const metricsPort = await freePort()
    const more = { ATRIUM_METRICS_PORT: `${metricsPort}`, ATRIUM_IDLE_TIMEOUT: '600' }
    const served = await serveReady({ ...settings, ...more })
    await until('both serve', () => served.stderr().includes('2 processes are serving.'))
    expect(served.stderr().match(/Atrium serves/g)).toHaveLength(1)
    await until('both have answered', async () => {
      await askAnew(served.port)
      return answering(served).size === 2
    })
    const first = pidsOf(served)
    expect(first).not.toContain(served.pid)

    // The metrics of each process by its number, and the common ones once.
    const told = readMetricsText(await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text())
    for (const number of ['1', '2'])
      expect(totalOf(told, 'atrium_http_requests_total', { process: number })).toBeGreaterThan(0)
    expect(
      told.filter(({ name }) => name === 'atrium_queue_length').map(({ labels }) => labels['process']),
    ).toContain('1')
    expect(totalOf(told, 'atrium_queue_length', { process: '2' })).toBeUndefined()

    // A process that dies is restarted.
    const [victim] = first
    process.kill(victim ?? expect.fail(), 'SIGKILL')
    await until('it is said', () => /Process \d ended by SIGKILL; restarting it/.test(served.stderr()))
    const anotherAnswers = async (): Promise<boolean> => {
      await askAnew(served.port)
      return pidsOf(served).length >= 3
    }
    await until('another one has answered', anotherAnswers)

    // Replaced without waiting for idle connections, which last ten minutes and still get a response.
    const kept = await Promise.all([openWire(served.port), openWire(served.port)])
    for (const wire of kept) wire.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    for (const wire of kept) await wire.receives('"ok"')
    served.signal('SIGHUP')
    await until('all are replaced', () => served.stderr().includes('Replaced all processes.'))
    for (const wire of kept) wire.send('GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n')
    for (const wire of kept) await wire.closed
    for (const wire of kept) expect(wire.text().match(/HTTP\/1\.1 200/g)).toHaveLength(2)

    // SIGTERM ends all of them.
    const { code } = await served.stop()
    expect(code).toBe(0)
    expect(pidsOf(served).filter(isThere)).toEqual([])
  })

  test('SIGTERM lets a running request finish, in whichever process it is', async () => {
    const { settings, seeded } = await settingsFor()
    const served = await serveReady(settings)
    await until('both serve', () => served.stderr().includes('2 processes are serving.'))
    const body = JSON.stringify({ workspaceName: 'In progress' })
    const wires = await Promise.all([openWire(served.port), openWire(served.port)])
    for (const wire of wires)
      wire.send(
        `POST /v1/workspaces HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${seeded.token}\r\nexpect: 100-continue\r\ncontent-length: ${body.length}\r\n\r\n`,
      )
    for (const wire of wires) await wire.receives('100 Continue')
    served.signal('SIGTERM')
    await until('it says so', () => served.stderr().includes('SIGTERM: stopping'))
    for (const wire of wires) wire.send(body)
    for (const wire of wires) expect(await wire.receives('In progress')).toContain('HTTP/1.1 201')
    expect((await served.ended).code).toBe(0)
  })

  test('stop when they are asked to while starting', async () => {
    const url = inject('postgresUrl')
    const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`)
    const settings = { ...settingsIn(makeFolder()), ATRIUM_DATABASE_URL: `${url}/${name}` }
    const launched = await launch({ ...settings, ATRIUM_PROCESSES: '2' })
    await until('the first one migrates', () => launched.stderr().includes('Process 1: Migrating'))
    launched.signal('SIGTERM')
    expect(await launched.ended).toMatchObject({ code: 0, signal: null })
  })

  test('exit like a single process if they cannot start', async () => {
    const { settings } = await settingsFor()
    const port = await freePort()
    const taken = createServer().listen(port, '127.0.0.1')
    const refused = await launch({ ...settings, ATRIUM_PORT: `${port}` })
    expect(await refused.ended).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('another program already uses it'),
    })
    const nowhere = await launch({ ...settings, ATRIUM_DATABASE_URL: 'postgres://x:y@127.0.0.1:1/z' })
    expect(await nowhere.ended).toMatchObject({ code: 4 })
    taken.close()
  })

  test('are refused on SQLite, in one line', async () => {
    const refused = await launch({ ...settingsIn(makeFolder()), ATRIUM_PROCESSES: '2' })
    expect(await refused.ended).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('ATRIUM_PROCESSES must be 1 with SQLite'),
    })
  })
})
