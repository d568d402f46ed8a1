import { describe, expect, test } from 'vitest'
import { connected } from '../../src/db/postgres/migrate.ts'
import { operate } from '../support/copies.ts'
import { skipWithout } from '../support/debian.ts'
import { haveDebianPostgres, startDebianPostgres, startStandbyOf } from '../support/debian-postgres.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, serveReady, settingsIn, until } from '../support/process.ts'
import { proxyTo } from '../support/proxy.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

describe('a streaming standby', () => {
  skipWithout('PostgreSQL', haveDebianPostgres())

  test('before it is promoted, reading works, writes are a 503, and nothing starts; afterwards all works', async () => {
    const primary = await startDebianPostgres()
    await makeDatabase(primary.url, 'atrium')
    const standby = await startStandbyOf(primary)
    const proxy = await proxyTo(primary.port)
    const settings = {
      ...settingsIn(makeFolder()),
      ATRIUM_DATABASE_URL: `postgres://postgres@localhost:${proxy.port}/atrium`,
    }
    const { token } = await withDatabase(settings, (db) => seedCompany(db))
    const served = await serveReady(settings)
    const authorization = `Bearer ${token}`
    const write = (): Promise<Response> =>
      fetch(`${served.url}/v1/workspaces`, {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: JSON.stringify({ workspaceName: 'Here' }),
      })
    const list = (): Promise<Response> => fetch(`${served.url}/v1/workspaces`, { headers: { authorization } })
    expect((await write()).status).toBe(201)
    await until('the standby has it', () =>
      connected(`${standby.url}/atrium`, async (client) => {
        const { rows } = await client.query('SELECT 1 FROM "workspaces"').catch(() => ({ rows: [] }))
        return rows.length === 1
      }),
    )

    proxy.redirectTo(standby.port)
    await primary.stop()
    await until('the pool has come to the standby', async () => (await list()).status === 200)
    // More than a share of the rate limit, which is otherwise kept in the database.
    for (let n = 0; n < 120; n += 1) expect((await list()).status).toBe(200)
    for (let n = 0; n < 3; n += 1) {
      const refused = await write()
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([503, 5])
      expect(await refused.json()).toMatchObject({
        code: 'unavailable',
        detail: expect.stringContaining('read-only'),
      })
    }
    const ready = await fetch(`${served.url}/readyz`)
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '5'])
    expect(await ready.json()).toMatchObject({ detail: expect.stringContaining('a standby') })
    expect((await fetch(`${served.url}/healthz`)).status).toBe(200)
    for (const words of [['serve'], ['migrate'], ['demo'], ['admin', 'recover', 'acme@example.com']]) {
      const { code, noted } = await operate(words, { ...settings, ATRIUM_PORT: '1' })
      expect([code, noted], words[0]).toEqual([
        4,
        expect.stringMatching(/^The database is read-only: a standby that was not promoted.*Promote it/),
      ])
    }

    standby.run('pg_ctl', '-D', `${standby.folder}/data`, 'promote')
    await until('it is ready', async () => (await fetch(`${served.url}/readyz`)).status === 200)
    expect((await write()).status).toBe(201)
    expect(await (await list()).json()).toMatchObject({ items: { length: 2 } })
    expect((await served.stop()).code).toBe(0)
    await proxy.cut()
  })
})
