import type { Engine } from '../src/db/database.ts'

/** Where a proof runs: on one engine, in its own folder. */
export interface Place {
  engine: Engine
  /** The thorough form for the report; otherwise the short form that `npm run test:all` runs as well. */
  long: boolean
  folder: string
  /** Creates a database and returns its address. */
  newDatabase: () => Promise<string>
  /** Reports progress, from 0 to 1. */
  onProgress: (share: number, what: string) => void
}

/** The result of a proof. */
export interface Outcome {
  /** Counts and measurements, by name. */
  figures: Readonly<Record<string, number | string>>
  /** One sentence per failure. If empty, the claim holds. */
  faults: readonly string[]
  /** One sentence for each exceeded time limit. */
  slow?: readonly string[]
  /** Why the proof could not run here. */
  skipped?: string
}

/** A claim that anyone can verify. */
export interface Proof {
  name: string
  sentence: string
  engines: readonly Engine[]
  run: (place: Place) => Promise<Outcome>
}

export const bothEngines = ['sqlite', 'postgres'] as const

/** Collects faults; of many similar ones it reports only the first. */
export class Faults {
  readonly #found: string[] = []
  readonly #slow = new Set<string>()
  #count = 0

  add(fault: string): void {
    this.#count += 1
    if (this.#found.length < 20) this.#found.push(fault)
  }

  /** An exceeded time limit. It is a fault only if nothing else keeps the machine busy. */
  addSlow(fault: string): void {
    this.#slow.add(fault)
  }

  get slow(): readonly string[] {
    return [...this.#slow].slice(0, 20)
  }

  get all(): readonly string[] {
    const more = this.#count - this.#found.length
    return more === 0 ? this.#found : [...this.#found, `and ${more} more`]
  }
}
