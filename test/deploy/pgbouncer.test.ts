import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import { openDatabase } from '../../src/db/open.ts'
import { connected } from '../../src/db/postgres/migrate.ts'
import { operate, operated } from '../support/copies.ts'
import { haveDebian, skipWithout } from '../support/debian.ts'
import {
  asPostgres,
  type DebianPostgres,
  folderOfPostgres,
  haveDebianPostgres,
  startDebianPostgres,
  writeForPostgres,
} from '../support/debian-postgres.ts'
import { freePort, makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, serveReady, settingsIn, start, until } from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const program = '/usr/sbin/pgbouncer'
const modes = ['session', 'transaction', 'statement'] as const

describe('behind PgBouncer', () => {
  const isHere = skipWithout('PgBouncer', haveDebianPostgres() && haveDebian(program, 'pgbouncer'))
  let postgres: DebianPostgres
  let port = 0
  const settings = settingsIn(makeFolder())
  /** PgBouncer shows the same database once in each mode. */
  const through = (mode: string): Record<string, string> => ({
    ...settings,
    ATRIUM_DATABASE_URL: `postgres://postgres@localhost:${port}/${mode}`,
    ATRIUM_PORT: '1',
  })

  beforeAll(async () => {
    if (!isHere) return
    postgres = await startDebianPostgres()
    await makeDatabase(postgres.url, 'atrium')
    // Defaults of the role that would end a migration, and keep a copy from its work.
    await connected(`${postgres.url}/atrium`, (client) =>
      client.query('ALTER ROLE postgres SET statement_timeout = 1234'),
    )
    port = await freePort()
    const folder = folderOfPostgres()
    const databases = modes.map(
      (mode) =>
        `${mode} = host=127.0.0.1 port=${postgres.port} dbname=atrium user=postgres pool_mode=${mode}`,
    )
    const own = [`listen_port = ${port}`, 'listen_addr = localhost', 'auth_type = any', 'unix_socket_dir =']
    const text = ['[databases]', ...databases, '[pgbouncer]', ...own, ''].join('\n')
    writeForPostgres(join(folder, 'pgbouncer.ini'), text)
    const bouncer = start('setpriv', [...asPostgres, program, join(folder, 'pgbouncer.ini')])
    await until(`PgBouncer answers: ${bouncer.stderr()}`, () =>
      connected(`postgres://postgres@localhost:${port}/session`, async () => true).catch(() => false),
    )
  })

  test('session mode works as documented: the service, commands, timeouts, and a move right after it stopped', async () => {
    const { ATRIUM_PORT: _, ...session } = through('session')
    const { token } = await withDatabase(session, (db) => seedCompany(db))
    const served = await serveReady({ ...session, ATRIUM_DATABASE_POOL: '5' })
    const create = async (n: number): Promise<number> => {
      const reply = await fetch(`${served.url}/v1/workspaces`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ workspaceName: `Workspace ${n}` }),
      })
      return reply.status
    }
    const made = await Promise.all(Array.from({ length: 60 }, (__, n) => create(n)))
    expect(new Set(made)).toEqual(new Set([201]))
    const listed = await fetch(`${served.url}/v1/workspaces?limit=100`, {
      headers: { authorization: `Bearer ${token}` },
    })
    expect(await listed.json()).toMatchObject({ items: { length: 60 } })
    await operated(['backup', makeFolder()], session)
    const whileServed = await operate(['move', '--to-database', 'sqlite:/nowhere'], session)
    expect([whileServed.code, whileServed.noted]).toEqual([3, expect.stringContaining('Another process')])
    await served.stop()

    const db = openDatabase(readConfig(session), (error) => expect.fail(error.message))
    const shown = await db.run({ sql: `SELECT current_setting('statement_timeout') AS "most"`, values: [] })
    expect(shown).toEqual([{ most: '6s' }])
    await db.close()
    const { rows } = await connected(session['ATRIUM_DATABASE_URL'] ?? '', (client) =>
      client.query(`SELECT current_setting('statement_timeout') AS "most"`),
    )
    expect(rows).toEqual([{ most: '0' }])
    // PgBouncer keeps the sessions of a process that has ended; nobody serves through them.
    await operated(['move', '--to-database', `sqlite:${makeFolder()}/atrium.db`], session)
    await operated(['move', '--reopen'], session)
  })

  test.each(['transaction', 'statement'])('%s mode is refused, however busy the pooler is', async (mode) => {
    const busy = new AbortController()
    const { default: pg } = await import('pg')
    const others = Array.from({ length: 3 }, async () => {
      const client = new pg.Client({ connectionString: through(mode)['ATRIUM_DATABASE_URL'] })
      await client.connect()
      while (!busy.signal.aborted) await client.query('SELECT pg_sleep(random() / 500)')
      await client.end()
    })
    for (const words of [['serve'], ['migrate'], ['backup', makeFolder()], ['serve'], ['serve']]) {
      const { code, noted } = await operate(words, through(mode))
      expect([code, noted], words[0]).toEqual([
        4,
        expect.stringMatching(
          /^The address of the database leads to a pooler in transaction mode.*pool_mode = session/,
        ),
      ])
    }
    busy.abort()
    await Promise.all(others)
  })
})
