import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './postgres-server.ts'

/** Bytes on the way in one direction: more than any window that a test fills. */
const mostInFlight = 256e6

/**
 * A relay to a local port over a line with this round trip and unlimited bandwidth. It shows what a protocol's own flow
 * control costs: a window of `n` bytes carries at most `n` bytes per round trip.
 */
export async function distantPort(
  target: number,
  roundTrip: number,
): Promise<{ port: number; close: () => void }> {
  const open = new Set<Socket>()
  const port = await freePort()
  const relay = createServer({ noDelay: true }, (caller) => {
    const onward = connect({ port: target, host: '127.0.0.1', noDelay: true })
    delay(caller, onward, roundTrip / 2)
    delay(onward, caller, roundTrip / 2)
    for (const socket of [caller, onward]) open.add(socket)
  })
  await new Promise<void>((resolve) => relay.listen(port, '127.0.0.1', () => resolve()))
  return {
    port,
    close() {
      for (const socket of open) socket.destroy()
      relay.close()
    },
  }
}

function delay(from: Socket, to: Socket, milliseconds: number): void {
  const queue: { at: number; chunk: Buffer | undefined }[] = []
  let [inFlight, timer]: [number, NodeJS.Timeout | undefined] = [0, undefined]
  const flush = (): void => {
    timer = undefined
    for (;;) {
      const [first] = queue
      if (first === undefined) return
      const wait = first.at - performance.now()
      if (wait > 0.5) {
        timer = setTimeout(flush, wait)
        return
      }
      queue.shift()
      if (first.chunk === undefined) to.end()
      else {
        to.write(first.chunk)
        inFlight -= first.chunk.length
      }
      if (from.isPaused() && inFlight < mostInFlight) from.resume()
    }
  }
  const add = (chunk: Buffer | undefined): void => {
    queue.push({ at: performance.now() + milliseconds, chunk })
    inFlight += chunk?.length ?? 0
    if (inFlight > mostInFlight) from.pause()
    if (timer === undefined) flush()
  }
  from
    .on('data', add)
    .on('end', () => add(undefined))
    .on('error', () => to.destroy())
    .on('close', () => open(to))
  function open(socket: Socket): void {
    if (queue.length === 0) socket.end()
  }
}
