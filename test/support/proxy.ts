import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './postgres-server.ts'

/** A proxy to a local port that can interrupt connections. */
export interface TestProxy {
  port: number
  /** Closes all connections, and refuses new ones. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** Closes all connections, and forwards new ones to another port. */
  redirectTo: (port: number) => void
  /** Accepts connections but forwards nothing, like a network that has lost the other side. */
  stall: () => void
  /** Forwards what was held back, and everything after it. */
  resume: () => void
  /** Forwards each COMMIT and closes the connection instead of returning its response; `end` returns how often. */
  loseCommits: () => { end: () => number }
}

export async function proxyTo(first: number): Promise<TestProxy> {
  let target = first
  const open = new Set<Socket>()
  let stalled = false
  let [losing, lost] = [false, 0]
  const port = await freePort()
  const door = createServer((caller) => {
    const onward = connect({ port: target, host: '127.0.0.1' })
    for (const [one, other] of [
      [caller, onward],
      [onward, caller],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy()).on('close', () => open.delete(one))
      if (stalled) one.pause()
    }
    caller.on('data', (chunk: Buffer) => {
      if (!losing || !/commit/i.test(chunk.toString('latin1'))) return
      lost += 1
      onward.unpipe(caller)
      onward
        .once('data', () => {
          caller.destroy()
          onward.destroy()
        })
        .resume()
    })
  })
  const mend = (): Promise<void> => new Promise((resolve) => door.listen(port, '127.0.0.1', () => resolve()))
  await mend()
  return {
    port,
    mend,
    cut() {
      for (const socket of open) socket.destroy()
      return new Promise((resolve) => door.close(() => resolve()))
    },
    redirectTo(port) {
      target = port
      for (const socket of open) socket.destroy()
    },
    stall() {
      stalled = true
      for (const socket of open) socket.pause()
    },
    resume() {
      stalled = false
      for (const socket of open) socket.resume()
    },
    loseCommits() {
      const before = lost
      losing = true
      return {
        end() {
          losing = false
          return lost - before
        },
      }
    },
  }
}
