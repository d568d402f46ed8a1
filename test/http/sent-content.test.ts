import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outletOf } from '../../src/blobs/content-stream.ts'
import type { Outlet } from '../../src/blobs/store.ts'
import { SentContent } from '../../src/http/sent-content.ts'

const bytes = randomBytes(5_000_003)
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

let app: FastifyInstance
let closed: Promise<void>

/** Answers with content as `outlet` gives it, and tells when it is closed. */
async function serve(outlet: () => Outlet): Promise<string> {
  const end = Promise.withResolvers<void>()
  closed = end.promise
  app.get('/', async (_request, reply) => {
    const { read, close } = outlet()
    return reply.header('content-length', bytes.length).send(
      new SentContent({
        read,
        async close() {
          await close()
          end.resolve()
        },
      }),
    )
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`
}

beforeEach(() => {
  app = Fastify()
})
afterEach(async () => {
  app.server.closeAllConnections()
  await app.close()
})

async function* pieces(size = 70_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

test.each([1, 20])('content arrives as it is: %i at once', async (count) => {
  const url = await serve(() => outletOf(pieces()))
  const found = await Promise.all(
    Array.from({ length: count }, async () => sha256(await (await fetch(url)).bytes())),
  )
  expect(new Set(found)).toEqual(new Set([sha256(bytes)]))
  await closed
})

test('what is injected keeps what it is given', async () => {
  await serve(() => outletOf(pieces()))
  const { rawPayload } = await app.inject('/')
  expect(sha256(rawPayload)).toBe(sha256(bytes))
  await closed
})

test('nothing stays open when the reader leaves', async () => {
  const url = await serve(() => outletOf(pieces()))
  const leaving = new AbortController()
  const reply = await fetch(url, { signal: leaving.signal })
  await reply.body?.getReader().read()
  leaving.abort()
  await closed
})

test('content that cannot be read on breaks the connection off', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, 2_000_000)
    throw new Error('the disk is broken')
  }
  const url = await serve(() => outletOf(broken()))
  await expect((await fetch(url)).bytes()).rejects.toThrow()
  await closed
})
