import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { describe, expect, inject, test } from 'vitest'
import { timeEverywhere } from '../support/clock-server.ts'
import { makeDatabase, templateName } from '../support/postgres-server.ts'
import {
  answersIn,
  cleanUpProcesses,
  launch,
  loopback,
  makeFolder,
  openWire,
  serveReady,
  settingsIn,
  until,
} from '../support/process.ts'
import { type Seeded, seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

async function settingsFor(engine: string): Promise<Record<string, string>> {
  const settings = settingsIn(makeFolder())
  if (engine === 'sqlite') return settings
  const url = inject('postgresUrl')
  const name = await makeDatabase(url, `test_${randomUUID().replaceAll('-', '')}`, templateName)
  return { ...settings, ATRIUM_DATABASE_URL: `${url}/${name}` }
}

/** A request whose body is yet to come. */
async function begin(port: number, { token }: Seeded, host?: string) {
  const wire = await openWire(port, host)
  const body = JSON.stringify({ workspaceName: 'In progress' })
  wire.send(
    `POST /v1/workspaces HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
  )
  return { wire, finish: () => wire.send(body.slice(5)) }
}

/** An idle connection outlasts the shutdown timeout, so waiting for one would cut it off. */
const patient = { ATRIUM_IDLE_TIMEOUT: '3600' }

const cutOff = 'Cut off the requests'

const get = 'GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n'

describe.each(['sqlite', 'postgres'])('on %s, SIGTERM', (engine) => {
  test.each(loopback)('lets a request on %s finish, and refuses new ones', async (host) => {
    const settings = await settingsFor(engine)
    const seeded = await withDatabase(settings, (db) => seedCompany(db))
    const served = await serveReady({ ...settings, ...patient })
    const { wire, finish } = await begin(served.port, seeded, host)
    const kept = await openWire(served.port, host)
    kept.send(get)
    await kept.receives('"ok"')
    served.signal('SIGTERM')
    await until('it says so', () => served.stderr().includes('SIGTERM: stopping'))

    kept.send(get)
    await kept.closed
    const refusal = answersIn(kept.text())[1]
    expect(refusal).toMatchObject({ status: 503, body: { code: 'unavailable' } })
    expect(refusal?.headers).toMatch(/retry-after: \d/)
    expect(refusal?.headers).toContain('connection: close')
    expect((await fetch(`${served.url}/readyz`)).status).toBe(503)

    finish()
    expect((await served.ended).code).toBe(0)
    // Nothing but the request was waited for.
    expect(served.stderr()).not.toContain(cutOff)
    const [answer] = answersIn(wire.text())
    expect(answer).toMatchObject({ status: 201, body: { details: { workspaceName: 'In progress' } } })
    expect(answer?.headers).toContain('connection: close')
    const names = await withDatabase(settings, (db) =>
      db.query.selectFrom('workspaces').select('workspaceName').execute(),
    )
    expect(names).toEqual([{ workspaceName: 'In progress' }])
  })

  test('stops immediately when there is nothing to wait for', async () => {
    const settings = await settingsFor(engine)
    const served = await serveReady({ ...settings, ...patient })
    const idle = await openWire(served.port)
    idle.send(get)
    await idle.receives('"ok"')
    const unfinished = await openWire(served.port)
    unfinished.send('GET /healthz HTT')
    const silent = await openWire(served.port)
    const { code, stderr } = await served.stop()
    expect(code).toBe(0)
    expect(stderr).not.toContain(cutOff)
    await Promise.all([idle.closed, unfinished.closed, silent.closed])
  })
})

test('a request that does not end is cut off when its time is up', async () => {
  const settings = settingsIn(makeFolder())
  const seeded = await withDatabase(settings, (db) => seedCompany(db))
  const served = await serveReady({ ...settings, ATRIUM_SHUTDOWN_SECONDS: '20' })
  const { wire } = await begin(served.port, seeded)
  await until('the request is in progress', async () => (await fetch(`${served.url}/healthz`)).ok)
  await using _ = await timeEverywhere.freeze()
  served.signal('SIGTERM')
  await until('it says so', () => served.stderr().includes('SIGTERM: stopping'))
  await timeEverywhere.advance(19_999)
  expect((await fetch(`${served.url}/readyz`)).status).toBe(503)
  await timeEverywhere.advance(1)
  await wire.closed
  expect(await served.ended).toMatchObject({ code: 0, stderr: expect.stringContaining(cutOff) })
})

test('for a load balancer that asks first, requests are served for a while and none is refused', async () => {
  const settings = settingsIn(makeFolder())
  const served = await serveReady({ ...settings, ATRIUM_DRAIN_SECONDS: '4' })
  const kept = await openWire(served.port)
  kept.send(get)
  await kept.receives('"ok"')
  await using _ = await timeEverywhere.freeze()
  served.signal('SIGTERM')
  await until('it says so', async () => (await fetch(`${served.url}/readyz`)).status === 503)
  kept.send(get)
  await kept.closed
  expect(answersIn(kept.text())[1]).toMatchObject({ status: 200 })
  await timeEverywhere.advance(3_999)
  expect((await fetch(`${served.url}/healthz`)).status).toBe(200)
  await timeEverywhere.advance(1)
  expect((await served.ended).code).toBe(0)
})

test('a second signal ends it immediately', async () => {
  const settings = settingsIn(makeFolder())
  const seeded = await withDatabase(settings, (db) => seedCompany(db))
  const served = await serveReady(settings)
  await begin(served.port, seeded)
  await until('the request is in progress', async () => (await fetch(`${served.url}/healthz`)).ok)
  served.signal('SIGTERM')
  await until('it says so', () => served.stderr().includes('SIGTERM: stopping'))
  await using _ = await timeEverywhere.freeze()
  served.signal('SIGTERM')
  expect(await served.ended).toMatchObject({ code: 1, signal: null })
})

test('SIGINT, as soon as it reports that it serves, works like SIGTERM', async () => {
  const launched = await launch(settingsIn(makeFolder()))
  await until('it serves', () => launched.stderr().includes('Atrium serves'))
  launched.signal('SIGINT')
  expect(await launched.ended).toMatchObject({ code: 0, signal: null })
})

test('nothing is left behind, and after kill -9 the same file can be served again', async () => {
  const folder = makeFolder()
  const settings = settingsIn(folder)
  const seeded = await withDatabase(settings, (db) => seedCompany(db))
  const killed = await serveReady(settings)
  const made = await fetch(`${killed.url}/v1/workspaces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${seeded.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceName: 'Acknowledged' }),
  })
  expect(made.status).toBe(201)
  killed.signal('SIGKILL')
  expect((await killed.ended).signal).toBe('SIGKILL')

  const again = await serveReady(settings)
  const kept = await fetch(`${again.url}${made.headers.get('location')}`, {
    headers: { authorization: `Bearer ${seeded.token}` },
  })
  expect(kept.status).toBe(200)
  expect((await again.stop()).code).toBe(0)
  expect(readdirSync(folder).sort()).toEqual(['atrium.db', 'atrium.db.serving', 'blobs', 'secret'])
})
