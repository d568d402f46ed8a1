import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

/** What others notice of a crowd. */
export interface Latency {
  p50: number
  p95: number
  /** Answers that were none, or not what was asked for. */
  failed: number
}

interface Asked {
  method: string
  path: string
  body?: string
}

/** Someone who works steadily: reads a page, reads a record, makes one, each after a pause, whatever comes back. */
export class Steady {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #port: number
  readonly #token: string
  readonly #requests: readonly Asked[]

  constructor(port: number, token: string, workspaceId: string, taskId: string) {
    this.#port = port
    this.#token = token
    const body = JSON.stringify({ title: 'Steady', workspaceId })
    this.#requests = [
      { method: 'GET', path: '/v1/tasks?limit=25' },
      { method: 'GET', path: `/v1/tasks/${taskId}` },
      { method: 'POST', path: '/v1/tasks', body },
    ]
  }

  /** A request every so many milliseconds: far less than may be asked. */
  async measure(seconds: number, pause = 20): Promise<Latency> {
    const times: number[] = []
    let failed = 0
    const sent: Promise<void>[] = []
    const began = performance.now()
    for (let n = 0; n * pause < seconds * 1000; n += 1) {
      await setTimeout(Math.max(0, began + n * pause - performance.now()))
      const at = performance.now()
      sent.push(
        this.#send(n).then(
          (status) => {
            times.push(performance.now() - at)
            if (status >= 300) failed += 1
          },
          () => {
            failed += 1
          },
        ),
      )
    }
    await Promise.all(sent)
    times.sort((a, b) => a - b)
    const at = (share: number): number => times[Math.floor(times.length * share)] ?? Number.POSITIVE_INFINITY
    return { p50: at(0.5), p95: at(0.95), failed }
  }

  close(): void {
    this.#agent.destroy()
  }

  #send(n: number): Promise<number> {
    const { method, path, body } = this.#requests[n % this.#requests.length] as Asked
    return new Promise((resolve, reject) => {
      const headers = {
        authorization: `Bearer ${this.#token}`,
        ...(body !== undefined && { 'content-type': 'application/json', 'content-length': body.length }),
      }
      const options = {
        host: '127.0.0.1',
        port: this.#port,
        method,
        path,
        headers,
        agent: this.#agent,
        timeout: 10_000,
      }
      const asked = request(options, (response) => {
        response.resume().once('end', () => resolve(response.statusCode ?? 0))
      })
      asked.once('error', reject).once('timeout', () => asked.destroy(new Error('no answer for 10 s')))
      asked.end(body)
    })
  }
}
