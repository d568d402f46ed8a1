// A thread that writes contents of files and hashes them, beside the one that answers. What it is told and what it
// says stands in src/blobs/writing-threads.ts. It is no TypeScript: to load that would take it 25 MB.
import { createHash } from 'node:crypto'
import { writeSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'

const hashes = new Map()

function carryOut({ block, length, fd, at }, hash) {
  const bytes = new Uint8Array(block, 0, length)
  try {
    for (let done = 0; done < length; ) done += writeSync(fd, bytes, done, length - done, at + done)
    hash.update(bytes)
    return undefined
  } catch (error) {
    return { message: error.message, code: error.code }
  }
}

parentPort.on('message', (order) => {
  const { file, block } = order
  const hash = hashes.get(file) ?? createHash('sha256')
  hashes.set(file, hash)
  if (block !== undefined) {
    const failure = carryOut(order, hash)
    parentPort.postMessage({ file, block, failure }, [block])
    return
  }
  hashes.delete(file)
  if (order.close === 'digest') parentPort.postMessage({ file, sha256: hash.digest('hex') })
})
