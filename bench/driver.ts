import { connect, type Socket } from 'node:net'
import { parentPort, Worker } from 'node:worker_threads'

/** One kind of request, sent repeatedly; cycles through `paths`, or else `bodies`. */
export interface Load {
  host: string
  port: number
  method: string
  paths: readonly [string, ...string[]]
  headers: Record<string, string>
  bodies?: readonly string[]
  connections: number
  seconds: number
}

export interface Result {
  perSecond: number
  p50: number
  p99: number
  requests: number
  /** Statuses other than 2xx. */
  bad: number
}

const idle: Worker[] = []

/** Sends the load from a worker thread and measures it. Threads are reused, because starting one is slow. */
export function drive(load: Load): Promise<Result> {
  const worker = idle.pop() ?? new Worker(new URL(import.meta.url))
  worker.ref()
  return new Promise((resolve, reject) => {
    worker.once('error', reject)
    worker.once('message', (result: Result) => {
      worker.off('error', reject)
      // A waiting thread must not keep the program running.
      worker.unref()
      idle.push(worker)
      resolve(result)
    })
    worker.postMessage(load)
  })
}

/**
 * One connection: the next request is sent when the last response is complete. Responses must have a
 * Content-Length.
 */
class Connection {
  readonly times: number[] = []
  bad = 0
  readonly #socket: Socket
  readonly #requests: readonly Buffer[]
  readonly #until: number
  readonly #onEnd: () => void
  #next: number
  #sentAt = 0
  #pending: Buffer = Buffer.alloc(0)

  constructor(load: Load, requests: readonly Buffer[], first: number, until: number, onEnd: () => void) {
    this.#requests = requests
    this.#until = until
    this.#onEnd = onEnd
    this.#next = first
    this.#socket = connect({ host: load.host, port: load.port, noDelay: true }, () => this.#send())
    this.#socket.on('data', (chunk: Buffer) => this.#receive(chunk))
    this.#socket.on('error', () => this.#end())
  }

  #send(): void {
    this.#sentAt = performance.now()
    const request = this.#requests[this.#next % this.#requests.length] as Buffer
    this.#next += 1
    this.#socket.write(request)
  }

  #receive(chunk: Buffer): void {
    this.#pending = this.#pending.length === 0 ? chunk : Buffer.concat([this.#pending, chunk])
    const head = this.#pending.indexOf('\r\n\r\n')
    if (head === -1) return
    const text = this.#pending.toString('latin1', 0, head)
    const length = Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
    if (this.#pending.length < head + 4 + length) return
    if (text[9] !== '2') this.bad += 1
    this.#pending = Buffer.alloc(0)
    const now = performance.now()
    this.times.push(now - this.#sentAt)
    if (now < this.#until) this.#send()
    else this.#end()
  }

  #end(): void {
    this.#socket.destroy()
    this.#onEnd()
  }
}

function written({ method, headers, host }: Load, path: string, body?: string): Buffer {
  const all = {
    host,
    ...headers,
    ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return Buffer.from(`${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`)
}

async function run(load: Load): Promise<Result> {
  const { paths, bodies } = load
  const requests =
    bodies === undefined
      ? paths.map((path) => written(load, path))
      : bodies.map((body) => written(load, paths[0], body))
  const started = performance.now()
  const until = started + load.seconds * 1000
  const connections: Connection[] = []
  await new Promise<void>((resolve) => {
    let open = load.connections
    const onEnd = (): void => {
      open -= 1
      if (open === 0) resolve()
    }
    for (let n = 0; n < load.connections; n += 1)
      connections.push(
        new Connection(load, requests, Math.floor((n * requests.length) / load.connections), until, onEnd),
      )
  })
  const seconds = (performance.now() - started) / 1000
  const times = connections.flatMap((connection) => connection.times).sort((a, b) => a - b)
  const at = (share: number): number =>
    times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  return {
    perSecond: times.length / seconds,
    p50: at(0.5),
    p99: at(0.99),
    requests: times.length,
    bad: connections.reduce((sum, { bad }) => sum + bad, 0),
  }
}

parentPort?.on('message', async (load: Load) => parentPort?.postMessage(await run(load)))
