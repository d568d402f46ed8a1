/** Work in the background: it is repeated if it fails, and waited for at the end. */
export class UnderWay {
  readonly #all = new Set<Promise<unknown>>()
  readonly #onFailed: (error: unknown) => void

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

  async settled(): Promise<void> {
    while (this.#all.size > 0) await Promise.all(this.#all)
  }
}
