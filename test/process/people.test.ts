import { expect, test } from 'vitest'
import {
  atrium,
  cleanUpProcesses,
  makeFolder,
  type Served,
  serveReady,
  settingsIn,
  until,
} from '../support/process.ts'
import { withDatabase } from '../support/seed.ts'

cleanUpProcesses()

const password = 'violet harbour stapler 42'

const linkIn = ({ stderr }: Served): string | undefined =>
  /http:\/\/localhost:\d+\/welcome#(\S+)/.exec(stderr())?.[1]

async function post(url: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })
}

test('the first start prints a link and the next another, until one of them creates a company', async () => {
  const settings = settingsIn(makeFolder())
  const first = await serveReady(settings)
  // It responds before it prints the link.
  await until('the link is printed', () => linkIn(first) !== undefined)
  const token = linkIn(first)
  // The link that it prints is not in the log.
  expect(first.stdout()).not.toContain(token)
  await first.stop()

  const second = await serveReady(settings)
  await until('another link is printed', () => linkIn(second) !== undefined)
  const made = await post(`${second.url}/auth/setup`, {
    token,
    companyName: 'Acme',
    organization: 'workspaceGroups',
    email: 'ada@example.com',
    fullName: 'Ada Byron',
    password,
  })
  expect(made.status).toBe(200)
  const { csrfToken } = (await made.json()) as { csrfToken: string }
  const cookie = made.headers.getSetCookie().map((line) => line.split(';')[0])
  const session = { cookie: cookie.join('; '), 'x-csrf-token': csrfToken }
  const traded = await post(`${second.url}/auth/token`, {}, session)
  const { access_token } = (await traded.json()) as { access_token: string }
  const me = await fetch(`${second.url}/v1/users/me`, {
    headers: { authorization: `Bearer ${access_token}` },
  })
  expect(me.status).toBe(200)
  for (const secret of [password, csrfToken, access_token, String(token)])
    expect(second.stdout() + second.stderr()).not.toContain(secret)
  await second.stop()

  const third = await serveReady(settings)
  expect((await post(`${third.url}/auth/setup`, { token })).status).toBe(400)
  // A locked-out administrator gets access again on the machine itself; existing sessions end.
  const input = 'amber lantern quilt 7'
  const recovered = await atrium(
    ['admin', 'recover', 'ada@example.com', '--password-stdin', '--remove-codes'],
    {
      env: settings,
      input,
    },
  )
  expect(recovered.code, recovered.stderr).toBe(0)
  expect((await post(`${third.url}/auth/token`, {}, session)).status).toBe(401)
  const old = await post(`${third.url}/auth/sign-in`, { email: 'ada@example.com', password })
  const again = await post(`${third.url}/auth/sign-in`, { email: 'ada@example.com', password: input })
  expect([old.status, again.status]).toEqual([401, 200])
  await third.stop()
  expect(linkIn(third)).toBeUndefined()
  await withDatabase(settings, async (db) => {
    const types = await db.query.selectFrom('changes').select('type').execute()
    expect(types.map(({ type }) => type)).toEqual(expect.arrayContaining(['user.recovered', 'session.ended']))
  })
})

test('it prints warnings about a plain network address, but not the machine’s own, and about networks that admit nothing', async () => {
  const warned = await serveReady({
    ...settingsIn(makeFolder()),
    ATRIUM_PUBLIC_URL: 'http://192.168.1.20:8080',
    ATRIUM_WEBHOOK_NETWORKS: '10.0.0.0/8,127.0.0.0/8,169.254.169.254,fe80::/64,0.0.0.0/0',
  })
  const greeted = ({ stderr }: Served): Promise<void> =>
    until('it has printed everything', () => stderr().includes('init --help'))
  await greeted(warned)
  expect(warned.stderr()).toMatch(/WARNING: .* is not encrypted/)
  expect(warned.stderr().match(/\S+(?= has no effect)/g)).toEqual(['127.0.0.0/8', 'fe80::/64'])
  await warned.stop()
  const own = await serveReady({ ...settingsIn(makeFolder()), ATRIUM_WEBHOOK_NETWORKS: '127.0.0.1' })
  await greeted(own)
  expect(own.stderr()).not.toContain('WARNING')
  await own.stop()
})
