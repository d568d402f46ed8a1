import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { Agent, type IncomingMessage, request } from 'node:http'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { timeEverywhere } from '../support/clock-server.ts'
import { freePort, makeDatabase, templateName } from '../support/postgres-server.ts'
import {
  atrium,
  cleanUpProcesses,
  makeFolder,
  openWire,
  type Served,
  serveReady,
  settingsIn,
  until,
} from '../support/process.ts'
import { type Seeded, seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

async function settingsFor(engine: string): Promise<{ settings: Record<string, string>; seeded: Seeded }> {
  const settings = settingsIn(makeFolder())
  if (engine === 'postgres') {
    const url = inject('postgresUrl')
    const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`, templateName)
    settings['ATRIUM_DATABASE_URL'] = `${url}/${name}`
  }
  const seeded = await withDatabase(settings, (db) => seedCompany(db))
  return { settings: { ...settings, ATRIUM_RATE_REQUESTS_PER_SECOND: '0' }, seeded }
}

/** The processes that have answered so far. */
const pidsOf = (served: Served): number[] => [
  ...new Set(
    served
      .log()
      .filter(({ msg }) => msg === 'answered')
      .map(({ pid }) => Number(pid)),
  ),
]

/** Requests without a pause until told to stop: writes on kept connections, and reads on a new one each. */
function keepAsking(served: Served, { token }: Seeded): { stop: () => Promise<Map<string, number>> } {
  const counts = new Map<string, number>()
  const count = (what: string): void => void counts.set(what, (counts.get(what) ?? 0) + 1)
  let stopping = false
  const repeat = async (name: string, ask: () => Promise<number>): Promise<void> => {
    while (!stopping)
      await ask().then(
        (status) => count(`${name} ${status}`),
        (error: Error) => count(`${name} ${error.cause ?? error.message}`),
      )
  }
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  // One connection each: `fetch` opens spare ones, and a process that is being replaced waits for those that are idle.
  const writer = (): (() => Promise<number>) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    return async () => {
      const asked = request(`${served.url}/v1/workspaces`, { method: 'POST', headers, agent })
      asked.end(JSON.stringify({ workspaceName: 'In progress' }))
      const [reply] = (await once(asked, 'response')) as [IncomingMessage]
      await once(reply.resume(), 'end')
      return reply.statusCode ?? 0
    }
  }
  const read = async (): Promise<number> => {
    const wire = await openWire(served.port)
    wire.send(
      `GET /v1/workspaces?limit=1 HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
    )
    await wire.closed
    return Number(/^HTTP\/1\.1 (\d+)/.exec(wire.text())?.[1] ?? 0)
  }
  const asking = [repeat('write', writer()), repeat('write', writer()), repeat('read', read)]
  return {
    async stop() {
      stopping = true
      await Promise.all(asking)
      return counts
    },
  }
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const replaced = (served: Served): number => served.stderr().match(/Replaced the process\./g)?.length ?? 0

/** The sockets that the first process still has on its port; none where the system has no /proc. */
function listeningSockets({ pid, port }: Served): string[] {
  if (process.platform !== 'linux') return []
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const inodes = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    // 0A: listening.
    .filter(([, address, , state]) => address?.endsWith(local) && state === '0A')
    .map((columns) => `socket:[${columns[9]}]`)
  expect(inodes).not.toEqual([])
  const open = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`)
    } catch {
      return ''
    }
  })
  return inodes.filter((inode) => open.includes(inode))
}

describe.each(['sqlite', 'postgres'])('on %s, SIGHUP', (engine) => {
  test('replaces the one process, again and again, and no request is refused', async () => {
    const { settings, seeded } = await settingsFor(engine)
    const metricsPort = await freePort()
    const served = await serveReady({ ...settings, ATRIUM_METRICS_PORT: `${metricsPort}` })
    const asking = keepAsking(served, seeded)
    // An upload that lasts longer than the change.
    const upload = await openWire(served.port)
    upload.send(
      `POST /v1/files/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${seeded.token}\r\ncontent-type: application/octet-stream\r\ncontent-disposition: attachment; filename="a.txt"\r\ncontent-length: 10\r\n\r\n12345`,
    )
    served.signal('SIGHUP')
    await until('the next one answers', () => pidsOf(served).length === 2)
    expect(replaced(served), 'the upload holds the first one').toBe(0)
    upload.send('67890')
    expect(await upload.receives('\r\n\r\n')).toContain('HTTP/1.1 201')
    await until('it is replaced', () => replaced(served) === 1)

    const metrics = async (): Promise<number> =>
      (await fetch(`http://127.0.0.1:${metricsPort}/metrics`).catch(() => ({ status: 0 }))).status
    await until('it has the metrics', async () => (await metrics()) === 200)
    if (engine === 'sqlite') {
      const second = await atrium(['serve'], { env: { ...settings, ATRIUM_PORT: `${await freePort()}` } })
      expect(second.stderr).toContain('Another Atrium is already serving')
    }
    served.signal('SIGHUP')
    await until('it is replaced again', () => replaced(served) === 2)
    await until('the third one has answered', () => pidsOf(served).length === 3)

    expect(listeningSockets(served), 'the first one no longer holds the port').toEqual([])

    const counts = await asking.stop()
    expect([...counts.keys()].toSorted()).toEqual(['read 200', 'write 201'])
    expect(pidsOf(served)[0]).toBe(served.pid)
    expect((await served.stop()).code).toBe(0)
    for (const pid of pidsOf(served)) expect(() => process.kill(pid, 0)).toThrow('ESRCH')
  })
})

test('a connection that is idle during a replacement still gets a response, and another replacement waits for it', async () => {
  const { settings } = await settingsFor('sqlite')
  const served = await serveReady({ ...settings, ATRIUM_IDLE_TIMEOUT: '120' })
  const ask = 'GET /healthz HTTP/1.1\r\nhost: x\r\n\r\n'
  const [used, unused] = await Promise.all([openWire(served.port), openWire(served.port)])
  for (const wire of [used, unused]) wire.send(ask)
  for (const wire of [used, unused]) expect(await wire.receives('"ok"')).toContain('keep-alive')
  served.signal('SIGHUP')
  await until('the next one answers', async () => {
    await fetch(`${served.url}/healthz`, { headers: { connection: 'close' } })
    return pidsOf(served).length === 2
  })
  await timeEverywhere.advance(1_500)
  served.signal('SIGHUP')
  expect(replaced(served)).toBe(0)
  const before = used.text().length
  used.send(ask)
  await used.closed
  expect(used.text().slice(before)).toMatch(/HTTP\/1\.1 200 [\s\S]*connection: close[\s\S]*"ok"/)
  await timeEverywhere.advance(122_000)
  await unused.closed
  await until('it is replaced', () => replaced(served) === 2)
  expect((await served.stop()).code).toBe(0)
})

test('a replacement that cannot start changes nothing', async () => {
  const { settings } = await settingsFor('sqlite')
  const folder = settings['ATRIUM_DATA'] ?? ''
  const served = await serveReady(settings)
  writeFileSync(join(folder, 'secret'), 'damaged')
  served.signal('SIGHUP')
  await until('it is said', () => served.stderr().includes('The current one keeps serving.'))
  expect((await fetch(`${served.url}/readyz`)).status).toBe(200)
  expect((await served.stop()).code).toBe(0)
})

test('a replacement that dies while the old process finishes its requests is a failure', async () => {
  const { settings, seeded } = await settingsFor('sqlite')
  const served = await serveReady(settings)
  const upload = await openWire(served.port)
  upload.send(
    `POST /v1/files/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${seeded.token}\r\ncontent-type: application/octet-stream\r\ncontent-disposition: attachment; filename="a.txt"\r\ncontent-length: 10\r\n\r\n12345`,
  )
  served.signal('SIGHUP')
  await until('the next one answers', async () => {
    await fetch(`${served.url}/healthz`, { headers: { connection: 'close' } })
    return pidsOf(served).some((pid) => pid !== served.pid)
  })
  const next = pidsOf(served).find((pid) => pid !== served.pid) ?? expect.fail()
  process.kill(next, 'SIGKILL')
  await until('the first one has noticed', () => !isThere(next))
  upload.send('67890')
  expect(await upload.receives('\r\n\r\n')).toContain('HTTP/1.1 201')
  expect((await served.ended).code).toBe(1)
  expect(served.stderr()).toContain('No process serves any more')
  expect(replaced(served)).toBe(0)
})

test('when the first process is killed, its replacement ends too', async () => {
  const { settings } = await settingsFor('sqlite')
  const served = await serveReady({ ...settings, ATRIUM_IDLE_TIMEOUT: '2' })
  served.signal('SIGHUP')
  await until('it is replaced', () => replaced(served) === 1)
  await fetch(`${served.url}/healthz`)
  await until('its answer is in the log', () => pidsOf(served).length === 2)
  const last = pidsOf(served).at(-1) ?? expect.fail()
  served.signal('SIGKILL')
  await until('it has ended', () => !isThere(last))
})
