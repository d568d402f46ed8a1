import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Problem, problem } from '../base/errors.ts'
import { others } from '../fairness/turns.ts'
import { topics } from '../observe/topics.ts'
import type { Answer } from './answer.ts'
import { large } from './body.ts'
import { gone, whenLeft } from './connections.ts'

/** Bytes of answers and large bodies that one caller may have under way, from their beginning until the last of them has left. */
const most = 16_000_000

/** Until a page is made, it counts so much for each of its records, and at least as if it had so many. */
const sizeOfRecord = 16_000
const fewestRecords = 100

/** A body counts so many times: as it came, its text, and what it says. */
const ofBody = 4

/** Milliseconds that an answer waits while none of those leaves. Whoever takes in nothing at all is cut off in about the same time. */
const longestWait = 30_000

interface Caller {
  bytes: number
  /** How many have not left. */
  count: number
  /** When one left last, or the first came. */
  moved: number
  /** In the order in which they came. */
  waiting: Set<Counted>
}

interface Counted {
  caller: Caller
  bytes: number
  isBegun: boolean
  begin: () => void
  giveUp: (why: Problem) => void
}

/**
 * Large answers that many connections ask for at once, and take in slowly or not at all, would have the memory and the
 * time of everyone, and so would large bodies. So each caller has a few under way, and further ones wait until those have left.
 */
export class AnswersUnderWay {
  readonly #callers = new Map<string, Caller>()
  readonly #counted = new WeakMap<ServerResponse, Counted>()
  readonly #longestWait: number

  constructor(milliseconds = longestWait) {
    this.#longestWait = milliseconds
  }

  /** An answer of so many records; 0: of one, which counts when it is made. Undefined: go on at once. Throws when nobody waits for it any more. */
  begin(
    whose: string,
    records: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | undefined {
    return this.#begin(
      whose,
      records === 0 ? 0 : Math.max(records, fewestRecords) * sizeOfRecord,
      request,
      response,
    )
  }

  /** The answer to a body of so many bytes, which count until it is made. The same for the rest. */
  beginWith(
    whose: string,
    body: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | undefined {
    return this.#begin(whose, sizeWith(body), request, response)
  }

  /** Its body is there, and is as large as it is. */
  read(body: number, response: ServerResponse): void {
    const counted = this.#counted.get(response)
    if (counted !== undefined) recount(counted, sizeWith(body))
  }

  #begin(
    whose: string,
    bytes: number,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> | undefined {
    // Nobody would tell when it has left.
    if (request.socket.destroyed) throw gone()
    if (bytes === 0 && (this.#callers.get(whose)?.bytes ?? 0) <= most) return undefined
    const counted = this.#count(whose, bytes, request, response)
    letIn(counted.caller)
    return counted.isBegun ? undefined : this.#begun(whose, counted, request)
  }

  /** It is made, and is as large as it is. */
  made(
    whose: string,
    { body, bytes: held }: Answer,
    request: IncomingMessage,
    response: ServerResponse,
  ): void {
    // Its place was given back when the connection broke.
    if (request.socket.destroyed) return
    const bytes = held ?? body?.length ?? 0
    const known = this.#counted.get(response)
    if (known === undefined && bytes < large) return
    const counted = known ?? this.#count(whose, 0, request, response)
    // It does not wait any more: it is there.
    counted.caller.waiting.delete(counted)
    counted.isBegun = true
    recount(counted, bytes)
  }

  #count(whose: string, bytes: number, request: IncomingMessage, response: ServerResponse): Counted {
    const caller = this.#callers.get(whose) ?? {
      bytes: 0,
      count: 0,
      moved: performance.now(),
      waiting: new Set(),
    }
    this.#callers.set(whose, caller)
    caller.count += 1
    const counted: Counted = { caller, bytes, isBegun: false, begin: nobodyWaits, giveUp: nobodyWaits }
    this.#counted.set(response, counted)
    caller.waiting.add(counted)
    whenLeft(request, response, () => {
      this.#counted.delete(response)
      if (counted.isBegun) {
        caller.bytes -= counted.bytes
        caller.moved = performance.now()
      }
      if (caller.waiting.delete(counted)) counted.giveUp(gone())
      letIn(caller)
      caller.count -= 1
      if (caller.count === 0) this.#callers.delete(whose)
    })
    return counted
  }

  #begun(whose: string, counted: Counted, { socket }: IncomingMessage): Promise<void> {
    const { caller } = counted
    const begun = new Promise<void>((resolve, reject) => {
      const since = performance.now()
      const look = (): void => {
        const left = Math.max(since, caller.moved) + this.#longestWait - performance.now()
        if (left > 0) {
          late = setTimeout(look, left)
          return
        }
        caller.waiting.delete(counted)
        reject(tooMuch())
      }
      let late = setTimeout(look, this.#longestWait)
      counted.begin = () => {
        clearTimeout(late)
        resolve()
      }
      counted.giveUp = (why) => {
        clearTimeout(late)
        reject(why)
      }
    })
    // When many connections break at once, each lets in the next, which breaks too.
    return begun
      .then(() => others(whose))
      .then(() => {
        if (socket.destroyed) throw gone()
      })
  }
}

/** No more than all that a caller has: beside one that is larger it would have nothing else. */
const sizeWith = (body: number): number => (body < large ? 0 : Math.min(body * ofBody, most))

function recount(counted: Counted, bytes: number): void {
  counted.caller.bytes += bytes - counted.bytes
  counted.bytes = bytes
  letIn(counted.caller)
}

function letIn(caller: Caller): void {
  let isFull = false
  for (const counted of caller.waiting) {
    // One is always let in, however large; and what counts for nothing yet does not wait behind what is too large.
    if (caller.bytes > 0 && caller.bytes + counted.bytes > most) isFull = true
    else if (!isFull || counted.bytes === 0) {
      caller.waiting.delete(counted)
      caller.bytes += counted.bytes
      counted.isBegun = true
      counted.begin()
    }
  }
}

const nobodyWaits = (): void => undefined

function tooMuch(): Problem {
  topics.rateRefused.tell({ limit: 'pages' })
  return problem(
    'too_many_requests',
    `You have more than ${most / 1_000_000} MB of answers and large bodies (which count four times) under way at once; send and read those first, or ask for fewer records at a time.`,
    { headers: { 'retry-after': '5' } },
  )
}
