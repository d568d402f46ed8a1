import { createHash, randomBytes } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { outletOf, outletOfPieces } from '../../src/file-store/content-stream.ts'
import type { Outlet } from '../../src/file-store/store.ts'
import { pageOf } from '../../src/http/answer.ts'
import { SentContent } from '../../src/http/content/sent-content.ts'

const bytes = randomBytes(5_000_003)
const sha256 = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex')

let app: FastifyInstance
let closed: Promise<void>

/** Answers with content as `outlet` provides it, and reports when it is closed. */
async function serve(outlet: (path: string) => Outlet): Promise<string> {
  const end = Promise.withResolvers<void>()
  closed = end.promise
  app.get('/*', async (request, reply) => {
    const { read, close } = outlet(request.url)
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

async function* pieces(content = bytes, size = 70_000): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += size) yield content.subarray(at, at + size)
}

test.each([1, 20])('content arrives unchanged: %i at once', async (count) => {
  // Each has its own content, so that a block that reaches another reader is noticed.
  const contents = new Map(Array.from({ length: count }, (_, n) => [`/${n}`, randomBytes(bytes.length)]))
  const url = await serve((path) => outletOf(pieces(contents.get(path))))
  const found = await Promise.all(
    [...contents.keys()].map(async (path) => sha256(await (await fetch(new URL(path, url))).bytes())),
  )
  expect(found).toEqual([...contents.values()].map(sha256))
  await closed
})

test('an injected request keeps the blocks it gets', async () => {
  await serve(() => outletOf(pieces()))
  const { rawPayload } = await app.inject('/')
  expect(sha256(rawPayload)).toBe(sha256(bytes))
  await closed
})

test('nothing stays open when the reader disconnects', async () => {
  const url = await serve(() => outletOf(pieces()))
  const leaving = new AbortController()
  const reply = await fetch(url, { signal: leaving.signal })
  await reply.body?.getReader().read()
  leaving.abort()
  await closed
})

test('a read error in the middle of the content breaks the connection', async () => {
  async function* broken(): AsyncGenerator<Uint8Array> {
    yield bytes.subarray(0, 2_000_000)
    throw new Error('the disk is broken')
  }
  const url = await serve(() => outletOf(broken()))
  await expect((await fetch(url)).bytes()).rejects.toThrow()
  await closed
})

/** Each with its own memory, and one of a few bytes that shares its memory with others. */
const inMemory = (): Buffer[] => [
  ...Array.from({ length: 5 }, (_, n) => Buffer.from(randomBytes(700_000 + n))),
  Buffer.from('the end'),
]

test('chunks in memory arrive unchanged, and are freed as they are sent', async () => {
  const given = inMemory()
  const [length, hash] = [given.reduce((sum, { length }) => sum + length, 0), sha256(Buffer.concat(given))]
  app.get('/', async (_, reply) =>
    reply.header('content-length', length).send(new SentContent(outletOfPieces(given))),
  )
  await app.listen({ host: '127.0.0.1', port: 0 })
  const reply = await fetch(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`)
  expect(sha256(await reply.bytes())).toBe(hash)
  expect(given.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0, 0, 0, 7])
  expect(given.at(-1)?.toString()).toBe('the end')
})

test('unread chunks are freed when nobody will read them', async () => {
  const given = inMemory()
  const outlet = outletOfPieces(given)
  expect(await outlet.read(new Uint8Array(1_000_000))).toBe(1_000_000)
  expect(given.map(({ byteLength }) => byteLength > 0)).toEqual([false, true, true, true, true, true])
  await outlet.close()
  expect(given.map(({ byteLength }) => byteLength > 0)).toEqual([false, false, false, false, false, true])
  expect(await outlet.read(new Uint8Array(10))).toBe(0)
})

test('large pages are sent that way', async () => {
  const { page } = await pageOf(Array.from({ length: 10 }), () => `"${'a'.repeat(50_000)}"`, {})
  expect(page.stream).toBeInstanceOf(SentContent)
})
