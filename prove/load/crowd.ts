import { connect, type Socket } from 'node:net'
import { parentPort, Worker } from 'node:worker_threads'

/** Many connections that burden the service. */
export interface Crowd {
  kind: 'idle' | 'slow headers' | 'slow bodies' | 'slow readers' | 'flood' | 'refused sign-ins' | 'anonymous'
  port: number
  connections: number
  token: string
  /** The path that readers and floods request. */
  path: string
}

interface Seen {
  /** The current number of connections. */
  connected: number
  /** How many connections the service closed or never accepted. */
  closed: number
  /** The number of answers by status. */
  answers: Record<string, number>
}

/** Runs a crowd in a separate thread, so that it does not disturb the measurement. */
export class Gathered {
  readonly #worker: Worker

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  /** Resolves when all are connected. */
  static async gather(crowd: Crowd): Promise<Gathered> {
    const gathered = new Gathered(new Worker(new URL(import.meta.url)))
    await gathered.#ask(crowd)
    return gathered
  }

  seen(): Promise<Seen> {
    return this.#ask('seen')
  }

  async leave(): Promise<Seen> {
    const seen = await this.seen()
    await this.#worker.terminate()
    return seen
  }

  #ask(what: Crowd | 'seen'): Promise<Seen> {
    return new Promise((resolve, reject) => {
      this.#worker.once('error', reject)
      this.#worker.once('message', (seen: Seen) => {
        this.#worker.off('error', reject)
        resolve(seen)
      })
      this.#worker.postMessage(what)
    })
  }
}

/** Milliseconds after which slow clients send a byte, or read what has arrived. */
const pace = 500

function ask(method: string, path: string, token: string, more = ''): string {
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${more}`
}

/** The data a client sends on connecting, and the data it keeps sending. */
function behaviour({ kind, token, path }: Crowd): { first: (n: number) => string; drip: string } {
  if (kind === 'slow headers') return { first: () => ask('GET', path, token, 'X-Slow: '), drip: 'x' }
  if (kind === 'slow bodies') {
    const more = 'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"title": "'
    return { first: () => ask('POST', '/v1/tasks', token, more), drip: 'x' }
  }
  // Every other idle connection has had an answer before.
  if (kind === 'idle')
    return { first: (n) => (n % 2 === 0 ? ask('GET', '/healthz', token, '\r\n') : ''), drip: '' }
  if (kind === 'refused sign-ins') {
    const body = '{"email":"nobody@example.com","password":"not the right password"}'
    const more = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`
    return { first: () => `POST /auth/sign-in HTTP/1.1\r\nHost: localhost\r\n${more}`, drip: '' }
  }
  if (kind === 'anonymous') {
    const url = (n: number): string => anonymousPaths[n % anonymousPaths.length] ?? '/'
    return { first: (n) => `GET ${url(n)} HTTP/1.1\r\nHost: localhost\r\n\r\n`, drip: '' }
  }
  return { first: () => ask('GET', path, token, '\r\n'), drip: '' }
}

const anonymousPaths = ['/', '/healthz', '/problems', '/auth/session', '/nothing-here', '/openapi.json']

/** Crowds that send the next request as soon as the last one is answered. */
const restless: ReadonlySet<Crowd['kind']> = new Set(['flood', 'refused sign-ins', 'anonymous'])

function send(crowd: Crowd): Seen {
  const { first, drip } = behaviour(crowd)
  const seen: Seen = { connected: 0, closed: 0, answers: {} }
  const sockets = new Set<Socket>()
  const join = (n: number): void => {
    const socket = connect({ port: crowd.port, host: '127.0.0.1', noDelay: true }, () => {
      seen.connected += 1
      sockets.add(socket)
      socket.write(first(n))
    })
    socket.on('data', (chunk: Buffer) => {
      const status = /^HTTP\/1.1 (\d+)/.exec(chunk.toString('latin1', 0, 12))?.[1]
      if (status !== undefined) seen.answers[status] = (seen.answers[status] ?? 0) + 1
      if (restless.has(crowd.kind) && status !== undefined) socket.write(first(n))
      if (crowd.kind === 'slow readers') socket.pause()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (sockets.delete(socket)) seen.connected -= 1
      seen.closed += 1
      setTimeout(join, 100, n)
    })
  }
  // Spread out, because the queue for new connections is short.
  for (let n = 0; n < crowd.connections; n += 1) setTimeout(join, n / 10, n)
  setInterval(() => {
    for (const socket of sockets)
      if (crowd.kind === 'slow readers') socket.resume()
      else if (drip !== '') socket.write(drip)
  }, pace)
  return seen
}

let own: Seen | undefined
parentPort?.on('message', (what: Crowd | 'seen') => {
  if (what === 'seen') {
    parentPort?.postMessage(own)
    return
  }
  const begun = send(what)
  own = begun
  const wait = setInterval(() => {
    if (begun.connected < what.connections && begun.closed < what.connections) return
    clearInterval(wait)
    parentPort?.postMessage(begun)
  }, 10)
})
