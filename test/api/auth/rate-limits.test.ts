import { beforeAll, describe, expect, test } from 'vitest'
import { OwnAllowances, openAllowances } from '../../../src/auth/allowances.ts'
import type { Credential } from '../../../src/auth/client-keys.ts'
import { readConfig } from '../../../src/base/config.ts'
import type { Database } from '../../../src/db/database.ts'
import { time } from '../../support/clock.ts'
import { isFirstEngine } from '../../support/effort.ts'
import { until } from '../../support/process.ts'
import { askToken, assertionOf, makeClient, tokenFor } from '../../support/signer.ts'
import { type Company, useWorld } from '../../support/world.ts'

/** While the time stands still: sends requests, of which so many are refused and wait for it to go on. */
async function delayed<T>(refusals: number, send: () => Promise<T>[]): Promise<Promise<T>[]> {
  const others = time.waiting(900)
  const replies = send()
  await until(`${refusals} wait`, () => time.waiting(900) >= others + refusals)
  return replies
}

/** While the time stands still: the responses, of which so many are delayed. */
async function refusedAfter<T>(refusals: number, send: () => Promise<T>[]): Promise<T[]> {
  const replies = await delayed(refusals, send)
  await time.advance(900)
  return Promise.all(replies)
}

// While the time stands still, exactly so many requests pass. On PostgreSQL its own clock would let more pass.
describe.runIf(isFirstEngine())('requests', () => {
  const world = useWorld({ ATRIUM_RATE_REQUESTS_PER_SECOND: '2', ATRIUM_RATE_BURST: '40' })
  let company: Company
  let credential: Credential

  beforeAll(async () => {
    company = await world.company()
    credential = await makeClient(company)
  })

  test('a client may send a burst, then gets 429 with Retry-After, and others are not affected', async () => {
    // A second token of the same client does not help; another client is not affected.
    const clients = [await tokenFor(world, credential), await tokenFor(world, credential)].map(world.client)
    const other = world.client(await tokenFor(world, await makeClient(company)))
    using _frozen = time.freeze()
    const replies = await refusedAfter(40, () =>
      Array.from({ length: 40 }, () => clients.map((client) => client.get('/v1/company'))).flat(),
    )
    const refused = replies.filter(({ status }) => status === 429)
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(40)
    expect(refused).toHaveLength(40)
    expect(refused[0]?.body.code).toBe('too_many_requests')
    expect(Number(refused[0]?.headers['retry-after'])).toBeGreaterThanOrEqual(1)
    for (const { headers } of replies) {
      expect(headers['ratelimit-policy']).toBe('"requests";q=40;w=20')
      expect(headers['ratelimit']).toMatch(/^"requests";r=\d+;t=\d+$/)
    }
    expect((await other.get('/v1/company')).status).toBe(200)
  })

  test('a client that retries immediately is slowed down: a refusal is delayed', async () => {
    const client = world.client(await tokenFor(world, await makeClient(company)))
    using _frozen = time.freeze()
    await Promise.all(Array.from({ length: 40 }, () => client.get('/v1/company')))
    let status = 0
    const [refused = Promise.resolve()] = await delayed(1, () => [
      client.get('/v1/company').then((reply) => {
        status = reply.status
      }),
    ])
    await time.advance(199)
    expect(status).toBe(0)
    await time.during(refused)
    expect(status).toBe(429)
  })

  test('it refills', async () => {
    const client = world.client(await tokenFor(world, await makeClient(company)))
    using _frozen = time.freeze()
    await refusedAfter(20, () => Array.from({ length: 60 }, () => client.get('/v1/company')))
    expect((await client.get('/v1/company')).status).toBe(200)
  })
})

describe('requests on both engines', () => {
  const world = useWorld({ ATRIUM_RATE_REQUESTS_PER_SECOND: '2', ATRIUM_RATE_BURST: '40' })

  test('a client that sends too many is refused, and admitted again later', async () => {
    const company = await world.company()
    const client = world.client(await tokenFor(world, await makeClient(company)))
    const send = async (count: number): Promise<number> => {
      const replies = await Promise.all(Array.from({ length: count }, () => client.get('/v1/company')))
      return replies.filter(({ status }) => status === 200).length
    }
    expect(await send(40)).toBe(40)
    await until('some are refused', async () => (await send(40)) < 40)
    await until('one is admitted', async () => (await send(1)) === 1)
  })
})

describe.runIf(isFirstEngine())('requests without a token', () => {
  const world = useWorld({ ATRIUM_RATE_REQUESTS_PER_SECOND: '1', ATRIUM_RATE_BURST: '5' })
  const ask = (remoteAddress: string, url = '/problems', method: 'GET' | 'OPTIONS' = 'GET') =>
    world.app.server.inject({ method, url, remoteAddress })

  /** Sends requests until the address has used up its burst. */
  const exhaust = async (remoteAddress: string): Promise<void> => {
    while ((await time.during(ask(remoteAddress))).statusCode !== 429);
  }

  test('are limited by address, and refusals take their time, like those of a client', async () => {
    using _frozen = time.freeze()
    await exhaust('192.0.2.1')
    const urls = ['/problems', '/openapi.json', '/nope', '/auth/session', '/oauth2/nope', '/app/nope']
    // One more may be let through, because time passed since the last one.
    const replies = await refusedAfter(urls.length - 1, () => urls.map((url) => ask('::ffff:192.0.2.1', url)))
    const refused = replies.filter(({ statusCode }) => statusCode === 429)
    expect(refused.length).toBeGreaterThanOrEqual(urls.length - 1)
    for (const { headers } of refused)
      expect([headers['retry-after'], headers['ratelimit-policy']]).toEqual(['1', '"requests";q=5;w=5'])
    expect((await ask('192.0.2.2')).statusCode).toBe(200)
  })

  test('all addresses of an IPv6 network count as one, and preflights count', async () => {
    const preflight = (n: number) => ask(`2001:db8:1:2::${n}`, '/v1/tasks', 'OPTIONS')
    using _frozen = time.freeze()
    const replies = await refusedAfter(5, () => Array.from({ length: 10 }, (_, n) => preflight(n + 1)))
    const statuses = replies.map(({ statusCode }) => statusCode)
    expect(statuses).toEqual([...Array<number>(5).fill(204), ...Array<number>(5).fill(429)])
    expect((await ask('2001:db8:1:3::6')).statusCode).toBe(200)
  })

  test('health checks are delayed and never refused', async () => {
    using _frozen = time.freeze()
    await exhaust('192.0.2.3')
    const urls = ['/healthz', '/readyz', '/healthz', '/readyz']
    const replies = await refusedAfter(3, () => urls.map((url) => ask('192.0.2.3', url)))
    expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  })

  test('the authorization server refuses in its own form', async () => {
    const token = () =>
      world.app.server.inject({
        method: 'POST',
        url: '/oauth2/token',
        remoteAddress: '192.0.2.4',
        payload: {},
      })
    const replies = await Promise.all(Array.from({ length: 10 }, token))
    const told = replies.map((reply) => `${reply.statusCode} ${reply.json().error}`)
    expect(new Set(told)).toEqual(new Set(['400 invalid_request', '429 temporarily_unavailable']))
  })
})

describe('failures', () => {
  const world = useWorld({ ATRIUM_RATE_FAILURES_PER_MINUTE: '5' })

  test('are counted by network for IPv6', async () => {
    const statuses = []
    for (let n = 0; n < 7; n += 1) {
      const remoteAddress = `2001:db8:7:8:${n}::1`
      statuses.push((await world.app.server.inject({ url: '/v1/tasks', remoteAddress })).statusCode)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429])
    const other = await world.app.server.inject({ url: '/v1/tasks', remoteAddress: '2001:db8:7:9::1' })
    expect(other.statusCode).toBe(401)
  })
})

describe('tokens and failures', () => {
  const world = useWorld({
    ATRIUM_RATE_TOKENS_PER_MINUTE: '3',
    ATRIUM_RATE_COMPATIBILITY_TOKENS_PER_MINUTE: '4',
    ATRIUM_RATE_FAILURES_PER_MINUTE: '5',
  })
  let company: Company

  beforeAll(async () => {
    company = await world.company()
  })

  test('tokens a minute per client', async () => {
    const credential = await makeClient(company)
    const replies = []
    for (let n = 0; n < 5; n += 1) replies.push(await askToken(world.app.server, assertionOf(credential)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429])
    expect(replies[3]?.body.error).toBe('temporarily_unavailable')
    expect(Number(replies[3]?.headers['retry-after'])).toBeGreaterThan(1)
    expect((await askToken(world.app.server, assertionOf(await makeClient(company)))).status).toBe(200)
  })

  test('clients in compatibility mode get more: old integrations request a token per process', async () => {
    const credential = await makeClient(company, { compatibility: true })
    const replies = []
    for (let n = 0; n < 6; n += 1) replies.push(await askToken(world.app.server, assertionOf(credential)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429, 429])
    expect(replies[0]?.headers['ratelimit-policy']).toBe('"tokens";q=4;w=60')
    expect(readConfig({}).rates.compatibilityTokensPerMinute).toBe(600)
  })

  test('a taken email address counts as a failure of the caller, and its company is not named', async () => {
    const [theirs, ours] = [await world.company(), await world.company()]
    const { email } = (await theirs.admin.get('/v1/users/me')).body.details
    const body = { email: email.toUpperCase(), fullName: 'Spy' }
    const replies = []
    for (let n = 0; n < 7; n += 1) replies.push(await ours.admin.send('POST', '/v1/users', body))
    expect(replies.map(({ status }) => status)).toEqual([409, 409, 409, 409, 409, 429, 429])
    expect(replies[0]?.headers['ratelimit-policy']).toBe('"failures";q=5;w=60')
    const { companyName } = (await theirs.admin.get('/v1/company')).body.details
    expect(replies[0]?.body.message).toBe('This email address belongs to another user.')
    expect(replies[0]?.text).not.toContain(companyName)
    // Changing an address counts as well; other requests of the same caller do not.
    const changed = await ours.admin.send('PUT', `/v1/users/${ours.adminId}`, { email })
    expect(changed.status).toBe(429)
    expect((await ours.admin.get('/v1/users/me')).status).toBe(200)
  })

  test('failures per minute and address, at both endpoints; a caller with the right key still gets in', async () => {
    const statuses = []
    for (let n = 0; n < 4; n += 1) statuses.push((await world.client('nonsense').get('/v1/company')).status)
    for (let n = 0; n < 4; n += 1) statuses.push((await askToken(world.app.server, 'x.y.z')).status)
    expect(statuses).toEqual([401, 401, 401, 401, 400, 429, 429, 429])
    const refused = await world.client('nonsense').get('/v1/company')
    expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, '"failures";q=5;w=60'])
    expect((await company.admin.get('/v1/company')).status).toBe(200)
    expect((await askToken(world.app.server, assertionOf(await makeClient(company)))).status).toBe(200)
  })

  test('single sign-ons that are started a minute per address, which anybody may do', async () => {
    const statuses = []
    for (let n = 0; n < 7; n += 1)
      statuses.push((await world.browser().post('/auth/sso', { email: 'ada@nowhere.example' })).status)
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429, 429])
  })
})

describe('0 switches a limit off', () => {
  const world = useWorld({
    ATRIUM_RATE_REQUESTS_PER_SECOND: '0',
    ATRIUM_RATE_TOKENS_PER_MINUTE: '0',
    ATRIUM_RATE_FAILURES_PER_MINUTE: '0',
  })

  test('and there are no headers', async () => {
    const company = await world.company()
    const reply = await company.admin.get('/v1/company')
    expect([reply.status, reply.headers['ratelimit']]).toEqual([200, undefined])
    for (let n = 0; n < 20; n += 1)
      expect((await world.client('nonsense').get('/v1/company')).status).toBe(401)
  })
})

describe('shared between processes', () => {
  const world = useWorld()

  test('within 10 %, without a write per request', async () => {
    const [allowance, requests] = [{ most: 1_000, perSecond: 1 }, 1_500]
    let statements = 0
    const counting: Database = {
      ...world.db,
      run: (sql) => {
        statements += 1
        return world.db.run(sql)
      },
    }
    // Two instances, like two processes; only one process serves SQLite.
    const first = openAllowances(counting)
    const doors = world.engine === 'postgres' ? [first, openAllowances(counting)] : [first]
    let passed = 0
    for (let n = 0; n < requests; n += 1) {
      const door = doors[n % doors.length]
      if ((await door?.take('burst', allowance))?.allowed) passed += 1
    }
    expect(passed).toBeGreaterThanOrEqual(900)
    expect(passed).toBeLessThanOrEqual(1_100)
    if (world.engine === 'postgres') expect(statements).toBeGreaterThan(0)
    expect(statements).toBeLessThanOrEqual(world.engine === 'postgres' ? requests / 20 : 0)
  })

  test('an unused one is full again after a while', async () => {
    using _frozen = time.freeze()
    const own = new OwnAllowances()
    for (let n = 0; n < 3; n += 1) own.take('k', { most: 3, perSecond: 50 })
    expect(own.take('k', { most: 3, perSecond: 50 }).allowed).toBe(false)
    await time.advance(200)
    expect(own.take('k', { most: 3, perSecond: 50 })).toMatchObject({ allowed: true, left: 2 })
  })
})
