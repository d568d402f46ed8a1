import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { topics } from '../observe/topics.ts'

/** After so many bytes of content the memory that they passed through is given back. */
const interval = 8 * 1024 * 1024

type Collect = (options: { type: 'minor' }) => void

let collect: Collect | undefined
let passed = 0

/**
 * Content comes in pieces that are garbage at once, but weigh so little in the engine's own books that it would let
 * hundreds of megabytes of them stand and then look through all it has. So the young ones are collected in between,
 * which takes a millisecond: half the processor time, and two thirds of the memory. See the decision on it.
 */
export function contentPassed(bytes: number): void {
  passed += bytes
  if (passed < interval) return
  passed = 0
  collect ??= exposedCollector()
  collect({ type: 'minor' })
}

function exposedCollector(): Collect {
  setFlagsFromString('--expose-gc')
  const found: unknown = runInNewContext('gc')
  return typeof found === 'function' ? (found as Collect) : () => undefined
}

/** The same content on its way out, told of as it passes. */
export async function* passing(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source) {
    contentPassed(chunk.length)
    topics.contentMoved.tell({ direction: 'out', bytes: chunk.length })
    yield chunk
  }
}
