import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { giveBack, takeBlock } from '../../file-store/blocks.ts'
import { ContentStream } from '../../file-store/content-stream.ts'

/** From this many transfers on, each gets less memory. */
const few = 4
let inProgress = 0

/**
 * Sends content to a client. The connection reports when it has sent a block, so two blocks of memory
 * suffice: one is filled while the other is sent, and nothing is left to collect.
 */
export class SentContent extends ContentStream {
  override pipe<T extends NodeJS.WritableStream>(to: T): T {
    // An injected request keeps the blocks it gets, and so may others.
    if (!isSent(to)) return super.pipe(to)
    inProgress += 1
    this.#send(to)
      .catch((error: Error) => this.destroy(error))
      .finally(() => {
        inProgress -= 1
      })
    return to
  }

  async #send(to: ServerResponse): Promise<void> {
    const size = inProgress > few ? 'small' : 'large'
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
    // Closed in this order, as streams do: the transfer must not end before its source.
    this.once('end', () => to.end())
    this.push(null)
    this.resume()
  }
}

/** Structurally typed, because importing the class would load all of Node's HTTP module. */
function isSent(to: NodeJS.WritableStream): to is ServerResponse {
  return 'writeHead' in to && 'socket' in to && to.socket instanceof Socket
}

/** Resolves when the block may be reused. */
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
  // The awaiting code gets the rejection; until then it must not count as unhandled.
  sent.promise.catch(() => undefined)
  return sent.promise
}
