import { clock, type Timer } from '../base/clock.ts'

/** Background work that `stop` waits for. */
export class BackgroundTasks {
  readonly #all = new Set<Promise<unknown>>()
  readonly #onFailed: (error: unknown) => void
  #timers: Timer[] = []

  constructor(onFailed: (error: unknown) => void) {
    this.#onFailed = onFailed
  }

  /** Never rejects. */
  run(work: () => Promise<void> | void): Promise<void> {
    const running = (async () => work())()
      .catch((error: unknown) => this.#onFailed(error))
      .finally(() => this.#all.delete(running))
    this.#all.add(running)
    return running
  }

  repeat(work: () => Promise<void> | void, milliseconds: number): void {
    this.#timers.push(clock.setInterval(() => void this.run(work), milliseconds).unref())
  }

  /** Stops repeating, and waits for running tasks. */
  async stop(): Promise<void> {
    for (const timer of this.#timers) clock.clear(timer)
    await this.settled()
  }

  get isIdle(): boolean {
    return this.#all.size === 0
  }

  /** Waits for running tasks, and for those that they start. */
  async settled(): Promise<void> {
    while (!this.isIdle) await Promise.all(this.#all)
  }
}
