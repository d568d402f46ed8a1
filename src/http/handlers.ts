import type { Answer } from './answer.ts'
import type { ReadContext, WriteContext } from './context.ts'
import type { PathParameters } from './operation.ts'
import type { StreamContext } from './stream-context.ts'

export type Reading<P extends string> = (ctx: ReadContext<PathParameters<P>>) => Promise<Answer>
export type Writing<P extends string> = (ctx: WriteContext<PathParameters<P>>) => Promise<Answer>
export type AnyWriting = (ctx: WriteContext<Record<string, string>>) => Promise<Answer>

/** A method whose body is content, read as a stream. */
export interface Receiving<P extends string, T> {
  /**
   * Reads the body before the transaction, which must not wait for the network. `isRepeated`: its Idempotency-Key has an
   * response already.
   */
  take: (ctx: StreamContext<PathParameters<P>>, isRepeated: boolean) => Promise<T>
  /** Identifies the body when a request is compared with another of the same Idempotency-Key. */
  fingerprint: (taken: T) => string
  /** In the transaction: repeats the checks that were made before the body arrived. */
  work: (ctx: WriteContext<PathParameters<P>>, taken: T) => Promise<Answer>
  /** After the transaction, if its outcome is known; otherwise a sweep does this later. */
  confirm: (taken: T) => Promise<void>
}
