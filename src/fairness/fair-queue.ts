interface CallerQueue<T> {
  callerId: string
  waiting: T[]
  /** Milliseconds used by this caller. A caller that joins starts with the time of the one served last. */
  used: number
  /** Milliseconds that its last item took. */
  last: number
}

/** A queue for each caller. The next item is that of the caller who has used the least time. */
export class FairQueue<T> {
  readonly #callers = new Map<string, CallerQueue<T>>()
  #served: CallerQueue<T> | undefined
  #clock = 0
  size = 0

  add(callerId: string, item: T): void {
    const queue = this.#callers.get(callerId)
    if (queue === undefined)
      this.#callers.set(callerId, { callerId, waiting: [item], used: this.#clock, last: 0 })
    else queue.waiting.push(item)
    this.size += 1
  }

  /** The next item, and how long the previous one of the same caller took. */
  peek(): { item: T | undefined; previous: number } {
    const queue = this.#next()
    return { item: queue?.waiting[0], previous: queue?.last ?? 0 }
  }

  take(): T | undefined {
    const queue = this.#next()
    if (queue === undefined) return undefined
    this.#served = queue
    this.#clock = queue.used
    this.size -= 1
    return queue.waiting.shift()
  }

  /** Charges the caller of the item taken last. */
  charge(milliseconds: number): void {
    if (this.#served === undefined) return
    this.#served.used += milliseconds
    this.#served.last = milliseconds
  }

  #next(): CallerQueue<T> | undefined {
    let next: CallerQueue<T> | undefined
    // Empty queues are dropped here and not in `take`, so that a caller who comes straight back keeps its used time.
    for (const queue of this.#callers.values())
      if (queue.waiting.length === 0) this.#callers.delete(queue.callerId)
      else if (next === undefined || queue.used < next.used) next = queue
    return next
  }
}
