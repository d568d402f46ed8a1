import { type AddressInfo, connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Database } from '../../src/db/database.ts'
import { Client } from '../support/client.ts'
import { checkerFor } from '../support/response-checker.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld({ ATRIUM_DATABASE_POOL: '2', ATRIUM_RATE_REQUESTS_PER_SECOND: '0' })

test('beside a caller who asks without end others do not wait for all that it asks', async () => {
  const company = await world.company()
  const { id: workspaceId } = (await company.admin.ok('POST', '/v1/workspaces', { workspaceName: 'Shared' }))
    .body as { id: string }
  const { client: other } = await world.person(company, { workspaceId })
  const connections = 40
  let answered = 0
  let isOver = false
  const crowd = Array.from({ length: connections }, async () => {
    while (!isOver) {
      await company.admin.ok('GET', `/v1/workspaces/${workspaceId}`)
      answered += 1
    }
  })
  while (answered < connections) await other.ok('GET', `/v1/workspaces/${workspaceId}`)
  const before = answered
  const times = 10
  for (let n = 0; n < times; n += 1) await other.ok('GET', `/v1/workspaces/${workspaceId}`)
  const meanwhile = answered - before
  isOver = true
  await Promise.all(crowd)
  // In one line for all they would wait for each connection of the crowd, each time.
  expect(meanwhile / times).toBeLessThan(connections / 4)
})

test('what a caller has begun to send in large bodies is held against it, until it has ended', async () => {
  const { server } = world.app
  await server.listen({ host: '127.0.0.1', port: 0 })
  const company = await world.company()
  const token = await world.token(company, company.adminId)
  const { port } = server.server.address() as AddressInfo
  const senders = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
  for (const socket of senders)
    socket.write(
      `POST /v1/tasks HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{`,
    )
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  // Four of them are as much as a caller has under way.
  await setTimeout(200)
  let isAnswered = false
  const page = ask('/v1/tasks').then((response) => {
    isAnswered = true
    return response.status
  })
  await setTimeout(200)
  expect(isAnswered).toBe(false)
  for (const socket of senders) socket.destroy()
  expect(await page).toBe(200)
})

test('what is asked for a caller is asked in its name, and what that wakes in that of the service', async () => {
  const company = await world.company()
  const token = await world.token(company, company.adminId)
  const names: (string | undefined)[] = []
  const db: Database = {
    ...world.db,
    as(whose, work) {
      names.push(whose)
      return work()
    },
  }
  const app = buildApp({ config: world.config, db, blobs: world.blobs, secret: Buffer.alloc(32) })
  const client = new Client(app.server, checkerFor(app.description), token)
  await client.ok('GET', '/v1/users/me')
  expect(names.splice(0)).toEqual([company.adminId])
  await client.ok('POST', '/v1/workspaces', { workspaceName: 'Woken' })
  expect(names.splice(0)).toEqual([company.adminId, undefined])
  const { address } = (await client.ok('POST', '/v1/users/me/calendar')).body as { address: string }
  names.length = 0
  expect((await app.server.inject({ method: 'GET', url: new URL(address).pathname })).statusCode).toBe(200)
  expect(names).toEqual([company.adminId])
  await app.server.close()
})

test('bulk requests have half of the connections at most, and the others wait for them', async () => {
  const company = await world.company()
  const { id: workspaceId } = (await company.admin.ok('POST', '/v1/workspaces', { workspaceName: 'Many' }))
    .body as { id: string }
  const token = await world.token(company, company.adminId)
  let atOnce = 0
  let most = 0
  const db: Database = {
    ...world.db,
    places: 4,
    async transaction(work, whose) {
      atOnce += 1
      most = Math.max(most, atOnce)
      // On SQLite they would follow each other as fast as they come.
      await setTimeout(20)
      return world.db.transaction(work, whose).finally(() => {
        atOnce -= 1
      })
    },
  }
  const app = buildApp({ config: world.config, db, blobs: world.blobs, secret: Buffer.alloc(32) })
  const client = new Client(app.server, checkerFor(app.description), token)
  const operations = [{ requestId: '1', method: 'POST', body: { title: 'One of many', workspaceId } }]
  const send = (path: string, body: object) =>
    Promise.all(Array.from({ length: 8 }, () => client.ok('POST', path, body)))
  await send('/v1/tasks/bulk', { operations })
  expect(most).toBe(2)
  await send('/v1/tasks', { title: 'One alone', workspaceId })
  expect(most).toBe(8)
  await app.server.close()
})
