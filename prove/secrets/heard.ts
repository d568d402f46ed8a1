import type { Canaries } from './canaries.ts'

interface Said {
  what: string
  text: string | Uint8Array
  /** The secrets that it may contain. */
  tells: string[]
}

/** Everything that the service has sent to anybody: answers, mail, metrics, output of the command line. */
export class Heard {
  readonly #all: Said[] = []

  note(what: string, text: string | Uint8Array, tells: string[] = []): Said {
    const said = { what, text, tells }
    this.#all.push(said)
    return said
  }

  get count(): number {
    return this.#all.length
  }

  /** The secrets that leaked; called at the end, when all secrets are known. */
  *leaks(canaries: Canaries): Generator<string> {
    for (const { what, text, tells } of this.#all)
      for (const name of canaries.in(text, tells)) yield `${what} tells the ${name}`
  }
}
