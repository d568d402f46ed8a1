import type { FastifyReply } from 'fastify'
import { type Actor, callerId } from '../base/actor.ts'
import type { Database } from '../db/database.ts'
import { Slots } from '../fairness/slots.ts'
import { goneSignal } from './connections.ts'
import type { Spec } from './operation.ts'

/**
 * Methods whose transactions can take seconds have half of the connections to a server at most, or others would find
 * none. Callers share these, and wait as long as they like.
 */
export class LongWork {
  readonly #slots: Slots<string> | undefined

  constructor({ places }: Database) {
    this.#slots = places === undefined ? undefined : new Slots(Math.max(1, Math.floor(places / 2)))
  }

  run<T>({ takesLong }: Spec, actor: Actor, reply: FastifyReply, work: () => Promise<T>): Promise<T> {
    if (takesLong !== true || this.#slots === undefined) return work()
    return this.#slots.take(callerId(actor), work, goneSignal(reply.raw))
  }
}
