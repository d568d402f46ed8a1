import { describe, expect, test } from 'vitest'
import { connected } from '../../src/db/postgres/migrate.ts'
import { operate } from '../support/copies.ts'
import { skipWithout } from '../support/debian.ts'
import { haveDebianPostgres, startDebianPostgres, startStandbyOf } from '../support/debian-postgres.ts'
import { insist } from '../support/insist.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, serveReady, settingsIn, until } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

describe('several hosts in the address of the database', () => {
  skipWithout('PostgreSQL', haveDebianPostgres())

  test('the primary is killed and the standby promoted: writes go on, and none that was acknowledged is lost', async () => {
    const primary = await startDebianPostgres()
    await makeDatabase(primary.url, 'atrium')
    const standby = await startStandbyOf(primary)
    const settings = {
      ...settingsIn(makeFolder()),
      // The standby first: it is skipped.
      ATRIUM_DATABASE_URL: `postgres://postgres@localhost:${standby.port},localhost:${primary.port}/atrium?target_session_attrs=read-write`,
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
    }
    await connected(`${primary.url}/postgres`, async (client) => {
      await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`)
      await client.query('SELECT pg_reload_conf()')
      await until('it is synchronous', async () => {
        const { rows } = await client.query('SELECT sync_state FROM pg_stat_replication')
        return rows[0]?.sync_state === 'sync'
      })
    })
    const { token } = await withDatabase(settings, (db) => seedCompany(db))
    const served = await serveReady(settings)
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const answered = new Set<string>()
    const failed = new Set<number>()
    let stopping = false
    const writing = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; !stopping; n += 1) {
        const workspaceName = `${writer}-${n}`
        const body = JSON.stringify({ workspaceName })
        const { status } = await insist(() =>
          fetch(`${served.url}/v1/workspaces`, { method: 'POST', headers, body }),
        )
        if (status === 201) answered.add(workspaceName)
        else failed.add(status)
      }
    })
    await until('some are written', () => answered.size > 100)
    primary.kill()
    standby.run('pg_ctl', '-D', `${standby.folder}/data`, 'promote')
    // The new primary has no standby that could confirm.
    await connected(`${standby.url}/postgres`, async (client) => {
      await client.query('ALTER SYSTEM RESET synchronous_standby_names')
      await client.query('SELECT pg_reload_conf()')
    })
    const before = answered.size
    await until('writes go on', () => answered.size > before + 100)
    stopping = true
    await Promise.all(writing)
    expect([...failed]).toEqual([])

    const { rows } = await connected(`${standby.url}/atrium`, (client) =>
      client.query<{ workspaceName: string }>('SELECT "workspaceName" FROM "workspaces"'),
    )
    const stored = new Set(rows.map(({ workspaceName }) => workspaceName))
    expect([...answered].filter((name) => !stored.has(name))).toEqual([])
    console.info(`${answered.size} writes answered, 0 lost`)
    expect((await operate(['check'], settings)).code).toBe(0)
    expect((await served.stop()).code).toBe(0)
  })

  test('without a primary, requests get an accurate 503, and nothing starts', async () => {
    const primary = await startDebianPostgres()
    await makeDatabase(primary.url, 'atrium')
    const standby = await startStandbyOf(primary)
    const settings = {
      ...settingsIn(makeFolder()),
      ATRIUM_DATABASE_URL: `postgres://postgres@localhost:${primary.port},localhost:${standby.port}/atrium`,
    }
    const { token } = await withDatabase(settings, (db) => seedCompany(db))
    const served = await serveReady(settings)
    await primary.stop()
    const ask = async (): Promise<unknown[]> => {
      const headers = { authorization: `Bearer ${token}` }
      const reply = await fetch(`${served.url}/v1/workspaces`, { headers })
      const { detail } = (await reply.json()) as { detail: string }
      return [reply.status, Number(reply.headers.get('retry-after')) > 0, detail]
    }
    const sentence =
      /^(No server of the database accepts changes at the moment|No connection to the database was available in time|The database is unavailable)\.$/
    for (let n = 0; n < 4; n += 1) expect(await ask()).toEqual([503, true, expect.stringMatching(sentence)])
    expect((await served.stop()).code).toBe(0)
    const { code, noted } = await operate(['serve'], { ...settings, ATRIUM_PORT: '1' })
    expect([code, noted]).toEqual([4, expect.stringContaining('The database is read-only')])
  })
})
