import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildServer } from '../../src/http/server.ts'
import { answersIn, openWire, until } from '../support/process.ts'

const { app } = buildServer(
  {
    publicUrl: 'http://localhost',
    trustedProxies: [],
    logLevel: 'silent',
    headersTimeout: 5,
    bodyTimeout: 5,
    idleTimeout: 5,
  },
  { admit: async () => undefined, countRefusal: async () => undefined },
)
let port = 0
let begun: string[] = []
let answer = Promise.withResolvers<string>()

beforeAll(async () => {
  app.all('/slow', async () => {
    begun.push('slow')
    return answer.promise
  })
  app.all('/quick', async () => {
    begun.push('quick')
    return 'quick'
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  port = (app.server.address() as AddressInfo).port
})
afterAll(() => app.close())

const ask = (method: string, path: string, headers = ''): string =>
  `${method} ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`
const upgrade = 'Connection: keep-alive, Upgrade\r\nUpgrade: h2c\r\n'

test.each([
  ['without a body', ask('GET', '/slow', upgrade)],
  ['with a body', `${ask('POST', '/slow', `${upgrade}Content-Length: 2\r\n`)}{}`],
])('a request to upgrade, %s, is answered, and is the last on its connection', async (_how, first) => {
  begun = []
  answer = Promise.withResolvers()
  const wire = await openWire(port)
  wire.send(`${ask('GET', '/quick')}${first}${ask('GET', '/quick')}`)
  await until('it has begun', () => begun.includes('slow'))
  // Node has lost the one after it, and takes this for the next.
  const next = once(app.server, 'request')
  wire.send(ask('DELETE', '/quick'))
  await next
  answer.resolve('slow')
  await wire.closed
  expect(begun).toEqual(['quick', 'slow'])
  const answers = answersIn(wire.text())
  expect(answers.map(({ status }) => status)).toEqual([200, 200])
  expect(answers[0]?.headers).not.toContain('connection: close')
  expect(answers[1]?.headers).toContain('connection: close')
})
