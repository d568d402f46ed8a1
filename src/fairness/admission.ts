import { clock, type Timer } from '../base/clock.ts'
import { type Problem, problem } from '../base/errors.ts'
import { topics } from '../observe/topics.ts'

/** Bytes of request and response bodies that one caller may have in progress. */
const budget = 16_000_000

/** Milliseconds that a request waits while no request of its caller ends. */
const longestWait = 30_000

/** How many requests of one caller may be in progress without a connection pool to share. SQLite commits writes in groups. */
const withoutPool = 64

/** The share of a connection pool that one caller may occupy. */
const shareOfPool = 0.8

/** The cost of a page of this many records until it is built and its size is known. */
export const pageBytes = (records: number): number => Math.max(records, 100) * 16_000

/** The cost of a body of this many bytes: as received, as text, and as parsed values. */
export const bodyBytes = (bytes: number): number => bytes * 4

interface Limits {
  /** The least cost of a request, in bytes. */
  least: number
  /** Milliseconds. */
  longestWait: number
}

/** What one caller has in progress, and the requests that wait. */
class Caller {
  readonly queue = new Set<Ticket>()
  readonly limits: Limits
  bytes = 0
  tickets = 0
  /** When a request ended last. */
  endedAt = 0

  constructor(limits: Limits) {
    this.limits = limits
  }

  /** A caller with nothing in progress gets in, however large the request. */
  hasRoom(bytes: number): boolean {
    return this.bytes === 0 || this.bytes + bytes <= budget
  }

  admitNext(): void {
    for (const ticket of this.queue) {
      if (!this.hasRoom(ticket.bytes)) return
      ticket.admit()
    }
  }
}

/**
 * A caller has a limited number of requests in progress. Further ones wait in the caller's own queue, and are refused
 * after 30 seconds in which none has ended. Each request counts as an equal share of a budget of bytes, or as more if
 * it needs more memory, so one limit bounds connections, memory and long work. Once a response is built, only its size
 * counts, until it has been sent.
 */
export class Admission {
  readonly #callers = new Map<string, Caller>()
  readonly #limits: Limits

  constructor(requests: number, milliseconds = longestWait) {
    // This many fit next to small responses that have not been sent yet, and one more does not.
    this.#limits = { least: Math.floor(budget / (requests + 1)) + 1, longestWait: milliseconds }
  }

  /** `connections`: the size of the connection pool, if the database has one. */
  static forCallers(connections: number | undefined): Admission {
    return new Admission(
      connections === undefined ? withoutPool : Math.max(1, Math.floor(connections * shareOfPool)),
    )
  }

  /** For long work of all callers together, which must leave connections for short requests. */
  static forHeavyWork(connections: number | undefined): Admission {
    return new Admission(connections === undefined ? 4 : Math.max(1, Math.floor(connections / 2)))
  }

  /** The caller must call `leave` in the end. */
  enter(callerId: string, bytes = 0): Ticket {
    let caller = this.#callers.get(callerId)
    if (caller === undefined) {
      caller = new Caller(this.#limits)
      this.#callers.set(callerId, caller)
    }
    return new Ticket(caller, bytes, () => this.#callers.delete(callerId))
  }
}

/** A request that is in progress or waits in its caller's queue. */
export class Ticket {
  bytes: number
  /** Rejects if the ticket is refused or leaves before it is admitted. Undefined: admitted immediately. */
  readonly admitted: Promise<void> | undefined
  readonly #caller: Caller
  readonly #onLast: () => void
  #state: 'waiting' | 'admitted' | 'left' = 'waiting'
  #resolve: (() => void) | undefined
  #reject: ((reason: Problem) => void) | undefined
  #timer: Timer | undefined

  constructor(caller: Caller, bytes: number, onLast: () => void) {
    this.#caller = caller
    this.#onLast = onLast
    this.bytes = this.#counted(bytes)
    caller.tickets += 1
    if (caller.queue.size === 0 && caller.hasRoom(this.bytes)) {
      this.admit()
      return
    }
    caller.queue.add(this)
    this.#expire(clock.ticks())
    this.admitted = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  admit(): void {
    this.#state = 'admitted'
    this.#caller.bytes += this.bytes
    this.#caller.queue.delete(this)
    clock.clear(this.#timer)
    this.#resolve?.()
  }

  /** The request turns out to need this many bytes. */
  resize(bytes: number): void {
    this.#set(this.#counted(bytes))
  }

  /** The work is done: from now on only the bytes of the response in memory count. */
  finish(bytes: number): void {
    this.#set(bytes)
  }

  /** `reason`: creates the error for a request that is still waiting. */
  leave(reason: () => Problem): void {
    if (this.#state === 'left') return
    if (this.#state === 'admitted') {
      this.#caller.endedAt = clock.ticks()
      this.#set(0)
    } else this.#refuse(reason())
    this.#state = 'left'
    this.#caller.tickets -= 1
    if (this.#caller.tickets === 0) this.#onLast()
  }

  #counted(bytes: number): number {
    return Math.min(Math.max(bytes, this.#caller.limits.least), budget)
  }

  #set(bytes: number): void {
    if (this.#state !== 'admitted') return
    this.#caller.bytes += bytes - this.bytes
    this.bytes = bytes
    this.#caller.admitNext()
  }

  #expire(since: number): void {
    const end = Math.max(since, this.#caller.endedAt) + this.#caller.limits.longestWait
    const left = end - clock.ticks()
    if (left <= 0) this.#refuse(tooMany())
    else this.#timer = clock.setTimeout(() => this.#expire(since), left)
  }

  #refuse(reason: Problem): void {
    clock.clear(this.#timer)
    this.#reject?.(reason)
    // The next one in the queue may be smaller.
    if (this.#caller.queue.delete(this)) this.#caller.admitNext()
  }
}

function tooMany(): Problem {
  topics.rateRefused.publish({ limit: 'pages' })
  return problem(
    'too_many_requests',
    'Too many requests in progress for this client. Wait for them to finish, or request fewer records at a time.',
    { headers: { 'retry-after': '5' } },
  )
}
