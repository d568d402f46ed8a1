import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Diagnosis } from '../../src/cli/doctor/finding.ts'
import { connected } from '../../src/db/postgres/migrate.ts'
import { operate } from '../support/copies.ts'
import { skipWithout } from '../support/debian.ts'
import {
  type DebianPostgres,
  haveDebianPostgres,
  startDebianPostgres,
  startStandbyOf,
} from '../support/debian-postgres.ts'
import { freePort, makeDatabase } from '../support/postgres-server.ts'
import {
  cleanUpProcesses,
  makeFolder,
  type Served,
  serveReady,
  settingsIn,
  until,
} from '../support/process.ts'
import { proxyTo, type TestProxy } from '../support/proxy.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

/** Milliseconds by which the standby replays every commit later than it could. */
const delay = 300

/** Writes that are read back at once; set ATRIUM_TEST_PAIRS for more. */
const pairs = Number(process.env['ATRIUM_TEST_PAIRS'] ?? 1_000)

interface OneProcess {
  served: Served
  metricsPort: number
}

describe('a read replica', () => {
  skipWithout('PostgreSQL', haveDebianPostgres())

  let proxy: TestProxy
  let standby: DebianPostgres
  let both: [OneProcess, OneProcess]
  let token = ''
  let settings: Record<string, string>

  beforeAll(async () => {
    const primary = await startDebianPostgres()
    for (const name of ['atrium', 'another']) await makeDatabase(primary.url, name)
    standby = await startStandbyOf(primary, [`recovery_min_apply_delay=${delay}`, 'hot_standby_feedback=on'])
    proxy = await proxyTo(standby.port)
    settings = {
      ...settingsIn(makeFolder()),
      ATRIUM_DATABASE_URL: `${primary.url}/atrium`,
      ATRIUM_DATABASE_REPLICA_URL: `postgres://postgres@localhost:${proxy.port}/atrium`,
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
    }
    token = (await withDatabase(settings, (db) => seedCompany(db))).token
    const startOne = async (): Promise<OneProcess> => {
      const metricsPort = await freePort()
      return { served: await serveReady({ ...settings, ATRIUM_METRICS_PORT: `${metricsPort}` }), metricsPort }
    }
    both = [await startOne(), await startOne()]
  })
  afterAll(async () => {
    for (const { served } of both) expect((await served.stop()).code).toBe(0)
    await proxy.cut()
  })

  const call = (n: number, path: string, body?: object): Promise<Response> =>
    fetch(`${both[n % 2]?.served.url}${path}`, {
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
    })
  const listed = async (n: number, name: string): Promise<number> => {
    const filter = encodeURIComponent(`workspaceName="${name}"`)
    const reply = await call(n, `/v1/workspaces?filter=${filter}`)
    expect(reply.status).toBe(200)
    return ((await reply.json()) as { items: unknown[] }).items.length
  }
  const metric = async (name: string): Promise<number> => {
    let sum = 0
    for (const { metricsPort } of both) {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
      for (const line of text.split('\n')) if (line.startsWith(name)) sum += Number(line.split(' ').at(-1))
    }
    return sum
  }
  const fromReplica = (): Promise<number> => metric('atrium_replica_reads_total{server="replica"')
  /** Whether the replica serves this process. */
  const isUsed = async (n: number): Promise<boolean> => {
    const before = await fromReplica()
    await call(n, '/v1/workspaces?limit=5')
    return (await fromReplica()) > before
  }

  test('callers read their own writes in another process, although the replica is late', async () => {
    const stale: string[] = []
    let next = 0
    const work = Array.from({ length: 8 }, async () => {
      while (next < pairs) {
        const n = next
        next += 1
        const name = `pair ${n}`
        expect((await call(n, '/v1/workspaces', { workspaceName: name })).status).toBe(201)
        if ((await listed(n + 1, name)) !== 1) stale.push(name)
      }
    })
    await Promise.all(work)
    expect(stale).toEqual([])
    console.info(`${pairs} writes read back at once, 0 stale`)
  })

  test('once it has their writes, the replica serves them, and the metrics show its share and its lag', async () => {
    await until('the replica serves', () => isUsed(0))
    await until('it serves the other process, too', () => isUsed(1))
    const before = await fromReplica()
    expect(await listed(0, 'pair 0')).toBe(1)
    expect(await listed(1, 'pair 1')).toBe(1)
    expect((await call(0, '/v1/search?q=pair')).status).toBe(200)
    expect(
      (
        await fetch(`${both[0].served.url}/v1/workspaces`, {
          headers: { authorization: `Bearer ${token}`, accept: 'text/csv' },
        })
      ).status,
    ).toBe(200)
    expect((await fromReplica()) - before).toBeGreaterThanOrEqual(4)
    expect(await metric('atrium_replica_lag_seconds')).toBeLessThan(2)
  })

  test('a change is reported once the replica can show it', async () => {
    const { position } = (await (await call(1, '/v1/changes?after=now')).json()) as { position: string }
    const waiting = call(1, `/v1/changes?after=${position}&wait=20`)
    await call(0, '/v1/workspaces', { workspaceName: 'reported' })
    expect(((await (await waiting).json()) as { items: unknown[] }).items).not.toEqual([])
    const { rowCount } = await connected(`${standby.url}/atrium`, (client) =>
      client.query(`SELECT 1 FROM "workspaces" WHERE "workspaceName" = 'reported'`),
    )
    expect(rowCount).toBe(1)
  })

  test('doctor reports whether it is in use, and if not, why', async () => {
    const replicaOf = async (changed: Record<string, string>): Promise<Diagnosis | undefined> => {
      const { said } = await operate(['doctor', '--json'], { ...settings, ...changed })
      return (JSON.parse(said) as Diagnosis[]).find(({ about }) => about === 'replica')
    }
    expect(await replicaOf({})).toMatchObject({ state: 'ok' })
    const another = settings['ATRIUM_DATABASE_URL']?.replace(/atrium$/, 'another') ?? ''
    await withDatabase({ ...settings, ATRIUM_DATABASE_URL: another }, (db) => seedCompany(db))
    expect(await replicaOf({ ATRIUM_DATABASE_REPLICA_URL: another })).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('points to a different database'),
    })
    const promoted = settings['ATRIUM_DATABASE_URL'] ?? ''
    expect(await replicaOf({ ATRIUM_DATABASE_REPLICA_URL: promoted })).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('It is not a standby'),
    })
    const nowhere = another.replace(/another$/, 'nowhere')
    expect(await replicaOf({ ATRIUM_DATABASE_REPLICA_URL: nowhere })).toMatchObject({
      state: 'wrong',
      text: expect.stringContaining('nowhere'),
    })
  })

  test.each([
    ['is cut off', () => proxy.cut(), () => proxy.mend()],
    ['hangs', () => proxy.stall(), () => proxy.resume()],
  ])('one that %s is no longer used, no request fails, and it comes back', async (_, lose, mend) => {
    const statuses: number[] = []
    let stopping = false
    const reading = Array.from({ length: 4 }, async (_each, n) => {
      while (!stopping) {
        statuses.push((await call(n, '/v1/workspaces?limit=5')).status)
      }
    })
    const { position } = (await (await call(1, '/v1/changes?after=now')).json()) as { position: string }
    const before = await fromReplica()
    await until('the replica answers', async () => (await fromReplica()) > before)
    const waiting = call(1, `/v1/changes?after=${position}&wait=20`)
    await lose()
    await call(0, '/v1/workspaces', { workspaceName: 'lost' })
    expect(((await (await waiting).json()) as { items: unknown[] }).items).not.toEqual([])
    await until('it is no longer used', async () => !(await isUsed(0)) && !(await isUsed(1)))
    const after = await fromReplica()
    await mend()
    await until('the replica answers again', async () => (await fromReplica()) > after)
    stopping = true
    await Promise.all(reading)
    expect([...new Set(statuses)]).toEqual([200])
  })
})
