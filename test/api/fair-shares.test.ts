import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { buildApp } from '../../src/app.ts'
import type { Database } from '../../src/db/database.ts'
import { currentCaller } from '../../src/fairness/scheduler.ts'
import { Client } from '../support/client.ts'
import { until } from '../support/process.ts'
import { checkerFor } from '../support/response-checker.ts'
import { useWorld } from '../support/world.ts'

const world = useWorld({ ATRIUM_DATABASE_POOL: '2', ATRIUM_RATE_REQUESTS_PER_SECOND: '0' })

test('a caller who floods the service does not make others wait for all of its requests', async () => {
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
  const inBetween = answered - before
  isOver = true
  await Promise.all(crowd)
  // With one queue for all, they would wait for every connection of the crowd, each time.
  expect(inBetween / times).toBeLessThan(connections / 4)
})

test('large bodies that a caller has started to send keep its other requests waiting until they have ended', async () => {
  const { server } = world.app
  await server.listen({ host: '127.0.0.1', port: 0 })
  const company = await world.company()
  const token = await world.token(company, company.adminId)
  const { port } = server.server.address() as AddressInfo
  let begun = 0
  server.server.on('request', () => {
    begun += 1
  })
  const senders = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'))
  for (const socket of senders)
    socket.write(
      `POST /v1/tasks HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: 1000000\r\n\r\n{`,
    )
  const ask = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } })
  // Each counts four times its size: a caller has room for three or four of them.
  await until('all have begun', () => begun === senders.length)
  let isAnswered = false
  const page = ask('/v1/tasks').then((response) => {
    isAnswered = true
    return response.status
  })
  const other = await world.company()
  for (let n = 0; n < 20; n += 1) await other.admin.ok('GET', '/v1/users/me')
  expect(isAnswered).toBe(false)
  for (const socket of senders) socket.destroy()
  expect(await page).toBe(200)
})

test('work that a write starts in the service is not charged to the caller', async () => {
  const company = await world.company()
  const token = await world.token(company, company.adminId)
  const during: string[] = []
  const after: string[] = []
  const db: Database = {
    ...world.db,
    transaction: (work) =>
      world.db.transaction((tx) => {
        during.push(currentCaller())
        return work(tx)
      }),
  }
  const parts = { config: world.config, db, blobs: world.blobs, secret: Buffer.alloc(32) }
  const app = buildApp({ ...parts, onWritten: () => after.push(currentCaller()) })
  const client = new Client(app.server, checkerFor(app), token)
  await client.ok('POST', '/v1/workspaces', { workspaceName: 'Woken' })
  expect(during.at(-1)).toBe(company.adminId)
  expect(after).toEqual([''])
  await app.server.close()
})

test('a caller has two bulk requests in progress, and as many other requests as there is room for', async () => {
  const company = await world.company()
  const { id: workspaceId } = (await company.admin.ok('POST', '/v1/workspaces', { workspaceName: 'Many' }))
    .body as { id: string }
  const token = await world.token(company, company.adminId)
  let atOnce = 0
  let end = Promise.withResolvers<void>()
  const db: Database = {
    ...world.db,
    poolSize: 10,
    async transaction(work) {
      atOnce += 1
      await end.promise
      return world.db.transaction(work).finally(() => {
        atOnce -= 1
      })
    },
  }
  const app = buildApp({ config: world.config, db, blobs: world.blobs, secret: Buffer.alloc(32) })
  const client = new Client(app.server, checkerFor(app), token)
  const operations = [{ requestId: '1', method: 'POST', body: { title: 'One of many', workspaceId } }]
  const other = await world.company()
  /** How many of twelve are in progress at once. */
  const send = async (path: string, body: object, expected: number): Promise<void> => {
    end = Promise.withResolvers()
    const all = Promise.all(Array.from({ length: 12 }, () => client.ok('POST', path, body)))
    await until(`${expected} have begun`, () => atOnce >= expected)
    // Another would have begun before all of these are answered.
    for (let n = 0; n < 20; n += 1) await other.admin.ok('GET', '/v1/users/me')
    expect(atOnce).toBe(expected)
    end.resolve()
    await all
  }
  await send('/v1/tasks/bulk', { operations }, 2)
  await send('/v1/tasks', { title: 'One alone', workspaceId }, 8)
  await app.server.close()
})
