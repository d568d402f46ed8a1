// A thread that hashes file contents, and writes those that go to a disk, beside the main thread.
// src/file-store/threaded-content.ts defines its messages. It is plain JavaScript: loading TypeScript would
// cost 25 MB.
import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

const hashes = new Map()

/** Also returns the hash of the block alone if requested. */
function carryOut(bytes, { fd, at, isAll }, hash) {
  if (fd === undefined) {
    if (!isAll) hash.update(bytes)
    return createHash('sha256').update(bytes).digest('hex')
  }
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done, bytes.length - done, at + done)
  hash.update(bytes)
  return undefined
}

parentPort.on('message', ({ content, block, length, to, close }) => {
  const hash = hashes.get(content) ?? createHash('sha256')
  hashes.set(content, hash)
  if (block !== undefined) {
    const report = { content, block, blockSha256: undefined, failure: undefined }
    try {
      report.blockSha256 = carryOut(new Uint8Array(block, 0, length), to, hash)
    } catch (error) {
      report.failure = { message: error.message, code: error.code }
    }
    parentPort.postMessage(report, [block])
    return
  }
  hashes.delete(content)
  if (close === 'digest') parentPort.postMessage({ content, sha256: hash.digest('hex') })
})
