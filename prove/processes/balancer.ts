import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

interface Host {
  port: number
  /** The result of the last health check. */
  isReady: boolean
}

/** Milliseconds between health checks. */
const askedEvery = 100

/**
 * A round-robin load balancer with keep-alive connections. It requests `/readyz` of each host ten times a second and
 * skips hosts that do not answer 200. A request that could not be sent, because the host does not listen, goes to the
 * next one; a request that was sent is never repeated, and the caller gets its failure as a 502.
 */
export class Balancer {
  readonly #hosts: Host[]
  readonly #agent = new Agent({ keepAlive: true, scheduling: 'fifo' })
  readonly #server = createServer((asked, answer) => void this.#serve(asked, answer))
  readonly #asking: Promise<unknown>
  #going = true
  #turn = 0
  /** Requests that went to another host because the first did not listen. */
  passedOn = 0

  private constructor(ports: readonly number[]) {
    this.#hosts = ports.map((port) => ({ port, isReady: false }))
    this.#asking = Promise.all(this.#hosts.map((host) => this.#askOn(host)))
  }

  static async open(ports: readonly number[]): Promise<Balancer> {
    const balancer = new Balancer(ports)
    await once(balancer.#server.listen(0, '127.0.0.1'), 'listening')
    return balancer
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Waits until a host does (or does not) get requests. */
  async until(port: number, isReady: boolean): Promise<void> {
    const host = this.#hosts.find((each) => each.port === port)
    for (const end = performance.now() + 120_000; host?.isReady !== isReady; await setTimeout(10))
      if (performance.now() > end)
        throw new Error(`The host at ${port} did not become ${isReady ? 'ready' : 'unready'}`)
  }

  async close(): Promise<void> {
    this.#going = false
    await this.#asking
    this.#server.closeAllConnections()
    this.#server.close()
    this.#agent.destroy()
  }

  async #askOn(host: Host): Promise<void> {
    while (this.#going) {
      host.isReady = await fetch(`http://127.0.0.1:${host.port}/readyz`).then(
        async (reply) => {
          await reply.arrayBuffer()
          return reply.status === 200
        },
        () => false,
      )
      await setTimeout(askedEvery)
    }
  }

  async #serve(asked: IncomingMessage, answer: ServerResponse): Promise<void> {
    const body = await buffer(asked)
    for (let tries = 0; tries < this.#hosts.length; tries += 1) {
      const fit = this.#hosts.filter(({ isReady }) => isReady)
      this.#turn += 1
      const host = fit[this.#turn % fit.length]
      if (host === undefined) break
      try {
        const reply = await this.#send(host, asked, body)
        const content = await buffer(reply)
        const { connection: _, 'transfer-encoding': __, 'keep-alive': ___, ...headers } = reply.headers
        answer.writeHead(reply.statusCode ?? 0, headers).end(content)
        return
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ECONNREFUSED') {
          answer.writeHead(502).end(String(error))
          return
        }
        host.isReady = false
        this.passedOn += 1
      }
    }
    answer.writeHead(502).end('No host is ready.')
  }

  async #send(host: Host, { method, url, headers }: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const sent = request({
      port: host.port,
      host: '127.0.0.1',
      agent: this.#agent,
      ...(method !== undefined && { method }),
      ...(url !== undefined && { path: url }),
      headers: { ...headers, connection: 'keep-alive' },
    })
    sent.end(body)
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    return reply
  }
}
