import { describe, expect, test } from 'vitest'
import { addressesOf } from '../../src/base/config/postgres-hosts.ts'
import { readConfig } from '../../src/base/config.ts'

describe('the hosts of a PostgreSQL address', () => {
  test.each([
    ['postgres://a:b@one/db', ['postgres://a:b@one/db']],
    ['postgresql://one,two:5433/db', ['postgresql://one/db', 'postgresql://two:5433/db']],
    [
      'postgres://a:%2C@one:1,[::1]:2/db?sslmode=require&target_session_attrs=read-write',
      ['postgres://a:%2C@one:1/db?sslmode=require', 'postgres://a:%2C@[::1]:2/db?sslmode=require'],
    ],
    ['postgres:///db?host=/run/postgresql', ['postgres:///db?host=/run/postgresql']],
    ['postgres://one/db?target_session_attrs=primary', ['postgres://one/db']],
    ['mysql://one/db', undefined],
    ['postgres://one:x,two/db', undefined],
  ])('%s', (url, urls) => {
    expect(addressesOf(url)).toEqual(urls)
  })

  test('an address of a standby is refused', () => {
    expect(() => addressesOf('postgres://one,two/db?target_session_attrs=standby')).toThrow(
      'target_session_attrs=read-write',
    )
    expect(() =>
      readConfig({ ATRIUM_DATABASE_URL: 'postgres://one/db?target_session_attrs=read-only' }),
    ).toThrow(/ATRIUM_DATABASE_URL must have target_session_attrs=read-write/)
  })
})

test('a pooler in transaction mode needs the address of the server itself, and no fault shows a password', () => {
  const pooled = { ATRIUM_DATABASE_URL: 'postgres://a:b@pooler/db', ATRIUM_DATABASE_POOLING: 'transaction' }
  expect(() => readConfig(pooled)).toThrow('ATRIUM_DATABASE_DIRECT_URL is required')
  expect(() => readConfig({ ...pooled, ATRIUM_DATABASE_DIRECT_URL: 'x://y:password' })).toThrow(
    /ATRIUM_DATABASE_DIRECT_URL must be postgres:\/\/user:password@host\/database\.\n/,
  )
  const direct = 'postgres://c:d@server/db'
  expect(readConfig({ ...pooled, ATRIUM_DATABASE_DIRECT_URL: direct }).database).toEqual({
    engine: 'postgres',
    urls: ['postgres://a:b@pooler/db'],
    direct: [direct],
    pooling: 'transaction',
    prepared: true,
  })
  expect(readConfig({ ATRIUM_DATABASE_DIRECT_URL: direct }).database).toMatchObject({ engine: 'sqlite' })
})
