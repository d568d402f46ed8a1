import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { haveDebian } from '../support/debian.ts'
import { freePort } from '../support/postgres-server.ts'
import {
  cleanUpProcesses,
  makeFolder,
  root,
  serveReady,
  settingsIn,
  start,
  until,
} from '../support/process.ts'
import { seedCompany, withDatabase } from '../support/seed.ts'

cleanUpProcesses()

test('behind nginx with TLS: a long filter, a large upload, the caller’s address, and a host that is down', async (context) => {
  const nginx = '/usr/sbin/nginx'
  if (!haveDebian(nginx, 'nginx-light')) context.skip('nginx is not installed and cannot be installed here')
  const folder = makeFolder()
  const [port, plainPort, deadPort] = [await freePort(), await freePort(), await freePort()]
  const settings = { ...settingsIn(folder), ATRIUM_TRUSTED_PROXIES: '127.0.0.1' }
  const { token } = await withDatabase(settings, (db) => seedCompany(db))
  const served = await serveReady({ ...settings, ATRIUM_PUBLIC_URL: `https://localhost:${port}` })
  const certificates = join(folder, 'tls')
  mkdirSync(certificates)
  const [certificate, key] = [join(certificates, 'fullchain.pem'), join(certificates, 'privkey.pem')]
  const words = [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '1',
  ]
  execFileSync(
    'openssl',
    [
      ...words,
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      key,
      '-out',
      certificate,
    ],
    { stdio: 'pipe' },
  )
  // The example itself, except for names, ports and a second host that does not answer.
  const site = readFileSync(join(root, 'deploy', 'nginx.conf'), 'utf8')
    .replaceAll('/etc/ssl/atrium', certificates)
    .replaceAll('server_name atrium.example.com;', 'server_name localhost;')
    .replaceAll('127.0.0.1:8080', `127.0.0.1:${served.port}`)
    .replaceAll(/# server 10\.0\.0\.12:8080/g, `server 127.0.0.1:${deadPort}`)
    .replaceAll(/listen \[::\].*;/g, '')
    .replaceAll('listen 443 ', `listen 127.0.0.1:${port} `)
    .replaceAll('listen 80;', `listen 127.0.0.1:${plainPort};`)
  const conf = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    conf,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr warn; user ${process.getuid?.() === 0 ? 'root' : 'nobody'};
    worker_processes 1; events { worker_connections 256; } http { access_log off; ${paths.join(' ')} ${site} }`,
  )
  const proxy = start(nginx, ['-c', conf, '-e', 'stderr', '-p', folder])
  const ca = readFileSync(certificate)
  const ask = (
    path: string,
    options: { method?: string; headers?: Record<string, string>; body?: Readable } = {},
  ): Promise<{ status: number; headers: Record<string, unknown>; body: Buffer }> =>
    new Promise((resolve, reject) => {
      const headers = { authorization: `Bearer ${token}`, ...options.headers }
      const sent = request({
        host: 'localhost',
        port,
        path,
        ca,
        method: options.method ?? 'GET',
        headers,
        family: 4,
      })
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
  await until('nginx answers', () =>
    ask('/readyz').then(
      ({ status }) => status === 200,
      () => false,
    ),
  )

  // Every other request tries the host that does not answer first; nobody notices.
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
  // Nothing of it was on nginx's disk.
  expect(existsSync(join(folder, 'client_body', '0000000001'))).toBe(false)
  // The stored address is the caller's, not the one they claim.
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
