import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from '../db/database.ts'
import { Admission, heavyBytes, type Ticket } from '../fairness/admission.ts'
import { yieldNow } from '../fairness/scheduler.ts'
import type { Answer } from './answer.ts'
import { gone, whenLeft } from './connections.ts'

/** A request as the HTTP server knows it, and what it is charged to. */
interface Asked {
  request: { raw: IncomingMessage }
  reply: { raw: ServerResponse }
}

/** The requests in progress: see `src/fairness/admission.ts`. */
export class InProgress {
  readonly #callers: Admission
  readonly #heavyWork: Admission

  constructor({ poolSize }: Database) {
    this.#callers = Admission.forCallers(poolSize)
    this.#heavyWork = Admission.forHeavyWork(poolSize)
  }

  /** Runs `work`, which needs so many bytes, once the caller may have another request in progress. */
  run<T>(
    callerId: string,
    { bytes, heavy }: { bytes: number; heavy?: boolean | undefined },
    asked: Asked,
    work: (ticket: Ticket) => Promise<T>,
  ): Promise<T> {
    const ticket = this.#callers.enter(callerId, heavy === true ? Math.max(bytes, heavyBytes) : bytes)
    return admitted(ticket, asked, work)
  }

  /** Runs the part of `work` that can hold a connection for seconds. All callers share the limit for that. */
  runHeavy<T>({ heavy }: { heavy?: boolean }, asked: Asked, work: () => Promise<T>): Promise<T> {
    if (heavy !== true) return work()
    return admitted(this.#heavyWork.enter(''), asked, (ticket) => work().finally(() => ticket.finish(0)))
  }
}

/** A ticket is held until the work has ended, even if the client has left, and until the answer has left. */
async function admitted<T>(
  ticket: Ticket,
  { request: { raw: request }, reply: { raw: response } }: Asked,
  work: (ticket: Ticket) => Promise<T>,
): Promise<T> {
  let isWorking = false
  let hasLeft = false
  const leave = (): void => {
    hasLeft = true
    if (!isWorking) ticket.leave(gone())
  }
  if (request.socket.destroyed) leave()
  else whenLeft(request, response, leave)
  if (ticket.admitted !== undefined) {
    await ticket.admitted
    // Many can be admitted at once.
    await yieldNow()
  }
  if (hasLeft) throw gone()
  isWorking = true
  try {
    return await work(ticket)
  } finally {
    isWorking = false
    if (hasLeft) leave()
  }
}

/** Bytes of the answer in memory. The content of files is streamed and counts nothing. */
export const sizeOf = ({ body, bytes }: Answer): number => bytes ?? body?.length ?? 0
