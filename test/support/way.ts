import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './postgres-server.ts'

/** A way to a port of this machine that can be cut and mended. */
export interface Way {
  port: number
  /** Ends all connections, and refuses new ones. */
  cut: () => Promise<void>
  mend: () => Promise<void>
  /** Takes connections, and lets nothing through on any, as a network does that has lost its other end. */
  hush: () => void
  /** Lets through what was kept back, and what comes. */
  unhush: () => void
  /** Lets each COMMIT through, and ends the connection in place of its answer; tells how often, when it is over. */
  loseCommits: () => { end: () => number }
}

export async function wayTo(target: number): Promise<Way> {
  const open = new Set<Socket>()
  let hushed = false
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
      if (hushed) one.pause()
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
    hush() {
      hushed = true
      for (const socket of open) socket.pause()
    },
    unhush() {
      hushed = false
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
