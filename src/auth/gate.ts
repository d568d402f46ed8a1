import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../actor.ts'
import type { Config } from '../config.ts'
import type { Allowance } from '../db/allowances.ts'
import { type Problem, problem } from '../errors.ts'
import type { Allowances, Taken } from './allowances.ts'
import type { Bearer } from './bearer.ts'

/** Who gets in, and how often: the bearer check and the rate limits of contract section 7. */
export class Gate {
  readonly #bearer: Bearer
  readonly #allowances: Allowances
  readonly #rates: Config['rates']

  constructor(bearer: Bearer, allowances: Allowances, rates: Config['rates']) {
    this.#bearer = bearer
    this.#allowances = allowances
    this.#rates = rates
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const judged = await this.#bearer.judge(request.headers.authorization, request.id)
    if ('refusal' in judged) {
      request.plainErrors = judged.compatibility
      await this.countFailure(reply, request.ip)
      throw judged.refusal
    }
    const { actor } = judged
    // Known from here on, to the log and to how errors are told.
    request.actor = actor
    request.plainErrors = actor.compatibility
    const { requestsPerSecond, burst } = this.#rates
    if (requestsPerSecond === 0) return actor
    const allowance = { most: burst, perSecond: requestsPerSecond }
    const taken = await this.#allowances.take(`requests ${actor.clientId ?? actor.userId}`, allowance)
    tell(reply, 'requests', allowance, taken)
    if (!taken.allowed)
      throw tooMany('You send more requests than you may; wait, and send them more slowly.', taken)
    return actor
  }

  /** "300 failures a minute per address", and on one client: past that, a failure is not even explained. */
  async countFailure(reply: FastifyReply, ...whose: readonly string[]): Promise<void> {
    const { failuresPerMinute } = this.#rates
    if (failuresPerMinute === 0) return
    const allowance = { most: failuresPerMinute, perSecond: failuresPerMinute / 60 }
    for (const each of whose) {
      const taken = await this.#allowances.take(`failures ${each}`, allowance)
      tell(reply, 'failures', allowance, taken)
      if (!taken.allowed)
        throw tooMany('Too many failed attempts from this address or on this client.', taken)
    }
  }

  /** "60 issued tokens a minute per client." */
  async countToken(reply: FastifyReply, clientId: string): Promise<void> {
    const { tokensPerMinute } = this.#rates
    if (tokensPerMinute === 0) return
    const allowance = { most: tokensPerMinute, perSecond: tokensPerMinute / 60 }
    const taken = await this.#allowances.take(`tokens ${clientId}`, allowance)
    tell(reply, 'tokens', allowance, taken)
    if (!taken.allowed)
      throw tooMany('This client gets more tokens than it may. A token is good for an hour: keep it.', taken)
  }
}

/** The `RateLimit` fields of the IETF draft. */
function tell(
  reply: FastifyReply,
  name: string,
  { most, perSecond }: Allowance,
  { left, fullIn }: Taken,
): void {
  reply.headers({
    'ratelimit-policy': `"${name}";q=${most};w=${Math.ceil(most / perSecond)}`,
    ratelimit: `"${name}";r=${left};t=${Math.ceil(fullIn)}`,
  })
}

function tooMany(detail: string, { retryIn }: Taken): Problem {
  return problem('too_many_requests', detail, {
    headers: { 'retry-after': String(Math.max(1, Math.ceil(retryIn))) },
  })
}
