import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Caller, Reply } from '../caller.ts'
import type { Faults } from '../proof.ts'

/** The most milliseconds that a request may wait for an answer, whatever has happened to the database. */
const longest = 10_000

/** A caller that is not served by then never will be. */
const patience = 120_000

/** Callers that read and write continuously, and their results. */
export class Callers {
  readonly #caller: Caller
  readonly #workspaceId: string
  readonly #faults: Faults
  readonly #work: Promise<unknown>
  /** Consecutive successes of each caller. */
  readonly #streaks: number[]
  #going = true
  #isGivenUp = false
  #isWell = true
  /** The titles of all requested tasks: each request is repeated until it succeeds. */
  readonly titles: string[] = []
  answered = 0
  refused = 0
  repeated = 0
  slowest = 0

  constructor(caller: Caller, workspaceId: string, count: number, faults: Faults) {
    this.#caller = caller
    this.#workspaceId = workspaceId
    this.#faults = faults
    this.#streaks = Array.from({ length: count }, () => 0)
    this.#work = Promise.all(this.#streaks.map((_, n) => this.#callOn(n)))
  }

  /** From now on a refusal is not a fault. */
  expectTrouble(): void {
    this.#isWell = false
  }

  /**
   * Waits until each caller has succeeded a few times in a row; returns how long that took, or undefined if too long.
   */
  async recovered(): Promise<number | undefined> {
    const began = performance.now()
    this.#streaks.fill(0)
    for (; this.#streaks.some((streak) => streak < 3); await setTimeout(10))
      if (performance.now() - began > patience) return undefined
    this.#isWell = true
    return performance.now() - began
  }

  async end(): Promise<void> {
    this.#going = false
    await this.#work
  }

  /** Stops them even if some were never served. */
  async giveUp(): Promise<void> {
    this.#isGivenUp = true
    await this.end()
  }

  async #callOn(n: number): Promise<void> {
    const ways = [
      () => this.#makeTask(n),
      () => this.#ask(n, 'GET', `/v1/workspaces/${this.#workspaceId}/tasks?limit=5`),
      () => this.#ask(n, 'PUT', `/v1/workspaces/${this.#workspaceId}`, { description: randomUUID() }),
      () => this.#ask(n, 'GET', '/v1/users/me'),
    ]
    for (let turn = n; this.#going; turn += 1) await ways[turn % ways.length]?.()
  }

  /** Repeats the request with the same key until it is answered: any attempt may have been carried out. */
  async #makeTask(n: number): Promise<void> {
    const title = randomUUID()
    this.titles.push(title)
    const path = `/v1/workspaces/${this.#workspaceId}/tasks`
    for (let times = 0; ; times += 1) {
      const reply = await this.#ask(n, 'POST', path, { title }, { 'idempotency-key': title })
      if (reply !== undefined || this.#isGivenUp) return
      if (times === 0) this.repeated += 1
      await setTimeout(20)
    }
  }

  /** Undefined: refused temporarily. */
  async #ask(
    n: number,
    method: string,
    path: string,
    body?: unknown,
    more?: Record<string, string>,
  ): Promise<Reply | undefined> {
    const wasWell = this.#isWell
    const began = performance.now()
    let reply: Reply | undefined
    try {
      reply = await this.#caller.send(method, path, body, more)
    } catch (error) {
      this.#faults.add(`${method} ${path} had no answer: ${(error as Error).cause ?? error}`)
      return undefined
    }
    const took = performance.now() - began
    this.slowest = Math.max(this.slowest, took)
    if (took > longest) this.#faults.addSlow(`${method} ${path} took ${Math.round(took)} ms`)
    if (reply.status < 300) {
      this.answered += 1
      this.#streaks[n] = (this.#streaks[n] ?? 0) + 1
      return reply
    }
    this.refused += 1
    this.#streaks[n] = 0
    if (reply.status !== 503)
      this.#faults.add(`${method} ${path} answered ${reply.status}: ${JSON.stringify(reply.body)}`)
    else if (!(Number(reply.headers.get('retry-after')) > 0))
      this.#faults.add(`${method} ${path} answered 503 without a Retry-After`)
    else if (wasWell && this.#isWell)
      this.#faults.add(`${method} ${path} answered 503 although the database was available`)
    await setTimeout(20)
    return undefined
  }
}
