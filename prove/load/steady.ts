import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import type { Service } from '../service.ts'
import { processorTime, slowedDown } from '../subject/processor-time.ts'

/** Response times of other clients next to a crowd. */
export interface Latency {
  p50: number
  p95: number
  longest: number
  /** Requests without an answer, or with a wrong one. */
  failed: number
  /** The slowdown of the service compared with an idle machine. */
  slowedDown: number
}

interface Asked {
  method: string
  path: string
  body?: string
}

/** A client with a steady load: reads a page, reads a record, creates one, each after a pause, whatever the answer. */
export class Steady {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #service: Service
  readonly #token: string
  readonly #requests: readonly Asked[]

  constructor(service: Service, token: string, workspaceId: string, taskId: string) {
    this.#service = service
    this.#token = token
    const body = JSON.stringify({ title: 'Steady', workspaceId })
    this.#requests = [
      { method: 'GET', path: '/v1/tasks?limit=25' },
      { method: 'GET', path: `/v1/tasks/${taskId}` },
      { method: 'POST', path: '/v1/tasks', body },
    ]
  }

  /** Sends a request every `pause` milliseconds: far below the limits. */
  async measure(seconds: number, pause = 20): Promise<Latency> {
    const times: number[] = []
    let failed = 0
    const sent: Promise<void>[] = []
    const began = performance.now()
    const fared = processorTime(this.#service.pid)
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
    return {
      p50: at(0.5),
      p95: at(0.95),
      longest: times.at(-1) ?? Number.POSITIVE_INFINITY,
      failed,
      slowedDown: slowedDown(fared, processorTime(this.#service.pid)),
    }
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
        port: this.#service.port,
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
