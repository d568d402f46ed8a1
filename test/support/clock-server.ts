import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { clock } from '../../src/base/clock.ts'
import { time } from './clock.ts'

/** A message to the processes that follow the clock of the tests. */
export type ClockCommand = { ahead: number; isFrozen: boolean } | { advance: number } | 'freeze' | 'resume'

/** The processes that follow, each with what happens when it has carried out a command, or has ended. */
const followers = new Map<Socket, () => void>()

const server = createServer((socket) => {
  const onDone = (): void => followers.get(socket)?.()
  // It follows from its first answer on.
  socket.once('data', () => {
    followers.set(socket, () => undefined)
    socket.on('data', onDone)
  })
  socket.on('error', () => undefined)
  socket.once('close', () => {
    onDone()
    followers.delete(socket)
  })
  send(socket, { ahead: clock.now() - Date.now(), isFrozen: time.isFrozen })
})
  .unref()
  .listen(0, '127.0.0.1')
const listening = once(server, 'listening')

/** The variable that gives a program of this project, and those that it starts, the time of the tests. */
export async function clockSettings(): Promise<Record<string, string>> {
  await listening
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The clock of the tests has no port')
  return { NODE_OPTIONS: `--import=${new URL('clock-client.ts', import.meta.url)}?port=${address.port}` }
}

function send(socket: Socket, command: ClockCommand): void {
  socket.write(`${JSON.stringify(command)}\n`)
}

/** Concurrent tests may send commands at the same time: each waits for the one before. */
let last: Promise<unknown> = Promise.resolve()

function sendAll(command: ClockCommand): Promise<unknown> {
  last = last.then(() => {
    const done = [...followers.keys()].map(
      (socket) => new Promise<void>((resolve) => followers.set(socket, resolve)),
    )
    for (const socket of followers.keys()) send(socket, command)
    return Promise.all(done)
  })
  return last
}

/** The time of the programs that tests start, and of the tests. */
export const timeEverywhere = {
  /** Lets this much time pass, and runs what becomes due. */
  async advance(milliseconds: number): Promise<void> {
    await Promise.all([time.advance(milliseconds), sendAll({ advance: milliseconds })])
  },
  /** Time moves only with `advance`, until the end of the `using` block. */
  async freeze(): Promise<AsyncDisposable> {
    time.freeze()
    await sendAll('freeze')
    return {
      async [Symbol.asyncDispose]() {
        time.resume()
        await sendAll('resume')
      },
    }
  },
}
