import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Answer } from '../answer.ts'
import type { ReadContext } from '../context.ts'
import type { PathParameters } from '../operation.ts'

/** Runs a short part of a request that waits; `bytes`: the memory that it needs. */
export type Turn = <T>(bytes: number, work: () => Promise<T>) => Promise<T>

/** The means of a method that may wait. */
export interface Live {
  request: FastifyRequest
  reply: FastifyReply
  turn: Turn
}

/** A method that may wait. Undefined: it sends the response itself. */
export type LiveHandler<P extends string> = (
  ctx: ReadContext<PathParameters<P>>,
  live: Live,
) => Promise<Answer | undefined>

export type AnyReading = (ctx: ReadContext<Record<string, string>>) => Promise<Answer>
