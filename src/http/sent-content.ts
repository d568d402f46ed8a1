import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { giveBack, takeBlock } from '../file-store/blocks.ts'
import { ContentStream } from '../file-store/content-stream.ts'

/** More than this at once are many: each then has little memory. */
const few = 4
let underWay = 0

/**
 * Content on its way to whoever asked. A connection says when it has sent what it was given, so that two blocks of
 * memory are enough: one is read while the other is sent, and nothing is left to collect.
 */
export class SentContent extends ContentStream {
  override pipe<T extends NodeJS.WritableStream>(to: T): T {
    // What is injected keeps what it is given, and so may others.
    if (!isSent(to)) return super.pipe(to)
    underWay += 1
    this.#send(to)
      .catch((error: Error) => this.destroy(error))
      .finally(() => {
        underWay -= 1
      })
    return to
  }

  async #send(to: ServerResponse): Promise<void> {
    const size = underWay > few ? 'small' : 'large'
    const idle = [takeBlock(size), takeBlock(size)]
    const sending: Promise<Uint8Array<ArrayBuffer>>[] = []
    for (;;) {
      const block = idle.pop() ?? (await sending.shift())
      if (block === undefined || this.destroyed) return
      const count = await this.outlet.read(block)
      if (this.destroyed) return
      if (count === 0) {
        giveBack(block.buffer)
        break
      }
      sending.push(handOver(to, block, count))
    }
    for (const sent of sending) giveBack((await sent).buffer)
    for (const block of idle) giveBack(block.buffer)
    // Ended in this order, as streams do: what is being sent must not end before its source.
    this.once('end', () => to.end())
    this.push(null)
    this.resume()
  }
}

/** An answer on a connection. Its class is not asked for: with it the system would load all that it has for HTTP. */
function isSent(to: NodeJS.WritableStream): to is ServerResponse {
  return 'writeHead' in to && 'socket' in to && to.socket instanceof Socket
}

/** Resolves when nobody looks at the block any more. */
function handOver(
  to: ServerResponse,
  block: Uint8Array<ArrayBuffer>,
  count: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const sent = Promise.withResolvers<Uint8Array<ArrayBuffer>>()
  to.write(block.subarray(0, count), (error) => {
    if (error) sent.reject(error)
    else sent.resolve(block)
  })
  // Whoever waits for it learns of its failure; until then it is nobody's.
  sent.promise.catch(() => undefined)
  return sent.promise
}
