/** A progress line; on a terminal it is redrawn in place. */
export class Progress {
  readonly #what: string
  readonly #total: number
  readonly #started = performance.now()
  #count = 0
  #shown = 0

  constructor(what: string, total: number) {
    this.#what = what
    this.#total = total
  }

  step(): void {
    this.#count += 1
    const now = performance.now()
    if (now - this.#shown < (process.stderr.isTTY ? 200 : 5_000)) return
    this.#shown = now
    const share = this.#count / this.#total
    const left = Math.round((((now - this.#started) / share) * (1 - share)) / 1000)
    process.stderr.write(
      `${process.stderr.isTTY ? '\r' : ''}${this.#what}: ${(share * 100).toFixed(0)} %, about ${left} s left ${process.stderr.isTTY ? '' : '\n'}`,
    )
  }

  done(): void {
    const seconds = ((performance.now() - this.#started) / 1000).toFixed(1)
    process.stderr.write(
      `${process.stderr.isTTY ? '\r' : ''}${this.#what}: done in ${seconds} s            \n`,
    )
  }
}
