import { connect, createServer, type Socket } from 'node:net'
import { freePort } from './postgres-server.ts'

/** Traffic from the program to the server: statements, and how often it waited for responses. */
export interface Traffic {
  roundTrips: number
  statements: number
}

/**
 * A relay to a PostgreSQL server that counts. A round trip is everything that a connection sends until it has a response
 * to all of it, so statements that travel together are one. The settings of a new connection are not counted.
 */
export async function countingRelay(
  address: string,
): Promise<{ address: string; take: () => Traffic; close: () => void }> {
  const { hostname, port } = new URL(address)
  const traffic = { roundTrips: 0, statements: 0 }
  const sockets = new Set<Socket>()
  const own = await freePort()
  const relay = createServer({ noDelay: true }, (program) => {
    const server = connect({ port: Number(port), host: hostname, noDelay: true })
    let unanswered = 0
    const sent = new Messages(true, (type, body) => {
      if (type !== 'S' && type !== 'Q') return
      if (type === 'Q' && body.toString('utf8').startsWith('SET ')) unanswered += 1
      else {
        if (unanswered === 0) traffic.roundTrips += 1
        traffic.statements += 1
        unanswered += 1
      }
    })
    const answered = new Messages(false, (type) => {
      if (type === 'Z' && unanswered > 0) unanswered -= 1
    })
    program.on('data', (chunk: Buffer) => {
      sent.add(chunk)
      server.write(chunk)
    })
    server.on('data', (chunk: Buffer) => {
      answered.add(chunk)
      program.write(chunk)
    })
    for (const [socket, other] of [
      [program, server],
      [server, program],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => other.destroy()).on('close', () => other.destroy())
    }
  })
  await new Promise<void>((resolve) => relay.listen(own, '127.0.0.1', () => resolve()))
  const relayed = new URL(address)
  relayed.host = `127.0.0.1:${own}`
  return {
    address: relayed.href,
    take() {
      const taken = { ...traffic }
      Object.assign(traffic, { roundTrips: 0, statements: 0 })
      return taken
    },
    close() {
      for (const socket of sockets) socket.destroy()
      relay.close()
    },
  }
}

/** Splits a direction of PostgreSQL's protocol into messages. The first one that a program sends has no type. */
class Messages {
  #rest = Buffer.alloc(0)
  #isUntyped: boolean
  readonly #on: (type: string, body: Buffer) => void

  constructor(isUntyped: boolean, on: (type: string, body: Buffer) => void) {
    this.#isUntyped = isUntyped
    this.#on = on
  }

  add(chunk: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, chunk])
    for (;;) {
      const head = this.#isUntyped ? 0 : 1
      if (this.#rest.length < head + 4) return
      const end = head + this.#rest.readInt32BE(head)
      if (this.#rest.length < end) return
      if (!this.#isUntyped) this.#on(this.#rest.toString('latin1', 0, 1), this.#rest.subarray(5, end))
      this.#isUntyped = false
      this.#rest = this.#rest.subarray(end)
    }
  }
}
