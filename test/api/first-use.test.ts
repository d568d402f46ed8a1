import { existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { webFolder } from '../../src/http/web-application.ts'
import { makeClient, postJson, tokenFor } from '../support/signer.ts'
import { type Company, useSharedWorld } from '../support/world.ts'

/** What people stumbled over who used the service for the first time. */
const world = useSharedWorld()
let company: Company
let workspaceId: string

beforeAll(async () => {
  company = await world.company()
  workspaceId = (await company.admin.create('/v1/workspaces', { workspaceName: 'First' })).id
})

test('the bare address shows the web application, or how to build it', async () => {
  const reply = await world.app.server.inject({ url: '/' })
  if (existsSync(join(webFolder, 'index.html'))) expect(reply.payload).toContain('<div id="root">')
  else expect([reply.statusCode, reply.json().message]).toEqual([404, expect.stringContaining('npm start')])
})

describe('an unknown path', () => {
  test('also requires a token under /v1 and /search, but a preflight does not', async () => {
    for (const [method, url] of [
      ['GET', '/v1/nope'],
      ['PATCH', '/v1/tasks'],
      ['GET', '/search/nope'],
    ] as const) {
      const reply = await world.nobody.send(method, url)
      expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, 'Bearer realm="atrium"'])
    }
    expect((await world.nobody.send('OPTIONS', '/v1/tasks')).status).toBe(204)
    expect((await world.nobody.get('/nope')).status).toBe(404)
    expect((await company.admin.get('/v1/nope')).status).toBe(404)
    expect((await company.admin.send('PATCH', '/v1/tasks')).headers['allow']).toBe('GET, HEAD, OPTIONS, POST')
  })

  test('is only the message for a client in compatibility mode', async () => {
    const old = world.client(await tokenFor(world, await makeClient(company, { compatibility: true })))
    for (const [method, url] of [
      ['GET', '/v1/nope'],
      ['PATCH', '/v1/tasks'],
    ] as const)
      expect((await old.send(method, url)).headers['content-type']).toBe('text/plain; charset=utf-8')
  })
})

test('a host in the request target appears in no link', async () => {
  for (let n = 0; n < 3; n += 1) await company.admin.create('/v1/tasks', { title: `${n}`, workspaceId })
  const token = await world.token(company, company.adminId)
  const { connect } = await import('node:net')
  await world.app.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.app.server.server.address() as AddressInfo
  const answer = await new Promise<string>((resolve) => {
    let text = ''
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET http://evil.example/v1/tasks?limit=1 HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\nAuthorization: Bearer ${token}\r\n\r\n`,
      ),
    )
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('close', () => resolve(text))
  })
  expect(answer).toContain('"next":"/v1/tasks?limit=1&paging=next')
  expect(answer).not.toContain('evil')
})

test('a record can be sent back whole: id, permalink and userHash are ignored if they are right', async () => {
  const { id, permalink, details } = await company.admin.create('/v1/tasks', { title: 'Whole', workspaceId })
  expect((await company.admin.send('PUT', `/v1/tasks/${id}`, { id, permalink, ...details })).status).toBe(204)
  const wrong = await company.admin.send('PUT', `/v1/tasks/${id}`, { id: workspaceId, permalink: 'x' })
  expect([wrong.status, wrong.body.errors.map(({ pointer }: { pointer: string }) => pointer)]).toEqual([
    400,
    ['/id', '/permalink'],
  ])
  const me = await company.admin.get('/v1/users/me')
  const sent = { userHash: me.body.userHash, ...me.body.details }
  expect((await company.admin.send('PUT', `/v1/users/${me.body.id}`, sent)).status).toBe(204)
})

test('an empty externalId is none', async () => {
  for (const title of ['a', 'b']) {
    const task = await company.admin.create('/v1/tasks', { title, workspaceId, externalId: '' })
    expect(task.details.externalId).toBeNull()
  }
})

test('there is only one group Not Grouped', async () => {
  const group = await company.admin.create('/v1/workspaceGroups', { workspaceGroupName: 'Other' })
  for (const workspaceGroupName of ['Not Grouped', 'not  grouped'.replace('  ', ' ')]) {
    expect((await company.admin.send('POST', '/v1/workspaceGroups', { workspaceGroupName })).status).toBe(409)
    expect(
      (await company.admin.send('PUT', `/v1/workspaceGroups/${group.id}`, { workspaceGroupName })).status,
    ).toBe(409)
  }
})

test('the ETag of a client changes with its last use, and no cache may store its secret', async () => {
  const reply = await company.admin.send('POST', '/v1/clients', { name: 'Used', actAs: company.adminId })
  expect(reply.headers['cache-control']).toBe('no-store')
  const path = `/v1/clients/${reply.body.id}`
  const before = (await company.admin.get(path)).headers['etag']
  await tokenFor(world, reply.body.credential)
  expect((await company.admin.get(path)).headers['etag']).not.toBe(before)
})

test('numbers that cannot be stored exactly are refused', async () => {
  const put = (value: string) =>
    company.admin.send(
      'POST',
      '/v1/tasks',
      `{"title":"n","workspaceId":"${workspaceId}","customFields":[{"fieldApiId":"n","value":${value}}]}`,
    )
  expect((await put('12345678901234567890')).status).toBe(400)
  expect((await put('9007199254740991')).status).toBe(201)
})

test('unknown parameters of the token endpoint are ignored, whatever they are', async () => {
  const credential = await makeClient(company)
  const { assertionOf, jwtBearer } = await import('../support/signer.ts')
  const body = { grant_type: jwtBearer, assertion: assertionOf(credential), foo: 1, bar: { baz: [] } }
  expect((await postJson(world.app.server, '/oauth2/token', body)).status).toBe(200)
  const encoded = await postJson(world.app.server, '/oauth2/token', body, { 'content-encoding': 'gzip' })
  expect(encoded.status).toBe(415)
})
