import type { Engine } from '../src/db/database.ts'

/** Where a proof runs: on one engine, in a folder of its own. */
export interface Place {
  engine: Engine
  /** As thorough as the report wants it; otherwise the short form that `npm test` runs. */
  long: boolean
  folder: string
  /** The address of a new database. */
  newDatabase: () => Promise<string>
  /** How far it is, from 0 to 1. */
  tell: (share: number, what: string) => void
}

/** What came of it. */
export interface Outcome {
  /** What was counted and measured, by name. */
  figures: Readonly<Record<string, number | string>>
  /** What should not have been, each in a sentence. None: it holds. */
  faults: readonly string[]
  /** Why it could not be carried out here. */
  skipped?: string
}

/** A claim that anyone can have proved again. */
export interface Proof {
  name: string
  sentence: string
  engines: readonly Engine[]
  run: (place: Place) => Promise<Outcome>
}

export const bothEngines = ['sqlite', 'postgres'] as const

/** Gathers what should not have been; of many of a kind only the first are told. */
export class Faults {
  readonly #found: string[] = []
  #count = 0

  add(fault: string): void {
    this.#count += 1
    if (this.#found.length < 20) this.#found.push(fault)
  }

  get all(): readonly string[] {
    const more = this.#count - this.#found.length
    return more === 0 ? this.#found : [...this.#found, `and ${more} more`]
  }
}
