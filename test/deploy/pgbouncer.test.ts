import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import pg from 'pg'
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

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

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
    const database = `host=127.0.0.1 port=${postgres.port} dbname=atrium user=postgres`
    const databases = [
      ...modes.map((mode) => `${mode} = ${database} pool_mode=${mode}`),
      `narrow = ${database} pool_mode=transaction pool_size=2`,
    ]
    const own = [
      'admin_users = postgres',
      `listen_port = ${port}`,
      'listen_addr = localhost',
      'auth_type = any',
      'unix_socket_dir =',
    ]
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

  test('transaction mode works with a direct address: the service, commands, timeouts, and a move', async () => {
    const { ATRIUM_PORT: _, ...pooled } = through('transaction')
    const transaction = {
      ...pooled,
      ATRIUM_DATABASE_DIRECT_URL: `${postgres.url}/atrium`,
      ATRIUM_DATABASE_POOLING: 'transaction',
      ATRIUM_DATABASE_PREPARED: 'no',
      ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
    }
    const { token } = await withDatabase(transaction, (db) => seedCompany(db, 'pooled'))
    // More connections than PgBouncer has sessions, so they change with every transaction.
    const served = await serveReady({ ...transaction, ATRIUM_DATABASE_POOL: '30' })
    const ask = async (method: string, path: string, body?: object): Promise<Response> =>
      fetch(`${served.url}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
    const statuses = await Promise.all(
      Array.from({ length: 400 }, async (__, n) =>
        n % 2 === 0
          ? (await ask('POST', '/v1/workspaces', { workspaceName: `Workspace ${n}` })).status
          : (await ask('GET', '/v1/workspaces?limit=10&sort=-createdAt')).status,
      ),
    )
    expect(statuses.filter((status) => status >= 300)).toEqual([])
    expect(await (await ask('GET', '/v1/workspaces?limit=500')).json()).toMatchObject({
      items: { length: 200 },
    })
    await operated(['backup', makeFolder()], transaction)
    await operated(['check'], transaction)
    const whileServed = operate(['move', '--to-database', 'sqlite:/nowhere'], transaction)
    expect((await whileServed).code).toBe(3)
    expect((await served.stop()).code).toBe(0)

    const db = openDatabase(readConfig(transaction), (error) => expect.fail(error.message))
    const most = { sql: `SELECT current_setting('statement_timeout') AS "most"`, values: [] }
    expect(await db.run(most)).toEqual([{ most: '6s' }])
    expect(await db.transaction((tx) => tx.run(most))).toEqual([{ most: '6s' }])
    await expect(db.run({ sql: 'SELECT pg_sleep(8)', values: [] })).rejects.toThrow('statement timeout')
    await db.close()
    const { rows } = await withClient(through('transaction')['ATRIUM_DATABASE_URL'] ?? '', (client) =>
      client.query(`SELECT current_setting('statement_timeout') AS "most"`),
    )
    expect(rows, 'nothing is left in a session').toEqual([{ most: '1234ms' }])
    // PgBouncer keeps sessions with the name of a process that has ended; the move waits until they are stale.
    await operated(['move', '--to-database', `sqlite:${makeFolder()}/atrium.db`], transaction)
    await operated(['move', '--reopen'], transaction)
  })

  test('transaction mode is refused without a direct address, or with prepared statements that are lost', async () => {
    const settings = { ...through('transaction'), ATRIUM_DATABASE_POOLING: 'transaction' }
    const undirected = await operate(['serve'], settings)
    expect([undirected.code, undirected.noted]).toEqual([
      2,
      expect.stringContaining('ATRIUM_DATABASE_DIRECT_URL is required'),
    ])
    const direct = { ...settings, ATRIUM_DATABASE_DIRECT_URL: `${postgres.url}/atrium` }
    // Debian's PgBouncer may be one that keeps track of them.
    const version = execFileSync(program, ['--version'], { encoding: 'utf8' })
    const [, minor = 0] = /PgBouncer 1\.(\d+)/.exec(version) ?? []
    const isRefused = async (mode: string): Promise<void> => {
      const { ATRIUM_DATABASE_URL = '' } = through(mode)
      const { code, noted } = await operate(['serve'], { ...direct, ATRIUM_DATABASE_URL })
      expect([code, noted]).toEqual([4, expect.stringContaining('ATRIUM_DATABASE_PREPARED=no')])
    }
    if (Number(minor) < 21) {
      await isRefused('transaction')
      await whileBusy('transaction', async () => {
        for (let n = 0; n < 5; n += 1) await isRefused('transaction')
      })
      const console = through('pgbouncer')['ATRIUM_DATABASE_URL'] ?? ''
      await withClient(console, (client) => client.query('SET server_round_robin = 1'))
      const narrow = through('narrow')['ATRIUM_DATABASE_URL'] ?? ''
      // Two at once, so that the pooler has two sessions to use in turn.
      await Promise.all([1, 2].map(() => withClient(narrow, (client) => client.query('SELECT pg_sleep(1)'))))
      await isRefused('narrow')
      await withClient(console, (client) => client.query('SET server_round_robin = 0'))
    }
    const unknown = await operate(['serve'], { ...direct, ATRIUM_DATABASE_POOLING: 'session' })
    expect([unknown.code, unknown.noted]).toEqual([
      4,
      expect.stringContaining('Set ATRIUM_DATABASE_POOLING=transaction'),
    ])
    const statement = { ...direct, ATRIUM_DATABASE_URL: through('statement')['ATRIUM_DATABASE_URL'] ?? '' }
    const refused = await operate(['serve'], statement)
    expect([refused.code, refused.noted]).toEqual([4, expect.stringContaining('does not allow transactions')])
  })

  /** Works while others keep the sessions of the pooler changing hands. */
  async function whileBusy(mode: string, work: () => Promise<void>): Promise<void> {
    const busy = new AbortController()
    const others = Array.from({ length: 3 }, () =>
      withClient(through(mode)['ATRIUM_DATABASE_URL'] ?? '', async (client) => {
        while (!busy.signal.aborted) await client.query('SELECT pg_sleep(random() / 500)')
      }),
    )
    await work().finally(() => busy.abort())
    await Promise.all(others)
  }

  test.each(['transaction', 'statement'])('%s mode is recognized, however busy the pooler is', (mode) =>
    whileBusy(mode, async () => {
      for (const words of [['serve'], ['migrate'], ['backup', makeFolder()], ['serve'], ['serve']]) {
        const { code, noted } = await operate(words, through(mode))
        expect([code, noted], words[0]).toEqual([
          4,
          expect.stringMatching(
            /^The address of the database points to a pooler in transaction mode.*ATRIUM_DATABASE_POOLING=transaction/,
          ),
        ])
      }
    }),
  )
})
