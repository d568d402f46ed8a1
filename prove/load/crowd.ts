import { connect, type Socket } from 'node:net'
import { parentPort, Worker } from 'node:worker_threads'

/** Many connections that do the service no good. */
export interface Crowd {
  kind: 'idle' | 'slow headers' | 'slow bodies' | 'slow readers' | 'flood'
  port: number
  connections: number
  token: string
  /** What readers and floods ask for. */
  path: string
}

interface Seen {
  /** How many are connected now. */
  connected: number
  /** How often a connection was closed by the service, or never came about. */
  closed: number
  /** Answers by their status. */
  answers: Record<string, number>
}

/** Sends a crowd from a thread of its own: who measures is not held up by it. */
export class Gathered {
  readonly #worker: Worker

  private constructor(worker: Worker) {
    this.#worker = worker
  }

  /** Resolves when all have been connected. */
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

/** How often, in milliseconds, those who are slow send a byte, or take in what has come. */
const pace = 500

function ask(method: string, path: string, token: string, more = ''): string {
  return `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n${more}`
}

/** What one does when it is connected, and what it goes on with. */
function behaviour({ kind, token, path }: Crowd): { first: (n: number) => string; drip: string } {
  if (kind === 'slow headers') return { first: () => ask('GET', path, token, 'X-Slow: '), drip: 'x' }
  if (kind === 'slow bodies') {
    const more = 'Content-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"title": "'
    return { first: () => ask('POST', '/v1/tasks', token, more), drip: 'x' }
  }
  // Of the idle every other one has been answered before.
  if (kind === 'idle')
    return { first: (n) => (n % 2 === 0 ? ask('GET', '/healthz', token, '\r\n') : ''), drip: '' }
  return { first: () => ask('GET', path, token, '\r\n'), drip: '' }
}

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
      if (crowd.kind === 'flood' && status !== undefined) socket.write(first(n))
      if (crowd.kind === 'slow readers') socket.pause()
    })
    socket.on('error', () => undefined)
    socket.once('close', () => {
      if (sockets.delete(socket)) seen.connected -= 1
      seen.closed += 1
      setTimeout(join, 100, n)
    })
  }
  // Not all in the same moment: the queue of those who knock is short.
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
