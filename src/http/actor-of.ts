import type { FastifyRequest } from 'fastify'
import type { Actor } from '../base/actor.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the bearer check. */
    actor: Actor | undefined
    /** Contract section 11: errors are sent as their message alone. */
    plainErrors: boolean
  }
}

/** The caller of a request that the bearer check has admitted. */
export function actorOf(request: FastifyRequest): Actor {
  if (request.actor === undefined) throw new Error('A method ran without the bearer check')
  return request.actor
}
