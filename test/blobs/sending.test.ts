import crypto, { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { atBuild, knownHash } from '../../src/file-store/parted-upload.ts'
import { sendInParts } from '../../src/file-store/send-in-parts.ts'
import { WritingThreads } from '../../src/file-store/writing-threads.ts'

let threads: WritingThreads

beforeEach(() => {
  threads = new WritingThreads()
})
afterEach(() => threads.close())

const partSize = 8 * 1024 * 1024
const chunk = randomBytes(100_000)
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

async function* chunks(count: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n += 1) yield chunk
}

/** Sends this many chunks to nowhere. */
const sendAway = (count: number, work: () => void = () => undefined) =>
  sendInParts(chunks(count), threads, async () => work())

async function demandWhole(count: number): Promise<number> {
  const sent: Buffer[] = []
  const stored = await sendInParts(chunks(count), threads, async (part) => {
    sent.push(Buffer.from(part.bytes))
    expect(sha256(part.bytes)).toBe(part.sha256)
    expect(part.isAll).toBe(count * chunk.length <= partSize)
    // A block that is being sent is not overwritten.
    await setImmediate()
    expect(sha256(part.bytes)).toBe(part.sha256)
  })
  const all = Buffer.concat(sent)
  expect(stored).toEqual({ size: count * chunk.length, sha256: sha256(all) })
  expect(all.equals(Buffer.concat(Array.from({ length: count }, () => chunk)))).toBe(true)
  return sent.length
}

test.each([
  [0, 1],
  [1, 1],
  [30, 1],
  [84, 2],
  [170, 3],
])('%i chunks go in %i parts, each with its hash', async (count, parts) => {
  expect(await demandWhole(count)).toBe(parts)
})

test('many at once are just as complete', async () => {
  await Promise.all(Array.from({ length: 6 }, () => demandWhole(90)))
})

test('content is hashed outside the thread that responds', async () => {
  const hashing = vi.spyOn(crypto, 'createHash')
  syncBuiltinESMExports()
  try {
    await sendAway(100)
    expect(hashing).not.toHaveBeenCalled()
    createHash('sha256')
    expect(hashing).toHaveBeenCalledOnce()
  } finally {
    hashing.mockRestore()
    syncBuiltinESMExports()
  }
})

test('the memory of parts is released when everything is sent', async () => {
  await sendAway(170)
  const before = process.memoryUsage().arrayBuffers
  for (let n = 0; n < 3; n += 1) await sendAway(170)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(partSize)
})

test('a part that cannot be sent and a thread that ends are reported, and the next upload works', async () => {
  const refuse = (): never => {
    throw new Error('the store is away')
  }
  for (const count of [1, 50, 170]) await expect(sendAway(count, refuse)).rejects.toThrow('the store is away')
  await expect(sendAway(170, () => void threads.close())).rejects.toThrow('has ended')
  await demandWhole(30)
})

test('a known hash is sent with the request, and not computed again', async () => {
  const given = 'f'.repeat(64)
  let header: unknown
  const server = createServer((request, reply) => {
    header = request.headers['x-amz-content-sha256']
    request.resume().on('end', () => reply.end())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = new S3Client({
    region: 'eu-1',
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    forcePathStyle: true,
    credentials: { accessKeyId: 'x', secretAccessKey: 'x' },
    requestChecksumCalculation: 'WHEN_REQUIRED',
  })
  try {
    const command = new PutObjectCommand({ Bucket: 'b', Key: 'k', Body: chunk })
    command.middlewareStack.add(knownHash(given), atBuild)
    await client.send(command)
    expect(header).toBe(given)
  } finally {
    client.destroy()
    server.close()
  }
})
