import { hash, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Seal } from '../base/secret.ts'
import { foldText } from '../query/fields.ts'
import type { UserRow } from '../schema/records/user.ts'
import type { Cookies } from './cookies.ts'
import { hashed } from './throttle.ts'

const cookie = 'device'
const year = 365 * 24 * 3_600
/** How many people one browser is remembered for; the cookie has to stay small. */
const mostPeople = 5

/**
 * Remembers browsers in which people have signed in, by a sealed cookie that lists those people. Wrong passwords of
 * others, on the account or at the address, do not lock out such a browser.
 */
export class KnownBrowsers {
  readonly #seal: Seal
  readonly #cookies: Cookies

  constructor(seal: Seal, cookies: Cookies) {
    this.#seal = seal
    this.#cookies = cookies
  }

  remember(reply: FastifyReply, { emailKey }: Pick<UserRow, 'emailKey'>, sessionId: string): void {
    const others = this.#read(reply.request).filter((entry) => !isOf(entry, emailKey))
    const entries = [`${emailKey} ${sessionId}`, ...others].slice(0, mostPeople)
    this.#cookies.set(reply, cookie, this.#seal.seal(entries.join('\n')), { maxAge: year })
  }

  /** The id of this browser, if this person has signed in there before. */
  find(request: FastifyRequest, email: string): string | undefined {
    const entry = this.#read(request).find((each) => isOf(each, foldText(email)))
    return entry === undefined ? undefined : hashed(entry)
  }

  /**
   * The id of the person who signed in last in this browser, if anybody has. It is the same in all of their browsers, so
   * that signing in again does not yield another allowance.
   */
  findAny(request: FastifyRequest): string | undefined {
    const [entry] = this.#read(request)
    return entry === undefined ? undefined : hashed(emailOf(entry))
  }

  #read(request: FastifyRequest): string[] {
    const sealed = this.#cookies.read(request, cookie)
    return (sealed === undefined ? undefined : this.#seal.open(sealed))?.split('\n') ?? []
  }
}

const emailOf = (entry: string): string => entry.slice(0, entry.lastIndexOf(' '))

/** Compares in constant time: how long it takes must not reveal who else uses the browser. */
function isOf(entry: string, emailKey: string): boolean {
  return timingSafeEqual(hash('sha256', emailOf(entry), 'buffer'), hash('sha256', emailKey, 'buffer'))
}
