import { setTimeout as pause } from 'node:timers/promises'
import type { Faults } from '../proof.ts'

/** A change as a reader got it. */
export interface Received {
  seq: number
  type: string
  recordId: string
}

interface Item {
  position: string
  type: string
  recordId: string
}

/** Milliseconds until a reader tries again, at another process. */
const betweenAttempts = 50

/**
 * Follows the changes of a company from the start, as a stream or by waiting, through kills of the service. All readers
 * share one log: the first to get a change adds it, and the others must get the same.
 */
export class FeedReader {
  /** The number of the last change it got. */
  last = 0
  /** How often it had to begin again from its position. */
  resumed = 0
  readonly #addresses: () => readonly string[]
  readonly #token: string
  readonly #log: Received[]
  readonly #faults: Faults
  readonly #stopping = new AbortController()
  readonly #done: Promise<void>
  #position = 'start'

  constructor(n: number, addresses: () => readonly string[], token: string, log: Received[], faults: Faults) {
    this.#addresses = addresses
    this.#token = token
    this.#log = log
    this.#faults = faults
    this.#done = this.#follow(n)
  }

  stop(): Promise<void> {
    this.#stopping.abort()
    return this.#done
  }

  async #follow(n: number): Promise<void> {
    const { signal } = this.#stopping
    for (let attempt = n; !signal.aborted; attempt += 1) {
      const all = this.#addresses()
      const address = all[attempt % all.length] ?? ''
      // Connections break when the service is killed.
      await (n % 2 === 0 ? this.#stream(address) : this.#wait(address)).catch(() => undefined)
      this.resumed += 1
      await pause(betweenAttempts)
    }
  }

  #take(item: Item): void {
    const seq = Number(item.position.split('.')[1])
    if (seq !== this.last + 1) this.#faults.add(`A reader got change ${seq} after ${this.last}`)
    const { type, recordId } = item
    const known = this.#log[seq - 1]
    if (known === undefined) this.#log[seq - 1] = { seq, type, recordId }
    else if (known.type !== type || known.recordId !== recordId)
      this.#faults.add(`Two readers got different changes as ${seq}: ${known.type} and ${type}`)
    this.last = seq
    this.#position = item.position
  }

  async #open(address: string, query: string, accept: string): Promise<Response> {
    const response = await fetch(`${address}/v1/changes?after=${this.#position}&${query}`, {
      headers: { authorization: `Bearer ${this.#token}`, accept },
      signal: this.#stopping.signal,
    })
    if (response.status !== 200 && response.status !== 503)
      this.#faults.add(`A reader got ${response.status}: ${(await response.text()).slice(0, 200)}`)
    if (response.status !== 200) throw new Error('refused')
    return response
  }

  async #wait(address: string): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      const response = await this.#open(address, 'wait=20&limit=500', 'application/json')
      const { items, position } = (await response.json()) as { items: Item[]; position: string }
      for (const item of items) this.#take(item)
      this.#position = position
    }
  }

  async #stream(address: string): Promise<void> {
    const { body } = await this.#open(address, '', 'text/event-stream')
    let text = ''
    for await (const piece of body ?? []) {
      text += Buffer.from(piece as Uint8Array).toString()
      const blocks = text.split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const data = /^data: (.*)$/m.exec(block)?.[1]
        if (data !== undefined && block.includes('event: change')) this.#take(JSON.parse(data) as Item)
      }
    }
  }
}
