import { randomBytes } from 'node:crypto'

/** Recognizable secrets, and the search for them in any encoding. */
export class Canaries {
  readonly #known = new Map<string, readonly Buffer[]>()

  /** Generates a secret: a password, a key, a token. */
  make(name: string): string {
    return this.add(name, `Kn4ry-${randomBytes(18).toString('base64url')}`)
  }

  /** Adds a secret that the service has generated. */
  add(name: string, secret: string): string {
    if (secret.length < 9) throw new Error(`${name} is too short to be distinctive`)
    this.#known.set(
      name,
      [...formsOf(secret)].map((form) => Buffer.from(form)),
    )
    return secret
  }

  get count(): number {
    return this.#known.size
  }

  /** The names of the secrets found; `but`: those that are allowed. */
  in(given: string | Uint8Array, but: readonly string[] = []): string[] {
    const bytes = Buffer.from(given)
    return [...this.#known]
      .filter(([name, forms]) => !but.includes(name) && forms.some((form) => bytes.includes(form)))
      .map(([name]) => name)
  }
}

/** The secret itself, and its forms in JSON, URLs, base64 (at each of three offsets) and hexadecimal. */
function* formsOf(secret: string): Generator<string> {
  const bytes = Buffer.from(secret)
  yield secret
  yield JSON.stringify(secret).slice(1, -1)
  yield encodeURIComponent(secret)
  yield bytes.toString('hex')
  yield bytes.toString('hex').toUpperCase()
  for (let shift = 0; shift < 3; shift += 1) {
    const whole = Buffer.concat([Buffer.alloc(shift), bytes])
    // Characters that also encode bits of neighbouring bytes vary, so they are left out.
    const first = Math.ceil((shift * 8) / 6)
    const last = Math.floor((whole.length * 8) / 6)
    for (const encoding of ['base64', 'base64url'] as const) yield whole.toString(encoding).slice(first, last)
  }
}
