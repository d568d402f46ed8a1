import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Actor, callerId } from '../base/actor.ts'
import type { Config } from '../base/config.ts'
import { companyDeleted, demandServed } from '../base/deleted-company.ts'
import { type Problem, problem } from '../base/errors.ts'
import { networkOf } from '../base/network.ts'
import type { Allowance } from '../db/allowances.ts'
import { refusals } from '../fairness/refusal-delay.ts'
import { topics } from '../observe/topics.ts'
import { type AllowanceResult, type Allowances, OwnAllowances } from './allowances.ts'
import type { Bearer } from './bearer.ts'

/** Restores a deleted company. */
export const restorePath = '/v1/company/restore'

const healthChecks: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/** Authentication and throttling: the bearer check and the rate limits of contract section 7. */
export class Gate {
  readonly #bearer: Bearer
  readonly #allowances: Allowances
  /** In memory, because pages are served even if the database is unavailable. */
  readonly #ofAddresses = new OwnAllowances()
  /** Undefined if switched off. */
  readonly #requests: Limit | undefined
  readonly #failures: Limit | undefined
  readonly #tokens: Limit | undefined
  readonly #compatibilityTokens: Limit | undefined

  constructor(bearer: Bearer, allowances: Allowances, rates: Config['rates']) {
    this.#bearer = bearer
    this.#allowances = allowances
    this.#requests = limitOf('requests', rates.burst, rates.requestsPerSecond)
    this.#failures = limitOf('failures', rates.failuresPerMinute, rates.failuresPerMinute / 60)
    this.#tokens = limitOf('tokens', rates.tokensPerMinute, rates.tokensPerMinute / 60)
    const { compatibilityTokensPerMinute: tokens } = rates
    this.#compatibilityTokens = limitOf('tokens', tokens, tokens / 60)
  }

  async admit(request: FastifyRequest, reply: FastifyReply): Promise<Actor> {
    const judged = await this.#bearer.judge(request.headers.authorization, request.id)
    if ('refusal' in judged) {
      request.plainErrors = judged.compatibility
      await this.countFailure(reply, request.ip)
      throw judged.refusal
    }
    const { actor } = judged
    // The log and the error format need it from here on.
    request.actor = actor
    request.plainErrors = actor.compatibility
    await this.countRequest(reply, callerId(actor))
    demandCompany(request, actor)
    return actor
  }

  /** "100 requests a second with bursts of 1,000 per client." */
  async countRequest(reply: FastifyReply, caller: string): Promise<void> {
    if (this.#requests === undefined) return
    const taken = await this.#allowances.take(`requests ${caller}`, this.#requests)
    setRateLimitHeaders(reply, this.#requests, taken)
    if (!taken.allowed)
      throw await this.#tooMany(
        this.#requests,
        'You are sending too many requests. Wait, then send them more slowly.',
        taken,
      )
  }

  /**
   * Requests that need no token: an address may send as many as a client, and so may a browser that has signed in
   * before (`browser`), so that others at its address cannot lock it out. Health checks are delayed and never refused.
   */
  async countAnonymous(request: FastifyRequest, reply: FastifyReply, browser?: string): Promise<void> {
    if (this.#requests === undefined) return
    const taken = this.#ofAddresses.take(browser ?? networkOf(request.ip), this.#requests)
    if (taken.allowed) return
    if (healthChecks.has(request.routeOptions.url ?? '')) {
      await refusals.wait()
      return
    }
    setRateLimitHeaders(reply, this.#requests, taken)
    throw await this.#tooMany(
      this.#requests,
      'Too many requests without a token from this address. Wait, then send them more slowly.',
      taken,
    )
  }

  /** Identifies the caller again within the same request, without counting it twice. */
  async recognize(request: FastifyRequest): Promise<Actor> {
    const judged = await this.#bearer.judge(request.headers.authorization, request.id)
    if ('refusal' in judged) throw judged.refusal
    demandCompany(request, judged.actor)
    return judged.actor
  }

  /** "300 failures a minute per address", and per client; beyond that, failures are not explained. */
  async countFailure(reply: FastifyReply, ...sources: readonly string[]): Promise<void> {
    topics.attemptFailed.publish({ route: reply.request.routeOptions.url })
    await this.#takeFailures(reply, sources)
  }

  /**
   * Counts a refusal that would reveal too much to the caller if it could be repeated freely. It is not a failed
   * sign-in.
   */
  async countRefusal(reply: FastifyReply, caller: string): Promise<void> {
    await this.#takeFailures(reply, [`caller ${caller}`])
  }

  async #takeFailures(reply: FastifyReply, sources: readonly string[]): Promise<void> {
    if (this.#failures === undefined) return
    for (const source of sources) {
      const taken = await this.#allowances.take(`failures ${networkOf(source)}`, this.#failures)
      setRateLimitHeaders(reply, this.#failures, taken)
      if (!taken.allowed)
        throw await this.#tooMany(
          this.#failures,
          'Too many failed attempts from this address or on this client.',
          taken,
        )
    }
  }

  /** Anonymous requests that make the service call another one, per address; as many as failures. */
  async countStart(reply: FastifyReply, address: string): Promise<void> {
    if (this.#failures === undefined) return
    const taken = await this.#allowances.take(`starts ${networkOf(address)}`, this.#failures)
    setRateLimitHeaders(reply, this.#failures, taken)
    if (!taken.allowed)
      throw await this.#tooMany(this.#failures, 'Too many sign-ins started from this address.', taken)
  }

  /** "60 issued tokens a minute per client", and 600 for old integrations, which request one per process. */
  async countToken(
    reply: FastifyReply,
    clientId: string,
    { compatibility }: { compatibility: boolean } = { compatibility: false },
  ): Promise<void> {
    const limit = compatibility ? this.#compatibilityTokens : this.#tokens
    if (limit === undefined) return
    const taken = await this.#allowances.take(`tokens ${clientId}`, limit)
    setRateLimitHeaders(reply, limit, taken)
    if (!taken.allowed)
      throw await this.#tooMany(
        limit,
        'This client requested too many tokens. A token is valid for an hour: reuse it.',
        taken,
      )
  }

  async #tooMany({ name }: Limit, detail: string, { retryIn }: AllowanceResult): Promise<Problem> {
    topics.rateRefused.publish({ limit: name })
    await refusals.wait()
    return problem('too_many_requests', detail, {
      headers: { 'retry-after': String(Math.max(1, Math.ceil(retryIn))) },
    })
  }
}

/** Non-GET routes that stay open to admins of a deleted company: a leaked token must still be revocable. */
const allowedWhenDeleted: ReadonlySet<string> = new Set([restorePath, '/oauth2/introspect', '/oauth2/revoke'])

/** Admins of a deleted company may read, restore it, and check and revoke tokens; nobody else may do anything. */
function demandCompany({ method, routeOptions }: FastifyRequest, actor: Actor): void {
  const { companyDeletedAt: deletedAt, permissions } = actor
  if (deletedAt === undefined) return
  demandServed(deletedAt, permissions)
  if (!['GET', 'HEAD'].includes(method) && !allowedWhenDeleted.has(routeOptions.url ?? ''))
    throw companyDeleted(deletedAt, permissions)
}

/** The `RateLimit` fields of the IETF draft. */
function setRateLimitHeaders(reply: FastifyReply, limit: Limit, { left, fullIn }: AllowanceResult): void {
  reply.header('ratelimit-policy', limit.policy)
  reply.header('ratelimit', `"${limit.name}";r=${left};t=${Math.ceil(fullIn)}`)
}

/** An allowance and its name in the headers. */
interface Limit extends Allowance {
  name: string
  policy: string
}

function limitOf(name: string, most: number, perSecond: number): Limit | undefined {
  if (most === 0 || perSecond === 0) return undefined
  return { name, most, perSecond, policy: `"${name}";q=${most};w=${Math.ceil(most / perSecond)}` }
}
