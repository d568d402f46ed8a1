import { hash } from 'node:crypto'
import { free, giveBack, takeBlock } from './blocks.ts'
import type { ContentSource, Stored } from './store.ts'
import type { HashedContent } from './threaded-content.ts'
import type { WritingThreads } from './writing-threads.ts'

/** The size of a part; an object has at most 10,000 of them, so 80 GB. */
const partSize = 8 * 1024 * 1024

/** A part to be sent, with its own hash. Its memory is reused once it is sent. */
export interface UploadPart {
  bytes: Uint8Array
  sha256: string
  /** Whether this part is all of the content. */
  isAll: boolean
}

/**
 * Sends content in one or more parts, and hashes it: here if it fits into a small block, otherwise in a thread. A part is
 * hashed and sent while the next one fills, unless many uploads run at once: then each has one part in memory.
 */
export async function sendInParts(
  source: ContentSource,
  threads: WritingThreads,
  send: (part: UploadPart) => Promise<void>,
): Promise<Stored> {
  const small = takeBlock('small')
  let block = small
  let filled = 0
  let size = 0
  let spare: Uint8Array<ArrayBuffer> | undefined
  let hashing: HashedContent | undefined
  let sending: Promise<string> | undefined
  const sendBlock = async (isAll: boolean): Promise<string> => {
    const length = filled
    filled = 0
    hashing ??= threads.hash()
    const { block: back, sha256 } = await hashing.hash(block, length, isAll)
    await send({ bytes: back.subarray(0, length), sha256, isAll })
    spare = back
    return sha256
  }
  try {
    for await (const chunk of source) {
      size += chunk.length
      for (let from = 0; from < chunk.length; ) {
        if (filled === block.length) {
          if (block.length < partSize) {
            block = Buffer.allocUnsafeSlow(partSize)
            block.set(small)
          } else {
            await sending
            sending = sendBlock(false)
            // The failure is reported where the promise is awaited.
            sending.catch(() => undefined)
            if (threads.areMany) await sending
            block = spare ?? Buffer.allocUnsafeSlow(partSize)
            spare = undefined
          }
        }
        const to = Math.min(chunk.length, from + block.length - filled)
        block.set(from === 0 && to === chunk.length ? chunk : chunk.subarray(from, to), filled)
        filled += to - from
        from = to
      }
    }
    if (block === small) {
      const bytes = Buffer.from(small.subarray(0, filled))
      const sha256 = hash('sha256', bytes)
      await send({ bytes, sha256, isAll: true })
      return { size, sha256 }
    }
    await sending
    const before = spare
    const last = await sendBlock(sending === undefined)
    const whole = sending === undefined || hashing === undefined ? last : await hashing.digest()
    for (const done of [before, spare]) if (done !== undefined) free(done.buffer)
    return { size, sha256: whole }
  } finally {
    await sending?.catch(() => undefined)
    await hashing?.close()
    giveBack(small.buffer)
  }
}
