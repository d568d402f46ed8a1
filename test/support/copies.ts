import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { expect } from 'vitest'
import { readConfig } from '../../src/base/config.ts'
import { problem } from '../../src/base/errors.ts'
import { main } from '../../src/cli/main.ts'
import { openDatabase } from '../../src/db/open.ts'
import { keepContent } from '../../src/file-store/keep.ts'
import { openBlobs } from '../../src/file-store/open.ts'
import { takeContent } from '../../src/file-store/take.ts'
import { type FileCaller, someBytes } from './file-requests.ts'

/** Writes tasks and files with content continuously until it is stopped. */
export async function writeWithoutPause(
  caller: FileCaller,
): Promise<{ written: () => number; stop: () => Promise<void> }> {
  const workspaceId = await caller.workspace()
  let [stopped, written] = [false, 0]
  const work = Array.from({ length: 3 }, async (_, n) => {
    while (!stopped) {
      if (n < 2)
        await caller.json('POST', `/v1/workspaces/${workspaceId}/tasks`, { title: `Task ${written}` })
      else {
        const { id } = (await (await caller.upload(`${written}.bin`, someBytes(5_000))).json()) as {
          id: string
        }
        expect((await caller.claim(workspaceId, id)).status).toBe(201)
      }
      written += 1
    }
  })
  return {
    written: () => written,
    async stop() {
      stopped = true
      await Promise.all(work)
    },
  }
}

export interface Operated {
  code: number
  said: string
  noted: string
}

/** The operator's command line, in this process: starting a process for each command would take most of the time. */
export async function operate(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<Operated> {
  const [said, noted]: string[][] = [[], []]
  const code = await main(words, {
    say: (line) => said?.push(line),
    note: (line) => noted?.push(line),
    readInput: async () => '',
    environment,
  })
  return { code, said: said?.join('\n') ?? '', noted: noted?.join('\n') ?? '' }
}

/** The same for a command that must succeed; returns its output. */
export async function operated(
  words: readonly string[],
  environment: Record<string, string> = {},
): Promise<string> {
  const { code, said, noted } = await operate(words, environment)
  expect(code, noted + said).toBe(0)
  return said
}

/** Stores content of these sizes in the company with the smallest number. */
export async function addContents(settings: Record<string, string>, sizes: readonly number[]): Promise<void> {
  const config = readConfig(settings)
  const db = openDatabase(config, fail)
  const blobs = await openBlobs(config.blobs, fail)
  const room = { most: 1e9, beyond: () => problem('too_large', '') }
  try {
    for (const size of sizes) {
      const taken = await takeContent(blobs, 1, Readable.from([someBytes(size)]), room)
      await db.transaction((tx) => keepContent(tx, 1, taken, { companyBytes: undefined }))
      await blobs.confirm(taken.key)
    }
  } finally {
    await blobs.close()
    await db.close()
  }
}

/** The hashes of all content in a store, by key. */
export async function everyContent(settings: Record<string, string>): Promise<Record<string, string>> {
  const blobs = await openBlobs(readConfig(settings).blobs, fail)
  try {
    const all: Record<string, string> = {}
    for await (const { key } of blobs.list()) {
      const hash = createHash('sha256')
      for await (const chunk of await blobs.read(key)) hash.update(chunk)
      all[key] = hash.digest('hex')
    }
    return all
  } finally {
    await blobs.close()
  }
}

function fail(error: Error): never {
  throw error
}
