import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Credential } from '../../src/auth/client-keys.ts'
import { makeDatabase } from '../support/postgres-server.ts'
import { atrium, cleanUpProcesses, makeFolder, type Served, serveReady } from '../support/process.ts'
import { assertionOf, jwtBearer, withClaims } from '../support/signer.ts'

/** Two real processes on one PostgreSQL: what one is told, the other knows. */
cleanUpProcesses()
let processes: readonly [Served, Served]
let settings: Record<string, string>

beforeAll(async () => {
  const url = inject('postgresUrl')
  const folder = makeFolder()
  settings = {
    ATRIUM_DATA: folder,
    ATRIUM_DATABASE_URL: `${url}/${await makeDatabase(url, `two_${randomUUID().replaceAll('-', '')}`)}`,
    ATRIUM_PUBLIC_URL: 'http://localhost:9999',
    ATRIUM_SECRET: 'the same secret for both processes',
    ATRIUM_RATE_REQUESTS_PER_SECOND: '1',
    ATRIUM_RATE_BURST: '200',
    ATRIUM_RATE_TOKENS_PER_MINUTE: '0',
  }
  const init = [
    'init',
    '--company',
    'Two',
    '--admin',
    'ada@example.com',
    '--organization',
    'accounts',
    '--password-stdin',
  ]
  expect((await atrium(init, { env: settings, input: 'correct horse battery' })).code).toBe(0)
  processes = await Promise.all([serveReady(settings), serveReady(settings)])
})

async function makeClient(): Promise<Credential> {
  const { code, stdout, stderr } = await atrium(['client', 'create', '--act-as', 'ada@example.com'], {
    env: settings,
  })
  expect(code, stderr).toBe(0)
  return JSON.parse(stdout)
}

async function ask({ url }: Served, assertion: string): Promise<{ status: number; access_token: string }> {
  const reply = await fetch(`${url}/oauth2/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: jwtBearer, assertion }),
  })
  const { access_token } = (await reply.json()) as { access_token: string }
  return { status: reply.status, access_token }
}

const knock = async ({ url }: Served, token: string): Promise<number> =>
  (await fetch(`${url}/v1/users/me`, { headers: { authorization: `Bearer ${token}` } })).status

test('a jti that reaches both at once is taken once', async () => {
  const credential = await makeClient()
  for (let round = 0; round < 5; round += 1) {
    const assertion = withClaims(credential, { jti: `race-${round}` })
    const replies = await Promise.all(
      Array.from({ length: 12 }, (_, n) => ask(processes[n % 2] as Served, assertion)),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array.from({ length: 11 }, () => 400),
    ])
  }
})

test('a token of one opens the other, and a revocation reaches the other within 5 seconds', async () => {
  const [first, second] = processes
  const credential = await makeClient()
  const { access_token: token } = await ask(first, assertionOf(credential))
  expect([await knock(first, token), await knock(second, token)]).toEqual([200, 200])
  const revoked = await fetch(`${first.url}/oauth2/revoke`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  })
  expect(revoked.status).toBe(200)
  expect(await knock(first, token)).toBe(401)
  const began = performance.now()
  while ((await knock(second, token)) !== 401) {
    expect(performance.now() - began).toBeLessThan(5_000)
    await setTimeout(100)
  }
})

test('a sign-in of one is one of the other too: its end, and wrong passwords, hold in both', async () => {
  const [first, second] = processes
  const post = (by: Served, path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(by.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  const email = 'ada@example.com'
  const opened = await post(first, '/auth/sign-in', { email, password: 'correct horse battery' })
  const { csrfToken } = (await opened.json()) as { csrfToken: string }
  const cookie = opened.headers.getSetCookie().map((line) => line.split(';')[0])
  const session = { cookie: cookie.join('; '), 'x-csrf-token': csrfToken }
  const traded = await post(second, '/auth/token', {}, session)
  const { access_token: token } = (await traded.json()) as { access_token: string }
  expect([await knock(first, token), await knock(second, token)]).toEqual([200, 200])
  expect((await post(second, '/auth/sign-out', {}, session)).status).toBe(204)
  expect((await post(first, '/auth/token', {}, session)).status).toBe(401)
  const began = performance.now()
  while ((await knock(first, token)) !== 401) {
    expect(performance.now() - began).toBeLessThan(5_000)
    await setTimeout(100)
  }
  const statuses: number[] = []
  for (let n = 0; n < 8; n += 1)
    statuses.push(
      (await post(processes[n % 2] as Served, '/auth/sign-in', { email, password: 'guess' })).status,
    )
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
})

test('a client that the command line revokes is refused by both within 5 seconds', async () => {
  const credential = await makeClient()
  const { access_token: token } = await ask(processes[0], assertionOf(credential))
  for (const each of processes) expect(await knock(each, token)).toBe(200)
  expect((await atrium(['client', 'revoke', credential.client_id], { env: settings })).code).toBe(0)
  await setTimeout(2_500)
  for (const each of processes) expect(await knock(each, token)).toBe(401)
})

test('the allowance of a client holds across both, within 10 %', async () => {
  const credential = await makeClient()
  const { access_token: token } = await ask(processes[0], assertionOf(credential))
  const began = performance.now()
  const statuses: number[] = []
  for (let n = 0; n < 30; n += 1)
    statuses.push(
      ...(await Promise.all(Array.from({ length: 10 }, (_, k) => knock(processes[k % 2] as Served, token)))),
    )
  const grown = (performance.now() - began) / 1000
  const passed = statuses.filter((status) => status === 200).length
  expect(statuses.every((status) => status === 200 || status === 429)).toBe(true)
  expect(passed).toBeGreaterThanOrEqual(180)
  expect(passed).toBeLessThanOrEqual(220 + grown)
})
