import type { Canaries } from './canaries.ts'

interface Said {
  what: string
  text: string | Uint8Array
  /** The secrets that it is there to tell. */
  tells: string[]
}

/** All that the service has said to anybody: answers, letters, figures, words of the command line. */
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

  /** What was told that should not have been; asked at the end, when all secrets are known. */
  *leaks(canaries: Canaries): Generator<string> {
    for (const { what, text, tells } of this.#all)
      for (const name of canaries.in(text, tells)) yield `${what} tells the ${name}`
  }
}
