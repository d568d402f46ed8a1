import { randomUUID } from 'node:crypto'
import { statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, test } from 'vitest'
import { makeDatabase, templateName } from '../support/postgres-server.ts'
import {
  answers,
  cleanUpProcesses,
  launch,
  loopback,
  makeFolder,
  type Served,
  serveReady,
  settingsIn,
  start,
  until,
} from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

async function problemOf(reply: Response): Promise<Record<string, unknown>> {
  expect(reply.headers.get('content-type')).toContain('application/problem+json')
  return (await reply.json()) as Record<string, unknown>
}

describe('start', () => {
  test('generates the secret once, readable only by its owner', async () => {
    const folder = makeFolder()
    const served = await serveReady(settingsIn(folder))
    expect(statSync(join(folder, 'secret')).mode & 0o777).toBe(0o600)
    await served.stop()
  })
})

describe('one process serves a SQLite file', () => {
  test('a second is refused with a clear message, whatever path it uses for the file', async () => {
    const folder = makeFolder()
    const served = await serveReady(settingsIn(folder))
    symlinkSync(join(folder, 'atrium.db'), join(folder, 'other.db'))
    symlinkSync(folder, join(folder, 'here'))
    for (const name of ['atrium.db', 'other.db', join('here', 'atrium.db')]) {
      const second = await launch({
        ATRIUM_DATA: folder,
        ATRIUM_DATABASE_URL: `sqlite:${join(folder, name)}`,
      })
      expect(await second.ended).toMatchObject({
        code: 3,
        stdout: '',
        stderr: expect.stringMatching(/^Another Atrium is already serving .*\n$/),
      })
    }
    expect((await fetch(`${served.url}/readyz`)).status).toBe(200)
    await served.stop()
  })

  test('of two that start together on a new file, one serves', async () => {
    const folder = makeFolder()
    const both = await Promise.all([launch(settingsIn(folder)), launch(settingsIn(folder))])
    const [refused, serving] = await Promise.race(
      both.map(async (each) => [await each.ended, both.find((other) => other !== each)] as const),
    )
    expect(refused).toMatchObject({ code: 3 })
    if (serving !== undefined) await answers(serving, `${serving.url}/readyz`)
  })
})

describe('an address that cannot be used', () => {
  test('is refused in one line', async () => {
    const taken = await serveReady(settingsIn(makeFolder()))
    const second = await launch({ ...settingsIn(makeFolder()), ATRIUM_PORT: `${taken.port}` })
    expect(await second.ended).toMatchObject({
      code: 3,
      stderr: expect.stringContaining(`port ${taken.port}: another program already uses it.`),
    })
    const nowhere = await launch({ ...settingsIn(makeFolder()), ATRIUM_HOST: '192.0.2.1' })
    expect(await nowhere.ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('Cannot listen on'),
    })
    await taken.stop()
  })
})

describe('every response and every log line', () => {
  test('has a request id, and no secret', async () => {
    const settings = settingsIn(makeFolder())
    const { token, adminId } = await withDatabase(settings, (db) => seedCompany(db))
    const served = await serveReady(settings)
    const authorization = `Bearer ${token}`
    const asked: [string, string, RequestInit][] = [
      ['GET', '/healthz', {}],
      ['GET', '/readyz', {}],
      ['GET', '/v1/users/me', { headers: { authorization } }],
      ['GET', '/v1/users/me', {}],
      [
        'GET',
        `/v1/tasks?filter=title%3D"${token}"`,
        { headers: { authorization, cookie: 'session=hunter2' } },
      ],
      ['POST', '/v1/workspaces', { headers: { authorization }, body: '{"password":"hunter2"}' }],
      ['GET', '/no/such/path', {}],
      // The address of a calendar is itself a secret.
      ['GET', `/calendar/hunter2${'x'.repeat(36)}.ics`, {}],
      ['DELETE', '/healthz', {}],
      ['OPTIONS', '/v1/tasks', {}],
      ['GET', '/openapi.json', {}],
      ['GET', '/explorer', {}],
    ]
    const ids: string[] = []
    for (const [method, path, init] of asked) {
      const reply = await fetch(served.url + path, { ...init, method })
      const id = reply.headers.get('x-request-id')
      expect(id, path).toMatch(/^[0-9A-Za-z]{22}$/)
      ids.push(String(id))
      expect(reply.headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(reply.headers.get('x-frame-options'), path).toBe('DENY')
      expect(reply.headers.get('referrer-policy'), path).toBe('no-referrer')
      expect(reply.headers.get('content-security-policy'), path).toMatch(/default-src/)
      expect(reply.headers.get('x-powered-by')).toBeNull()
      if (reply.status >= 400) expect(await problemOf(reply)).toMatchObject({ requestId: id })
      else await reply.text()
    }
    expect(new Set(ids).size).toBe(asked.length)
    await until('all are in the log', () => ids.every((id) => served.stdout().includes(id)))
    await served.stop()
    const lines = served.log()
    for (const id of ids) {
      const line = lines.find((each) => each['requestId'] === id)
      expect(line).toMatchObject({ msg: 'answered', status: expect.any(Number), path: expect.any(String) })
    }
    expect(lines.find((line) => line['path'] === '/v1/users/me')).toMatchObject({ userId: adminId })
    expect(served.stdout() + served.stderr()).not.toContain(token)
    expect(served.stdout() + served.stderr()).not.toContain('hunter2')
  })

  test('has the address of the caller, which only a trusted proxy may pass on', async () => {
    const served = await serveReady({ ...settingsIn(makeFolder()), ATRIUM_TRUSTED_PROXIES: '127.0.0.1' })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    for (const host of loopback)
      await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${served.port}/healthz`, { headers })
    await served.stop()
    const addresses = served
      .log()
      .filter(({ path }) => path === '/healthz')
      .map(({ address }) => address)
    expect(addresses).toEqual(loopback.map((host) => (host === '::1' ? '::1' : '203.0.113.9')))
  })

  test('is redacted even where somebody logs a secret by mistake', async () => {
    const script = `
      import { readConfig } from './src/base/config.ts'
      import { buildServer } from './src/http/server.ts'
      const { app } = buildServer(readConfig({}), { admit: async () => undefined, countRefusal: async () => undefined })
      const secrets = Object.fromEntries(
        ['authorization', 'proxy-authorization', 'cookie', 'set-cookie', 'password', 'passwordHash', 'privateKey',
          'private_key', 'token', 'access_token', 'assertion', 'client_assertion', 'secret']
          .map((name) => [name, 'hunter2']))
      app.log.info({ ...secrets, plain: 'shown', body: secrets, request: { headers: secrets } }, 'a mistake')`
    const { code, stdout, stderr } = await start(process.execPath, ['--input-type=module', '-e', script])
      .ended
    expect(code, stderr).toBe(0)
    expect(stdout).toContain('"plain":"shown"')
    expect(stdout).toContain('"msg":"a mistake"')
    expect(stdout).not.toContain('hunter2')
  })
})

describe('/healthz and /readyz', () => {
  test('a PostgreSQL that goes away is a 503, and its return is noticed', async () => {
    const server = inject('postgresUrl')
    const name = await makeDatabase(server, `test_${randomUUID().replaceAll('-', '')}`, templateName)
    const settings = { ...settingsIn(makeFolder()), ATRIUM_DATABASE_URL: `${server}/${name}` }
    const { token } = await withDatabase(settings, (db) => seedCompany(db))
    const served: Served = await serveReady(settings)
    const ask = (path: string): Promise<Response> =>
      fetch(served.url + path, { headers: { authorization: `Bearer ${token}` } })
    expect((await ask('/v1/users')).status).toBe(200)
    expect((await ask('/readyz')).headers.get('cache-control')).toBe('no-store')

    await renameDatabase(server, name, `${name}_away`)
    const reply = await ask('/v1/users')
    expect(reply.status).toBe(503)
    expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(await problemOf(reply)).toMatchObject({ code: 'unavailable' })
    expect((await ask('/readyz')).status).toBe(503)
    expect((await ask('/healthz')).status).toBe(200)

    await renameDatabase(server, `${name}_away`, name)
    await until('it is ready again', async () => (await ask('/readyz')).status === 200)
    expect((await ask('/v1/users')).status).toBe(200)
    expect((await served.stop()).code).toBe(0)
  })
})

/** Cuts every connection to a database and renames it. */
async function renameDatabase(server: string, from: string, to: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  try {
    await until('nobody holds on to the database', async () => {
      await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [from])
      return client.query(`ALTER DATABASE "${from}" RENAME TO "${to}"`).then(
        () => true,
        () => false,
      )
    })
  } finally {
    await client.end()
  }
}
