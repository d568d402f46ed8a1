import type { Canaries } from './canaries.ts'

interface Said {
  what: string
  text: string | Uint8Array
  /** The secrets that it may contain. */
  mayContain: string[]
}

/** Everything that the service has sent to anybody: answers, mail, metrics, output of the command line. */
export class Heard {
  readonly #all: Said[] = []

  note(what: string, text: string | Uint8Array, mayContain: string[] = []): Said {
    const said = { what, text, mayContain }
    this.#all.push(said)
    return said
  }

  get count(): number {
    return this.#all.length
  }

  /** The secrets that leaked; called at the end, when all secrets are known. */
  *leaks(canaries: Canaries): Generator<string> {
    for (const { what, text, mayContain } of this.#all)
      for (const name of canaries.in(text, mayContain)) yield `${what} contains the ${name}`
  }
}
