import { availableParallelism } from 'node:os'
import { type Algorithm, hash, verify } from '@node-rs/argon2'
import { problem } from '../base/errors.ts'
import { isPasswordHash, passwordCost } from '../schema/fields/credentials.ts'
import { isCommonPassword } from './common-passwords.ts'

const strength = { algorithm: 2 satisfies Algorithm, ...passwordCost }

export const shortestPassword = 12
export const longestPassword = 1_024

/** Why a password is refused; undefined if it is acceptable. `own`: the person's name and address. */
export function passwordFault(password: string, own: readonly string[] = []): string | undefined {
  if ([...password].length < shortestPassword)
    return `The password must have at least ${shortestPassword} characters.`
  if (password.length > longestPassword) return 'The password is too long.'
  return isCommonPassword(password, own)
    ? 'The password is too easy to guess. Use several unrelated words.'
    : undefined
}

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFC'), strength)
}

export function isPassword(hashed: string, password: string): Promise<boolean> {
  return verify(hashed, password.normalize('NFC'))
}

/** The most requests that may wait in the queue. */
const mostWaiting = 100

/** Hashes and verifies passwords, a few at a time, so that sign-ins do not block other requests. */
export class PasswordDesk {
  /** How many hashes were computed. */
  computed = 0
  /** Each hash takes 19 MiB and a core for about 25 ms. One core stays free for other work. */
  readonly #atOnce = Math.max(1, Math.min(4, availableParallelism() - 1))
  #running = 0
  readonly #waiting: (() => void)[] = []
  #nobodys: Promise<string> | undefined

  hash(password: string): Promise<string> {
    return this.#inTurn(() => hashPassword(password))
  }

  /**
   * `hashed` is null if the person has no password or does not exist; verification takes just as long. A hash that would
   * take longer is no password either.
   */
  async verify(hashed: string | null, password: string): Promise<boolean> {
    if (hashed !== null && isPasswordHash(hashed)) return this.#inTurn(() => isPassword(hashed, password))
    this.#nobodys ??= hashPassword('a password that nobody has')
    const nobodys = await this.#nobodys
    await this.#inTurn(() => isPassword(nobodys, password))
    return false
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running >= this.#atOnce) {
      if (this.#waiting.length >= mostWaiting)
        throw problem('unavailable', 'Too many people are signing in right now. Try again in a moment.', {
          headers: { 'retry-after': '5' },
        })
      await new Promise<void>((resolve) => this.#waiting.push(resolve))
    } else this.#running += 1
    try {
      this.computed += 1
      return await work()
    } finally {
      // The next request in the queue takes this place, so the count stays the same.
      const next = this.#waiting.shift()
      if (next === undefined) this.#running -= 1
      else next()
    }
  }
}
