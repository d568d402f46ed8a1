import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { clock } from '../base/clock.ts'
import { Problem, problem } from '../base/errors.ts'

/** Tracks responses in progress: a stop waits for all, and a refusal never overtakes one on its connection. */
export class AnswersInProgress {
  readonly #counts = new Map<Socket, number>()
  /** The last request of each connection, and its response. */
  readonly #last = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()
  readonly #waiting = new Set<() => boolean>()

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    // Responses queued behind another emit no event when the connection breaks.
    if (!this.#last.has(socket)) socket.once('close', () => this.#set(socket, 0))
    this.#last.set(socket, { request, response })
    this.#set(socket, (this.#counts.get(socket) ?? 0) + 1)
    response.once('close', () => this.#set(socket, (this.#counts.get(socket) ?? 0) - 1))
  }

  /** Resolves when every response has been sent. */
  whenDone(): Promise<void> {
    return this.#when(() => this.#counts.size === 0)
  }

  /** Resolves when every response has been sent on a connection that sent an invalid request. */
  whenNoMore(socket: Socket): Promise<void> {
    const { request, response } = this.#last.get(socket) ?? {}
    return this.#when(() => {
      // A request in progress gets no more data and would wait for it, unless its response is being sent.
      const broken = request?.complete === false && response?.headersSent === false ? 1 : 0
      return (this.#counts.get(socket) ?? 0) <= broken
    })
  }

  #when(isDone: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(() => {
        const done = isDone()
        if (done) resolve()
        return done
      })
      this.#check()
    })
  }

  #set(socket: Socket, count: number): void {
    if (count > 0) this.#counts.set(socket, count)
    else this.#counts.delete(socket)
    this.#check()
  }

  #check(): void {
    for (const resolveIfDone of this.#waiting) if (resolveIfDone()) this.#waiting.delete(resolveIfDone)
  }
}

const leaving = new WeakMap<Socket, Set<() => void>>()

/**
 * Calls back when the response has been sent or never will be: one queued behind another emits no event when
 * the connection breaks.
 */
export function whenLeft({ socket }: IncomingMessage, response: ServerResponse, callback: () => void): void {
  const known = leaving.get(socket)
  const those = known ?? new Set()
  if (known === undefined) {
    leaving.set(socket, those)
    socket.once('close', () => {
      // In reverse order: later responses may be waiting for earlier ones.
      for (const each of [...those].reverse()) each()
    })
  }
  const left = (): void => {
    if (those.delete(left)) callback()
  }
  those.add(left)
  response.once('close', left)
}

const upgrading = new WeakMap<Socket, IncomingMessage>()

/**
 * RFC 9110, section 7.8: "A server MAY ignore a received Upgrade header field". But Node then loses what
 * follows the request in the same packet, and misreads what comes next as a new request. So no later request
 * on this connection is trusted.
 */
export function endAfterUpgrade(request: IncomingMessage, response: ServerResponse): void {
  const { socket, headers } = request
  if (headers.upgrade === undefined || !/upgrade/i.test(headers.connection ?? '')) return
  if (!upgrading.has(socket)) upgrading.set(socket, request)
  response.setHeader('connection', 'close')
}

/** Whether an earlier request closes the connection. */
export function isAfterUpgrade(request: IncomingMessage): boolean {
  const last = upgrading.get(request.socket)
  return last !== undefined && last !== request
}

/** Closes the connection of a client that does not read its response: nothing was sent for this long. */
export function limitReading(response: ServerResponse, seconds: number): void {
  // An injected request has no network connection, and its socket no timer.
  if ('isLightMyRequest' in response) return
  response.setTimeout(seconds * 1000)
}

/** Discards the rest of an unread body for a while, so that its sender can read the response. */
export function limitRest(request: IncomingMessage, seconds: number): void {
  if (request.complete !== false) return
  const { socket } = request
  const late = clock.setTimeout(() => socket.destroy(), seconds * 1000)
  const end = (): void => {
    clock.clear(late)
    socket.off('close', end)
  }
  request.once('end', end).once('close', end)
  // A request with a complete response gets no close event from its connection, which may serve many more.
  socket.once('close', end)
  request.resume()
}

const goneSentence = 'The connection closed before the response.'

export const gone = (): Problem => problem('unavailable', goneSentence)

/** Whether the only problem is that the client has disconnected. */
export const isGone = (error: unknown): boolean => error instanceof Problem && error.message === goneSentence

/** Aborts when the connection closes before the whole response was handed over. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const ending = new AbortController()
  const end = (): void => {
    if (!response.writableFinished) ending.abort(gone())
  }
  if (response.destroyed) end()
  else response.once('close', end)
  return ending.signal
}
