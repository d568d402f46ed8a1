import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { clock } from '../../src/base/clock.ts'
import type { Faults } from '../proof.ts'

/** A change that the receiver has answered with 204. */
interface Accepted {
  id: string
  recordId: string
  seq: number
  at: number
}

/** How a receiver answers its nth request. */
type Plan = (n: number, response: ServerResponse, socket: Socket) => void

const accept: Plan = (_n, response) => response.writeHead(204).end()

/** Fails about every third request, each time in another way. */
export const failing: Plan = (n, response, socket) => {
  const ways: readonly Plan[] = [
    (_n, some) => some.writeHead(500).end('broken'),
    (_n, _response, some) => some.destroy(),
    (_n, some) => some.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    (_n, some, connection) => {
      some.writeHead(200, { 'content-length': '1000' }).write('half')
      setTimeout(() => connection.destroy(), 10)
    },
    // Never answers.
    () => undefined,
  ]
  if (n % 3 === 0) ways[(n / 3) % ways.length]?.(n, response, socket)
  else accept(n, response, socket)
}

/** Is there, but refuses everything. */
export const away: Plan = (_n, response) => response.writeHead(500).end()

/** Seconds by which a timestamp may differ, as in the library. */
const tolerance = 300

/** `verify` of the library would compare the timestamp with the machine's clock, which the proof leaves behind. */
function isSigned(secret: string, text: string, headers: Record<string, string>): boolean {
  const { 'webhook-id': id = '', 'webhook-timestamp': seconds, 'webhook-signature': given = '' } = headers
  if (!(Math.abs(Number(seconds) - clock.now() / 1_000) < tolerance)) return false
  const expected = new Webhook(secret).sign(id, new Date(Number(seconds) * 1_000), text)
  return given.split(' ').includes(expected)
}

/** A receiver that verifies signatures and remembers the changes it has accepted. */
export class PlannedReceiver {
  plan: Plan = accept
  requests = 0
  readonly accepted: Accepted[] = []
  secret = ''
  readonly #faults: Faults
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      this.requests += 1
      const text = Buffer.concat(chunks).toString()
      response.once('finish', () => {
        if (response.statusCode === 204) this.#take(text, request.headers as Record<string, string>)
      })
      this.plan(this.requests, response, request.socket)
    })
  })

  constructor(faults: Faults) {
    this.#faults = faults
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve))
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  stop(): Promise<void> {
    this.#server.closeAllConnections()
    return new Promise((resolve) => this.#server.close(() => resolve()))
  }

  #take(text: string, headers: Record<string, string>): void {
    if (this.secret !== '' && !isSigned(this.secret, text, headers)) this.#faults.add('A signature was wrong')
    const { id, recordId, position } = JSON.parse(text).data
    this.accepted.push({ id, recordId, seq: Number(position.split('.')[1]), at: performance.now() })
  }
}
