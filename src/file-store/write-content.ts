import { createHash } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { giveBack, takeBlock } from './blocks.ts'
import type { ContentSource, Stored } from './store.ts'
import type { WrittenFile } from './threaded-content.ts'
import type { WritingThreads } from './writing-threads.ts'

/** Flush after so many bytes, so that the disk is not idle until the end. */
const flushed = 64 * 1024 * 1024

/**
 * Writes and hashes content: here if it fits into one block, otherwise in a thread, while the next block fills. `sync`
 * makes durable what was written so far.
 */
export async function writeContent(
  handle: FileHandle,
  source: ContentSource,
  threads: WritingThreads,
  sync: () => Promise<void>,
): Promise<Stored> {
  let block = takeBlock('small')
  let filled = 0
  let size = 0
  let unflushed = 0
  let flushing: Promise<void> | undefined
  let file: WrittenFile | undefined
  const flush = async (): Promise<void> => {
    unflushed = 0
    // A failure is reported once, by the next flush.
    await flushing
    flushing = sync()
    flushing.catch(() => undefined)
  }
  try {
    for await (const chunk of source) {
      size += chunk.length
      for (let from = 0; from < chunk.length; ) {
        if (filled === block.length) {
          file ??= threads.open(handle.fd)
          await file.write(block, filled)
          unflushed += filled
          block = takeBlock(threads.areMany ? 'small' : 'large')
          filled = 0
          if (unflushed >= flushed) await flush()
        }
        const to = Math.min(chunk.length, from + block.length - filled)
        block.set(from === 0 && to === chunk.length ? chunk : chunk.subarray(from, to), filled)
        filled += to - from
        from = to
      }
    }
    if (file === undefined) return await writeAtOnce(handle, block.subarray(0, filled))
    await file.write(block, filled)
    const sha256 = await file.digest()
    await flushing
    return { size, sha256 }
  } finally {
    await file?.close()
    await flushing?.catch(() => undefined)
    if (block.byteLength > 0) giveBack(block.buffer)
  }
}

async function writeAtOnce(handle: FileHandle, bytes: Uint8Array): Promise<Stored> {
  for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at)).bytesWritten
  return { size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') }
}
