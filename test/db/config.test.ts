import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigFault, readConfig } from '../../src/base/config.ts'

function faultsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment)
  } catch (error) {
    if (error instanceof ConfigFault) return error.faults
    throw error
  }
  return []
}

describe('settings', () => {
  test('have defaults, all of them', () => {
    const config = readConfig({})
    expect(config).toMatchObject({
      database: { engine: 'sqlite', file: resolve('data/atrium.db') },
      dataFolder: resolve('data'),
      host: 'localhost',
      port: 8080,
      publicUrl: 'http://localhost:8080',
      logLevel: 'info',
      shutdownSeconds: 25,
      drainSeconds: 0,
    })
  })

  test('that are empty or blank count as absent', () => {
    expect(readConfig({ ATRIUM_PORT: '', ATRIUM_HOST: '  ', PATH: '/bin' })).toEqual(readConfig({}))
  })

  test('with faults are reported together, one line each, with the value found', () => {
    const faults = faultsOf({
      ATRIUM_PORT: '80800',
      ATRIUM_LOG_LEVEL: 'loud',
      ATRIUM_PUBLIC_URL: 'https://example.com/atrium',
      ATRIUM_DATABASE_URL: 'mysql://root:hunter2@localhost/x',
      ATRIUM_SECRET: 'too short',
      ATRIUM_TRUSTED_PROXIES: '10.0.0.0/33',
      ATRIUM_SHUTDOWN_SECONDS: '60',
      ATRIUM_PROT: '8080',
    })
    expect(faults).toHaveLength(8)
    const text = new ConfigFault(faults).message
    for (const name of ['PORT', 'LOG_LEVEL', 'PUBLIC_URL', 'DATABASE_URL', 'SECRET', 'PROT'])
      expect(text).toMatch(new RegExp(`^  ATRIUM_${name} `, 'm'))
    expect(text).toContain('not "80800"')
    expect(text).toContain('ATRIUM_PROT is not a known setting')
    // Possible secrets are not repeated.
    expect(text).not.toMatch(/hunter2|too short/)
  })

  test('of host names are names alone', () => {
    expect(readConfig({ ATRIUM_AUTH_FORMER_HOSTS: ' Old.example.com,older.example.com ' }).authHosts).toEqual(
      ['localhost', 'old.example.com', 'older.example.com'],
    )
    for (const wrong of ['https://old.example.com', 'old.example.com:443', 'old.example.com/', 'a b'])
      expect(faultsOf({ ATRIUM_AUTH_FORMER_HOSTS: wrong }), wrong).toEqual([
        expect.stringContaining('must be a list of host names'),
      ])
  })

  test('a value with a password in it is not repeated, whichever setting it is for', () => {
    const faults = faultsOf({
      ATRIUM_PUBLIC_URL: 'https://ada:hunter2@example.com',
      ATRIUM_AUTH_URL: 'https://ada:hunter2@example.com',
      ATRIUM_BLOBS_URL: 's3://key:hunter2@bucket',
    })
    expect(faults).toHaveLength(3)
    expect(faults.join()).not.toContain('hunter2')
  })

  test.each([
    ['ATRIUM_RATE_BRUST', 'did you mean ATRIUM_RATE_BURST?'],
    ['ATRIUM_PROT', 'did you mean ATRIUM_PORT?'],
    ['ATRIUM_RATE_TOKENS', 'did you mean ATRIUM_RATE_TOKENS_PER_MINUTE?'],
    ['ATRIUM_SHUTDOWN_SECONDS_', 'did you mean ATRIUM_SHUTDOWN_SECONDS?'],
    ['ATRIUM_VERBOSE', 'see docs/settings.md.'],
  ])('%s is not a setting: %s', (name, advice) => {
    expect(faultsOf({ [name]: '1' })).toEqual([`${name} is not a known setting; ${advice}`])
  })

  test.each([
    ['ATRIUM_PORT', '0'],
    ['ATRIUM_PORT', '65536'],
    ['ATRIUM_PORT', '8080x'],
    ['ATRIUM_PORT', '1e3'],
    ['ATRIUM_PORT', '-1'],
    ['ATRIUM_BODY_LIMIT', '12.5'],
    ['ATRIUM_PUBLIC_URL', 'example.com'],
    ['ATRIUM_PUBLIC_URL', 'ftp://example.com'],
    ['ATRIUM_PUBLIC_URL', 'https://example.com/?a=b'],
    ['ATRIUM_PUBLIC_URL', 'https://ada:secret@example.com'],
    ['ATRIUM_DATABASE_URL', 'sqlite:'],
    ['ATRIUM_DATABASE_URL', 'sqlite::memory:'],
    ['ATRIUM_DATABASE_URL', 'sqlite://host/file'],
    ['ATRIUM_DATABASE_URL', 'postgres:atrium'],
    ['ATRIUM_DATABASE_URL', './data/atrium.db'],
    ['ATRIUM_TRUSTED_PROXIES', 'localhost'],
    ['ATRIUM_TRUSTED_PROXIES', '10.0.0.0/8/8'],
    ['ATRIUM_TRUSTED_PROXIES', '::/129'],
  ])('%s=%s is refused', (name, value) => {
    expect(faultsOf({ [name]: value })).toHaveLength(1)
  })

  test.each([
    ['ATRIUM_PUBLIC_URL', 'https://atrium.example.com/'],
    ['ATRIUM_DATABASE_URL', 'sqlite:data.db'],
    ['ATRIUM_DATABASE_URL', 'postgresql://ada@localhost/atrium?sslmode=require'],
    ['ATRIUM_TRUSTED_PROXIES', '127.0.0.1, 10.0.0.0/8,::1,fd00::/8'],
    ['ATRIUM_SECRET', 'x'.repeat(32)],
    ['ATRIUM_TEST_POSTGRES_URL', 'anything'],
  ])('%s=%s is accepted', (name, value) => {
    expect(faultsOf({ [name]: value })).toEqual([])
  })
})

describe('settings that contradict each other', () => {
  test('metrics are never open to a network without a token', () => {
    const port = { ATRIUM_METRICS_PORT: '9464' }
    for (const host of ['localhost', '127.0.0.1', '127.0.0.2', '::1'])
      expect(faultsOf({ ...port, ATRIUM_METRICS_HOST: host }), host).toEqual([])
    for (const host of ['0.0.0.0', '::', '192.0.2.1', 'metrics.example.com', '127.0.0.1.example.com']) {
      const open = { ...port, ATRIUM_METRICS_HOST: host }
      expect(faultsOf(open), host).toEqual([
        'ATRIUM_METRICS_TOKEN is required unless ATRIUM_METRICS_HOST is a loopback address.',
      ])
      expect(faultsOf({ ...open, ATRIUM_METRICS_TOKEN: 'sixteen-letters-' }), host).toEqual([])
      // Without metrics, their address does not matter.
      expect(faultsOf({ ATRIUM_METRICS_HOST: host }), host).toEqual([])
    }
    expect(faultsOf({ ...port, ATRIUM_METRICS_TOKEN: 'short' })).toEqual([
      'ATRIUM_METRICS_TOKEN must have at least 16 characters, and no spaces.',
    ])
    expect(faultsOf({ ATRIUM_METRICS_PORT: '8080' })).toEqual([
      'ATRIUM_METRICS_PORT must differ from ATRIUM_PORT.',
    ])
  })

  test('several processes need PostgreSQL', () => {
    expect(faultsOf({ ATRIUM_PROCESSES: '2' })[0]).toContain('ATRIUM_PROCESSES must be 1 with SQLite')
    const postgres = { ATRIUM_DATABASE_URL: 'postgres://a:b@localhost/c' }
    expect(faultsOf({ ...postgres, ATRIUM_PROCESSES: '64' })).toEqual([])
    expect(faultsOf({ ...postgres, ATRIUM_PROCESSES: '0' })).toHaveLength(1)
  })
})
