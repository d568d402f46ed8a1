import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Database } from '../db/database.ts'
import { Admission, type Ticket } from '../fairness/admission.ts'
import { currentCaller, yieldNow } from '../fairness/scheduler.ts'
import type { Answer } from './answer.ts'
import { gone, whenLeft } from './connections.ts'

/** How many requests of one caller may do long work at once: bulk requests, time summaries and CSV exports. */
const heavyAtOnce = 2

/** A request as the HTTP server represents it. */
interface Asked {
  request: { raw: IncomingMessage }
  reply: { raw: ServerResponse }
}

/** The requests in progress: see `src/fairness/admission.ts`. */
export class InProgress {
  readonly #callers: Admission
  readonly #heavyOfCaller = new Admission(heavyAtOnce)
  readonly #heavyOfAll: Admission

  constructor({ poolSize }: Database) {
    this.#callers = Admission.forCallers(poolSize)
    this.#heavyOfAll = Admission.forHeavyWork(poolSize)
  }

  /** Runs `work`, which needs this many bytes, once the current caller may have another request in progress. */
  run<T>(
    { bytes, heavy }: { bytes: number; heavy?: boolean | undefined },
    asked: Asked,
    work: (ticket: Ticket) => Promise<T>,
  ): Promise<T> {
    const run = (): Promise<T> => admitted(this.#callers.enter(currentCaller(), bytes), asked, work)
    // Long work has a separate queue, so that it does not delay the caller's short requests.
    return heavy === true ? admitted(this.#heavyOfCaller.enter(currentCaller()), asked, run) : run()
  }

  /** Runs a short part of a request that may otherwise wait for long, as if it were a request of its own. */
  async turn<T>(bytes: number, work: () => Promise<T>): Promise<T> {
    const ticket = this.#callers.enter(currentCaller(), bytes)
    try {
      await ticket.admitted
      return await work()
    } finally {
      ticket.leave(gone)
    }
  }

  /** Runs the part of a request, if any, that can hold a connection for seconds. All callers share that limit. */
  runHeavy<T>({ heavy }: { heavy?: boolean }, asked: Asked, work: () => Promise<T>): Promise<T> {
    if (heavy !== true) return work()
    return admitted(this.#heavyOfAll.enter(''), asked, (ticket) => work().finally(() => ticket.finish(0)))
  }
}

/** Holds the ticket until the work has ended, even if the client has disconnected, and until the response was sent. */
async function admitted<T>(
  ticket: Ticket,
  { request: { raw: request }, reply: { raw: response } }: Asked,
  work: (ticket: Ticket) => Promise<T>,
): Promise<T> {
  let isWorking = false
  let hasLeft = false
  const leave = (): void => {
    hasLeft = true
    if (!isWorking) ticket.leave(gone)
  }
  if (request.socket.destroyed) leave()
  else whenLeft(request, response, leave)
  if (ticket.admitted !== undefined) {
    await ticket.admitted
    // Many requests can be admitted at once.
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

/** From now on the request counts the memory of its response. File content is streamed and does not count. */
export function finish(ticket: Ticket, answer: Answer): Answer {
  ticket.finish(answer.bytes ?? answer.body?.length ?? 0)
  return answer
}
