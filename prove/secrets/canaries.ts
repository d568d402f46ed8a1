import { randomBytes } from 'node:crypto'

/** Secrets that can be told from everything else, and the search for them in whatever form they have got anywhere. */
export class Canaries {
  readonly #known = new Map<string, readonly Buffer[]>()

  /** A secret of our choice: a password, a key, a token. */
  make(name: string): string {
    return this.add(name, `Kn4ry-${randomBytes(18).toString('base64url')}`)
  }

  /** A secret that the service has made. */
  add(name: string, secret: string): string {
    if (secret.length < 9) throw new Error(`${name} is too short to be told from other things`)
    this.#known.set(
      name,
      [...formsOf(secret)].map((form) => Buffer.from(form)),
    )
    return secret
  }

  get count(): number {
    return this.#known.size
  }

  /** The names of those that are in there; `but`: those that may be. */
  in(given: string | Uint8Array, but: readonly string[] = []): string[] {
    const bytes = Buffer.from(given)
    return [...this.#known]
      .filter(([name, forms]) => !but.includes(name) && forms.some((form) => bytes.includes(form)))
      .map(([name]) => name)
  }
}

/** As it is, and as it would be inside of JSON, an address, base 64 (at each of three beginnings) and hexadecimal. */
function* formsOf(secret: string): Generator<string> {
  const bytes = Buffer.from(secret)
  yield secret
  yield JSON.stringify(secret).slice(1, -1)
  yield encodeURIComponent(secret)
  yield bytes.toString('hex')
  yield bytes.toString('hex').toUpperCase()
  for (let shift = 0; shift < 3; shift += 1) {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
    // What shares its letters with bytes before or behind it differs from case to case.
    const first = Math.ceil((shift * 8) / 6)
    const last = Math.floor((whole.length * 8) / 6)
    for (const encoding of ['base64', 'base64url'] as const) yield whole.toString(encoding).slice(first, last)
  }
}
