import { clock } from '../base/clock.ts'
import { stamp } from '../base/ids.ts'
import type { Database } from '../db/database.ts'
import { releaseLease, takeLease } from '../db/lease.ts'

const seconds = 10

/** The lease of the process that sends. It is lost if it is not taken again within ten seconds. */
export class HeldLease {
  readonly #db: Database
  readonly #name: string
  readonly #owner = stamp().id
  #ends = 0

  constructor(db: Database, name: string) {
    this.#db = db
    this.#name = name
  }

  get isHeld(): boolean {
    return clock.now() < this.#ends
  }

  /** Takes or renews it. */
  async take(): Promise<boolean> {
    const asked = clock.now()
    const taken = await takeLease(this.#db, this.#name, this.#owner, seconds)
    this.#ends = taken ? asked + seconds * 1_000 : 0
    return taken
  }

  async release(): Promise<void> {
    if (this.#ends > 0) await releaseLease(this.#db, this.#name, this.#owner).catch(() => undefined)
    this.#ends = 0
  }
}
