import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { connected } from '../../src/db/postgres/migrate.ts'
import { operate } from '../support/copies.ts'
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
import {
  cleanUpProcesses,
  makeFolder,
  root,
  serveReady,
  settingsIn,
  start,
  until,
} from '../support/process.ts'

cleanUpProcesses()

/** An authority of its own, and a certificate that it has signed for `localhost`. */
function makeCertificates(folder: string): { authority: string; certificate: string; key: string } {
  const openssl = (...words: readonly string[]): void => {
    execFileSync('openssl', words, { cwd: folder, stdio: 'pipe' })
  }
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']
  openssl('req', '-x509', ...key, '-days', '1', '-subj', '/CN=Our CA', '-keyout', 'ca.key', '-out', 'ca.pem')
  const name = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  openssl('req', ...key, ...name, '-keyout', 'server.key', '-out', 'server.csr')
  const signing = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-copy_extensions', 'copy']
  openssl('x509', '-req', '-in', 'server.csr', ...signing, '-days', '1', '-out', 'server.pem')
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8')
  return { authority: join(folder, 'ca.pem'), certificate: read('server.pem'), key: read('server.key') }
}

describe('PostgreSQL over TLS, with an authority of its own', () => {
  const isHere = skipWithout('PostgreSQL', haveDebianPostgres())
  let postgres: DebianPostgres
  let authority = ''
  /** Of the server, by the names in the manual. */
  let files: Record<string, string> = {}
  const settings = settingsIn(makeFolder())
  const at = (query: string, host = 'localhost'): Record<string, string> => ({
    ...settings,
    ATRIUM_DATABASE_URL: `postgres://postgres@${host}:${postgres.port}/atrium${query}`,
  })
  /** What the start says, and its exit code. */
  const refusal = async (query: string, host?: string): Promise<[number, string]> => {
    const { code, noted } = await operate(['serve'], { ...at(query, host), ATRIUM_PORT: '1' })
    expect(noted, 'no stack').not.toContain('    at ')
    return [code, noted]
  }

  beforeAll(async () => {
    if (!isHere) return
    const made = makeCertificates(makeFolder())
    authority = made.authority
    files = {
      'server.crt': made.certificate,
      'server.key': made.key,
      'db-ca.pem': readFileSync(authority, 'utf8'),
    }
    postgres = await startDebianPostgres()
    await makeDatabase(postgres.url, 'atrium')
    // Until here it offers no TLS.
    expect(await refusal(`?sslmode=verify-full&sslrootcert=${authority}`)).toEqual([
      4,
      expect.stringMatching(
        /does not support SSL connections\. Set "ssl = on" in postgresql\.conf \(client_tls_sslmode in PgBouncer\)/,
      ),
    ])
    const data = join(postgres.folder, 'data')
    writeForPostgres(join(data, 'server.crt'), made.certificate)
    writeForPostgres(join(data, 'server.key'), made.key)
    writeForPostgres(join(data, 'pg_hba.conf'), 'local all all trust\nhostssl all all all trust\n')
    const query = ['-h', postgres.folder, '-p', String(postgres.port), '-U', 'postgres', '-c']
    postgres.run('psql', ...query, 'ALTER SYSTEM SET ssl = on')
    postgres.run('psql', ...query, 'SELECT pg_reload_conf()')
  })

  test('serves, and every connection is encrypted', async () => {
    const encrypted = at(`?sslmode=verify-full&sslrootcert=${authority}`)
    const served = await serveReady(encrypted)
    const { rows } = await connected(encrypted['ATRIUM_DATABASE_URL'] ?? '', (client) =>
      client.query(
        `SELECT application_name AS "name", ssl FROM pg_stat_activity JOIN pg_stat_ssl USING (pid) WHERE datname = 'atrium'`,
      ),
    )
    expect(rows.map(({ name }) => name)).toContain('atrium')
    expect(rows.filter(({ ssl }) => ssl !== true)).toEqual([])
    expect((await served.stop()).code).toBe(0)
  })

  test('also through PgBouncer, as in the manual, on both sides', async (context) => {
    const pgbouncer = '/usr/sbin/pgbouncer'
    if (!haveDebian(pgbouncer, 'pgbouncer'))
      context.skip('PgBouncer is not installed and cannot be installed here')
    const folder = folderOfPostgres()
    const manual = readFileSync(join(root, 'docs/operating.md'), 'utf8')
    const [, lines = ''] = /^\[pgbouncer\]\n(client_tls_[^`]*)/m.exec(manual) ?? []
    expect(lines).toContain('client_tls_cert_file')
    for (const [name, text] of Object.entries(files)) writeForPostgres(join(folder, name), text)
    const port = await freePort()
    const own = [`listen_port = ${port}`, 'listen_addr = localhost', 'auth_type = any', 'unix_socket_dir =']
    const database = `atrium = host=localhost port=${postgres.port} dbname=atrium user=postgres pool_mode=session`
    const text = ['[databases]', database, '[pgbouncer]', ...own, lines.replaceAll('/etc/pgbouncer', folder)]
    writeForPostgres(join(folder, 'pgbouncer.ini'), text.join('\n'))
    const bouncer = start('setpriv', [...asPostgres, pgbouncer, join(folder, 'pgbouncer.ini')])
    const url = `postgres://postgres@localhost:${port}/atrium?sslmode=verify-full&sslrootcert=${authority}`
    await until(`PgBouncer answers: ${bouncer.stderr()}`, () =>
      connected(url, async () => true).catch(() => false),
    )
    const served = await serveReady({ ...settings, ATRIUM_DATABASE_URL: url })
    expect((await served.stop()).code).toBe(0)
    const plain = { ...settings, ATRIUM_DATABASE_URL: url.replace(/\?.*/, ''), ATRIUM_PORT: '1' }
    expect((await operate(['serve'], plain)).code).toBe(4)
  })

  test('a failure is a sentence with what to do', async () => {
    expect(await refusal('?sslmode=verify-full')).toEqual([
      4,
      expect.stringMatching(
        /^The encrypted connection to the database failed: .*&sslrootcert=\/path\/to\/ca\.pem/,
      ),
    ])
    expect(await refusal(`?sslmode=verify-full&sslrootcert=${authority}`, '127.0.0.1')).toEqual([
      4,
      expect.stringContaining('Use a host name of the certificate'),
    ])
    expect(await refusal('')).toEqual([
      4,
      expect.stringMatching(/^The database cannot be used: .*no encryption/),
    ])
    expect(await refusal('?sslmode=verify-full&sslrootcert=/nowhere/ca.pem')).toEqual([
      2,
      expect.stringContaining('Cannot use /nowhere/ca.pem: it does not exist'),
    ])
  })
})
