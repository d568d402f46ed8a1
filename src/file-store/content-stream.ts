import { Readable } from 'node:stream'
import { blockSizes, release } from './blocks.ts'
import type { Outlet } from './store.ts'

/** Content that is read as a stream. */
export class ContentStream extends Readable {
  protected readonly outlet: Outlet

  constructor(outlet: Outlet) {
    super({ highWaterMark: blockSizes.large / 2 })
    this.outlet = outlet
  }

  override _read(size: number): void {
    const memory = Buffer.allocUnsafeSlow(size)
    this.outlet.read(memory).then(
      (count) => {
        if (count === 0) this.push(null)
        // A short chunk would keep a whole block of memory alive.
        else this.push(count < size / 2 ? Buffer.from(memory.subarray(0, count)) : memory.subarray(0, count))
      },
      (error: Error) => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    // The file stays open until the read in progress has ended.
    this.outlet.close().then(
      () => done(error),
      (failure: Error) => done(error ?? failure),
    )
  }
}

/** Content that arrives in chunks. */
export function outletOf(source: AsyncIterable<Uint8Array>): Outlet {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Uint8Array = new Uint8Array(0)
  return {
    async read(into) {
      while (rest.length === 0) {
        const { done, value } = await chunks.next()
        if (done === true) return 0
        rest = value
      }
      const part = rest.subarray(0, into.length)
      into.set(part)
      rest = rest.subarray(part.length)
      return part.length
    },
    async close() {
      await chunks.return?.()
    },
  }
}

/** Content that is in memory, in chunks. Each is read once, and its memory freed. */
export function outletOfPieces(pieces: readonly Uint8Array[]): Outlet {
  const left = pieces.toReversed()
  let from = 0
  return {
    async read(into) {
      let count = 0
      for (let piece = left.at(-1); piece !== undefined && count < into.length; piece = left.at(-1)) {
        const part = piece.subarray(from, from + into.length - count)
        into.set(part, count)
        count += part.length
        from += part.length
        if (from === piece.length) {
          release(piece)
          left.pop()
          from = 0
        }
      }
      return count
    },
    async close() {
      for (const piece of left.splice(0)) release(piece)
    },
  }
}
