import { execFile } from 'node:child_process'
import { existsSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { promisify } from 'node:util'
import { describe, expect, inject, test } from 'vitest'
import { haveDebian, skipWithout } from '../support/debian.ts'
import { distantPort } from '../support/distant.ts'
import { haveNginx, type Nginx, startNginx } from '../support/nginx.ts'
import { freePort, makeDatabase } from '../support/postgres-server.ts'
import { cleanUpProcesses, makeFolder, serveReady, settingsIn, until } from '../support/process.ts'
import { proxyTo } from '../support/proxy.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: Readable
}

interface Answer {
  status: number
  headers: Record<string, unknown>
  body: Buffer
}

/** Sends requests through nginx. */
function askThrough({ port, ca }: Nginx, token?: string) {
  return (path: string, options: Asked = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { ...(token !== undefined && { authorization: `Bearer ${token}` }), ...options.headers }
      const method = options.method ?? 'GET'
      const sent = request({ host: 'localhost', port, path, ca, method, headers, family: 4 })
      sent.once('error', reject)
      sent.once('response', (reply) => {
        buffer(reply).then(
          (body) => resolve({ status: reply.statusCode ?? 0, headers: reply.headers, body }),
          reject,
        )
      })
      if (options.body === undefined) sent.end()
      else pipeline(options.body, sent).catch(reject)
    })
}

const untilAnswers = (ask: (path: string) => Promise<Answer>): Promise<void> =>
  until('nginx answers', () =>
    ask('/readyz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )

describe('behind nginx with TLS', () => {
  skipWithout('nginx', haveNginx())

  test('a long filter, a large upload, the caller’s address, and a host that is gone', async () => {
    const folder = makeFolder()
    const ports: [number, number] = [await freePort(), await freePort()]
    const settings = { ...settingsIn(folder), ATRIUM_TRUSTED_PROXIES: '127.0.0.1' }
    const { token } = await withDatabase(settings, (db) => seedCompany(db))
    const served = await serveReady({ ...settings, ATRIUM_PUBLIC_URL: `https://localhost:${ports[0]}` })
    const proxy = await startNginx([served.port, await freePort()], ports)
    const { port, plainPort } = proxy
    const ask = askThrough(proxy, token)
    await untilAnswers(ask)

    // Each second time the host that does not answer is tried first; nobody notices.
    for (let n = 0; n < 10; n += 1) expect((await ask('/readyz')).status).toBe(200)
    const filter = encodeURIComponent(`workspaceName="${'ü'.repeat(3_900)}"`)
    expect(filter.length).toBeGreaterThan(20_000)
    expect((await ask(`/v1/workspaces?filter=${filter}`)).status).toBe(200)
    const plain = await fetch(`http://127.0.0.1:${plainPort}/explorer`, {
      redirect: 'manual',
      headers: { host: 'localhost' },
    })
    expect(plain.status).toBe(308)
    expect((await ask('/healthz')).headers['strict-transport-security']).toBeDefined()

    // Larger than nginx accepts by default, and than its buffers; it comes back unchanged.
    const size = 32 * 1024 * 1024
    const piece = Buffer.alloc(1024 * 1024, 'atrium ')
    const uploaded = await ask('/v1/files/upload', {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'content-disposition': 'attachment; filename="large.bin"',
      },
      body: Readable.from(Array.from({ length: size / piece.length }, () => piece)),
    })
    expect(uploaded.status, uploaded.body.toString()).toBe(201)
    // Nothing of it lay on nginx's disk.
    expect(existsSync(join(proxy.folder, 'client_body', '0000000001'))).toBe(false)
    // Whose address is kept is the caller's, not what they say it is.
    const origin = `https://localhost:${port}`
    const failed = await ask('/auth/sign-in', {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': '203.0.113.9' },
      body: Readable.from([JSON.stringify({ email: 'acme@example.com', password: 'not this one' })]),
    })
    expect(failed.body.toString()).toContain('sign_in_failed')
    const audit = JSON.parse((await ask('/v1/audit?limit=5')).body.toString()) as {
      items: { details: { type: string; address: string | null } }[]
    }
    const addresses = audit.items.filter(({ details }) => details.type === 'user.signInFailed')
    expect(addresses.map(({ details }) => details.address)).toEqual(['127.0.0.1'])
    proxy.signal('SIGQUIT')
    await proxy.ended
    await served.stop()
  })

  test('while the database of both hosts is gone, pages and our own 503 reach the caller, never a 502', async () => {
    const server = inject('postgresUrl')
    const toDatabase = await proxyTo(Number(new URL(server).port))
    const database = await makeDatabase(server, `test_nginx_${process.pid}`)
    const address = `${server.replace(/:\d+$/, `:${toDatabase.port}`)}/${database}`
    const settings = { ...settingsIn(makeFolder()), ATRIUM_DATABASE_URL: address }
    const { token } = await withDatabase(settings, (db) => seedCompany(db))
    const hosts = await Promise.all([serveReady(settings), serveReady(settings)])
    const proxy = await startNginx(hosts.map(({ port }) => port))
    const ask = askThrough(proxy, token)
    await untilAnswers(ask)
    await toDatabase.cut()
    const paths = ['/v1/workspaces', '/', '/healthz', '/readyz']
    const asBrowser = (path: string) => askThrough(proxy)(path, { headers: { accept: 'text/html' } })
    const answers: Answer[] = []
    for (let n = 0; n < 30; n += 1)
      answers.push(...(await Promise.all(paths.map((path) => (path === '/' ? asBrowser : ask)(path)))))
    const count = (status: number): number => answers.filter((answer) => answer.status === status).length
    expect([count(200), count(503), answers.length]).toEqual([60, 60, 120])
    for (const { status, headers, body } of answers)
      if (status === 503) {
        expect(headers['retry-after']).toBe('5')
        expect(JSON.parse(body.toString())).toMatchObject({ code: 'unavailable' })
      }
    const write = { method: 'POST', headers: { 'content-type': 'application/json' } }
    const made = await ask('/v1/workspaces', { ...write, body: Readable.from(['{"workspaceName":"Here"}']) })
    expect([made.status, made.headers['retry-after']]).toEqual([503, '5'])
    await toDatabase.mend()
    await until('it is back', async () => (await ask('/v1/workspaces')).status === 200)

    // One host without a database: callers do not notice.
    const [, second] = hosts
    await second.stop()
    const direct = { ATRIUM_PORT: `${second.port}`, ATRIUM_DATABASE_URL: `${server}/${database}` }
    const third = await serveReady({ ...settings, ...direct })
    await toDatabase.cut()
    for (let n = 0; n < 20; n += 1) expect((await ask('/v1/workspaces')).status).toBe(200)
    // One host that stops: neither.
    await toDatabase.mend()
    const stopping = third.stop()
    for (let n = 0; n < 20; n += 1) expect((await ask('/v1/workspaces')).status).toBe(200)
    await stopping
    await hosts[0].stop()
    await toDatabase.cut()
    proxy.signal('SIGQUIT')
    await proxy.ended
  })

  test('an upload over HTTP/2 is not slowed down by the distance', async (context) => {
    if (!haveDebian('/usr/bin/curl', 'curl'))
      context.skip('curl is not installed and cannot be installed here')
    const settings = settingsIn(makeFolder())
    const { token } = await withDatabase(settings, (db) => seedCompany(db))
    const served = await serveReady(settings)
    const proxy = await startNginx([served.port])
    await untilAnswers(askThrough(proxy, token))
    const far = await distantPort(proxy.port, 40)
    const file = join(proxy.folder, 'large.bin')
    writeFileSync(file, Buffer.alloc(32 * 1024 * 1024, 'atrium '))
    const words = ['--silent', '--http2', '--cacert', proxy.certificate, '--output', '/dev/null']
    const told = ['--write-out', '%{http_code} %{http_version} %{speed_upload}']
    const headers = [
      `Authorization: Bearer ${token}`,
      'Content-Disposition: attachment; filename="large.bin"',
    ]
    const { stdout } = await promisify(execFile)('/usr/bin/curl', [
      ...[...words, ...told, '--data-binary', `@${file}`],
      ...[...headers, 'Content-Type: application/octet-stream', 'Expect:'].flatMap((header) => [
        '-H',
        header,
      ]),
      `https://localhost:${far.port}/v1/files/upload`,
    ])
    far.close()
    const [status, version, bytesPerSecond] = stdout.split(' ')
    expect([status, version]).toEqual(['201', '2'])
    // With nginx's defaults it would be 1.5 million.
    expect(Number(bytesPerSecond)).toBeGreaterThan(10e6)
    await served.stop()
    proxy.signal('SIGQUIT')
    await proxy.ended
  })
})
