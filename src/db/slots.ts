interface Waiting {
  whose: number
  begin: () => void
}

/**
 * So many at a time, and so many of each company. The others wait: those come first of whose company the fewest are
 * at work, then those who came first. Whoever gives up leaves the line.
 */
export class Slots {
  #free: number
  readonly #each: number
  readonly #atWork = new Map<number, number>()
  readonly #waiting: Waiting[] = []

  constructor(most: number, each = most) {
    this.#free = most
    this.#each = each
  }

  async take<T>(companyNo: number, work: () => Promise<T>, gone?: AbortSignal): Promise<T> {
    gone?.throwIfAborted()
    await this.#turnOf(companyNo, gone)
    try {
      gone?.throwIfAborted()
      return await work()
    } finally {
      this.#free += 1
      const left = this.#working(companyNo) - 1
      if (left === 0) this.#atWork.delete(companyNo)
      else this.#atWork.set(companyNo, left)
      this.#letIn()
    }
  }

  #turnOf(whose: number, gone: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1)
        reject(gone?.reason)
      }
      const begin = (): void => {
        gone?.removeEventListener('abort', giveUp)
        resolve()
      }
      const waiting = { whose, begin }
      gone?.addEventListener('abort', giveUp, { once: true })
      this.#waiting.push(waiting)
      this.#letIn()
    })
  }

  #working(whose: number): number {
    return this.#atWork.get(whose) ?? 0
  }

  #letIn(): void {
    while (this.#free > 0) {
      let next: Waiting | undefined
      for (const each of this.#waiting)
        if (
          this.#working(each.whose) < this.#each &&
          (next === undefined || this.#working(each.whose) < this.#working(next.whose))
        )
          next = each
      if (next === undefined) return
      this.#waiting.splice(this.#waiting.indexOf(next), 1)
      this.#free -= 1
      this.#atWork.set(next.whose, this.#working(next.whose) + 1)
      next.begin()
    }
  }
}
