import { createHash } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { ContentSource } from '../../src/file-store/store.ts'
import { writeContent } from '../../src/file-store/write-content.ts'
import { WritingThreads } from '../../src/file-store/writing-threads.ts'
import { useFolders } from '../support/files.ts'

const folder = useFolders()
let threads: WritingThreads

beforeEach(() => {
  threads = new WritingThreads()
})
afterEach(() => threads.close())

const chunk = Buffer.alloc(100_000, 'atrium')

async function* chunks(count: number): AsyncGenerator<Uint8Array> {
  for (let n = 0; n < count; n += 1) yield chunk
}

async function writeTo(path: string, source: ContentSource, sync = async (): Promise<void> => undefined) {
  const handle = await open(path, 'w')
  try {
    return await writeContent(handle, source, threads, sync)
  } finally {
    await handle.close()
  }
}

async function demandWhole(): Promise<void> {
  const path = join(folder(), 'whole')
  const { size, sha256 } = await writeTo(path, chunks(30))
  const found = await readFile(path)
  expect(size).toBe(3_000_000)
  expect(found.length).toBe(size)
  expect(createHash('sha256').update(found).digest('hex')).toBe(sha256)
}

test.each([1, 100])(
  'a disk without space is reported, and other files are written: %i chunks',
  async (count) => {
    await expect(writeTo('/dev/full', chunks(count))).rejects.toMatchObject({ code: 'ENOSPC' })
    await demandWhole()
  },
)

test('a thread that ends fails its files, and the next file gets another thread', async () => {
  async function* source(): AsyncGenerator<Uint8Array> {
    yield* chunks(20)
    await threads.close()
    yield* chunks(20)
  }
  await expect(writeTo(join(folder(), 'broken'), source())).rejects.toThrow('has ended')
  await demandWhole()
})

test('the disk is flushed before all content has arrived, and a failed flush is a failure', async () => {
  let synced = 0
  await writeTo('/dev/null', chunks(2000), async () => {
    synced += 1
  })
  expect(synced).toBe(2)
  const failing = async (): Promise<void> => {
    throw new Error('the disk is broken')
  }
  await expect(writeTo('/dev/null', chunks(2000), failing)).rejects.toThrow('the disk is broken')
})
