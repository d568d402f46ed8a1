import { createHash, randomBytes } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { blobAddress } from '../../src/base/config/file-settings.ts'
import { newBlobKey } from '../../src/file-store/keys.ts'
import { openBlobs } from '../../src/file-store/open.ts'
import { type BlobStore, MissingContent } from '../../src/file-store/store.ts'
import { useFolders } from '../support/files.ts'
import { until } from '../support/process.ts'
import { type S3Server, startS3, withKeys } from '../support/s3-server.ts'

/** What every store must do; each store runs all of it. */
const folder = useFolders()
const running: S3Server[] = []
const addresses = {
  disk: async () => `file:${folder()}/made/when/needed`,
  s3: async () => {
    const server = await startS3()
    running.push(server)
    return server.url
  },
}

async function* pieces(bytes: Buffer, size = 64 * 1024): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}

async function* broken(bytes: Buffer): AsyncGenerator<Buffer> {
  yield* pieces(bytes)
  throw new Error('the client hung up')
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const each of from) found.push(each)
  return found
}

describe.each(Object.keys(addresses) as (keyof typeof addresses)[])('the %s store', (kind) => {
  let store: BlobStore

  beforeAll(async () => {
    store = await openBlobs(blobAddress(await addresses[kind]()), (error) => {
      throw error
    })
  })
  afterAll(async () => {
    await store.close()
    for (const server of running.splice(0)) await server.stop()
  })

  const unconfirmedKeys = async (): Promise<string[]> =>
    (await all(store.unconfirmed())).map(({ key }) => key)
  const listed = async (key: string): Promise<number | undefined> =>
    (await all(store.list())).find((each) => each.key === key)?.size

  test.each([0, 1, 65_536, 1_048_577, 8 * 1024 * 1024, 20_000_003])(
    'returns %i bytes unchanged, with their hash and size',
    async (size) => {
      const key = newBlobKey(7)
      const bytes = randomBytes(size)
      expect(await store.put(key, pieces(bytes))).toEqual({ size, sha256: sha256(bytes) })
      expect(await store.size(key)).toBe(size)
      expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
      expect(await listed(key)).toBe(size)
    },
  )

  test('returns a range of the content', async () => {
    const key = newBlobKey(7)
    const bytes = randomBytes(300_000)
    await store.put(key, pieces(bytes, 1000))
    for (const [first, last] of [
      [0, 0],
      [0, 299_999],
      [299_999, 299_999],
      [12_345, 234_567],
    ] as const) {
      const found = await buffer(await store.read(key, { first, last }))
      expect(found.equals(bytes.subarray(first, last + 1)), `${first}-${last}`).toBe(true)
    }
  })

  test('keeps nothing of an interrupted upload, small or large', async () => {
    const before = (await all(store.list())).length
    for (const size of [0, 100, 20_000_000]) {
      const key = newBlobKey(7)
      await expect(store.put(key, broken(Buffer.alloc(size)))).rejects.toThrow('the client hung up')
      expect(await store.size(key)).toBeUndefined()
      await expect(store.read(key)).rejects.toThrow(MissingContent)
      expect(await unconfirmedKeys()).not.toContain(key)
    }
    expect(await all(store.list())).toHaveLength(before)
  })

  test('shows nothing of an upload in progress, and lists it as unconfirmed', async () => {
    const key = newBlobKey(7)
    const rest = Promise.withResolvers<void>()
    const began = Date.now()
    const putting = store.put(
      key,
      (async function* () {
        yield Buffer.alloc(9_000_000)
        await rest.promise
        yield Buffer.alloc(10)
      })(),
    )
    await until('it is unconfirmed', async () => (await unconfirmedKeys()).includes(key))
    const [mark] = (await all(store.unconfirmed())).filter((each) => each.key === key)
    // S3 has no milliseconds.
    expect(mark?.since.getTime()).toBeGreaterThan(began - 1_000)
    expect(mark?.since.getTime()).toBeLessThanOrEqual(Date.now())
    expect(await store.size(key)).toBeUndefined()
    await expect(store.read(key)).rejects.toThrow(MissingContent)
    expect(await listed(key)).toBeUndefined()
    rest.resolve()
    await putting
    expect(await store.size(key)).toBe(9_000_010)
  })

  test('lists content that was stored but not confirmed', async () => {
    const key = newBlobKey(7)
    await store.put(key, pieces(Buffer.from('x')))
    expect(await unconfirmedKeys()).toContain(key)
    await store.confirm(key)
    await store.confirm(key)
    expect(await unconfirmedKeys()).not.toContain(key)
    expect(await store.size(key)).toBe(1)
  })

  test('copies content, which is then independent', async () => {
    const [from, to] = [newBlobKey(7), newBlobKey(7)]
    await store.put(from, pieces(Buffer.from('twice')))
    await store.confirm(from)
    await store.copy(from, to)
    expect(await unconfirmedKeys()).toContain(to)
    await store.confirm(to)
    await store.remove(from)
    expect((await buffer(await store.read(to))).toString()).toBe('twice')
    const never = newBlobKey(7)
    await expect(store.copy(from, never)).rejects.toThrow(MissingContent)
    expect(await unconfirmedKeys()).not.toContain(never)
  })

  test('removes content, confirmed or not, and accepts missing content', async () => {
    const key = newBlobKey(7)
    await store.remove(key)
    for (const confirmed of [true, false]) {
      const other = newBlobKey(7)
      await store.put(other, pieces(randomBytes(10_000_000)))
      if (confirmed) await store.confirm(other)
      await store.remove(other)
      await store.remove(other)
      expect(await store.size(other)).toBeUndefined()
      expect(await unconfirmedKeys()).not.toContain(other)
    }
  })

  test('keeps the content, although the same memory is reused for what follows', async () => {
    const key = newBlobKey(7)
    const bytes = randomBytes(9_000_000)
    async function* inOneBuffer(): AsyncGenerator<Buffer> {
      const memory = Buffer.alloc(50_000)
      for (let at = 0; at < bytes.length; at += memory.length) {
        bytes.copy(memory, 0, at)
        yield memory
        memory.fill(0)
      }
    }
    expect((await store.put(key, inOneBuffer())).sha256).toBe(sha256(bytes))
    expect((await buffer(await store.read(key))).equals(bytes)).toBe(true)
  })

  test.each([
    [40, 50_000],
    [20, 1_300_000],
  ])('stores %i of %i bytes at once', async (count, size) => {
    const contents = Array.from({ length: count }, () => randomBytes(size))
    const keys = contents.map(() => newBlobKey(8))
    await Promise.all(contents.map((bytes, n) => store.put(keys[n] ?? '', pieces(bytes, 9999))))
    const found = await Promise.all(keys.map(async (key) => buffer(await store.read(key))))
    expect(found.every((bytes, n) => bytes.equals(contents[n] ?? Buffer.alloc(0)))).toBe(true)
  })

  test.each(['../../etc/passwd', '7/../8/0000000000000000000000', 'x', '', '7/short'])(
    'accepts no invalid key: %s',
    async (key) => {
      await expect(store.put(key, pieces(Buffer.alloc(1)))).rejects.toThrow('not a key')
      await expect(store.read(key)).rejects.toThrow('not a key')
      await expect(store.remove(key)).rejects.toThrow('not a key')
    },
  )
})

test('an unreachable bucket is a 503', async () => {
  const address = blobAddress('s3://bucket?endpoint=http://127.0.0.1:9')
  const putBack = withKeys('none')
  await expect(openBlobs(address, () => undefined)).rejects.toMatchObject({ code: 'unavailable' })
  putBack()
})
