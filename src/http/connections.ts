import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { Problem, problem } from '../base/errors.ts'

/** The answers that are under way: a stop waits for all, and no refusal overtakes one on its connection. */
export class UnderWay {
  readonly #counts = new Map<Socket, number>()
  /** The last request of each connection, and its answer. */
  readonly #last = new WeakMap<Socket, { request: IncomingMessage; response: ServerResponse }>()
  readonly #waiting = new Set<() => boolean>()

  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    // Answers that wait behind another on a connection that breaks do not tell.
    if (!this.#last.has(socket)) socket.once('close', () => this.#set(socket, 0))
    this.#last.set(socket, { request, response })
    this.#set(socket, (this.#counts.get(socket) ?? 0) + 1)
    response.once('close', () => this.#set(socket, (this.#counts.get(socket) ?? 0) - 1))
  }

  has(socket: Socket): boolean {
    return this.#counts.has(socket)
  }

  /** Resolves when every answer has left. */
  whenDone(): Promise<void> {
    return this.#when(() => this.#counts.size === 0)
  }

  /** Resolves when every answer has left on a connection that has brought nonsense. */
  whenNoMore(socket: Socket): Promise<void> {
    const { request, response } = this.#last.get(socket) ?? {}
    return this.#when(() => {
      // A request that was under way has nothing more to come, and would wait for it, unless it is being answered.
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
      this.#tell()
    })
  }

  #set(socket: Socket, count: number): void {
    if (count > 0) this.#counts.set(socket, count)
    else this.#counts.delete(socket)
    this.#tell()
  }

  #tell(): void {
    for (const isTold of this.#waiting) if (isTold()) this.#waiting.delete(isTold)
  }
}

const leaving = new WeakMap<Socket, Set<() => void>>()

/** Tells when the answer has left, or when it never will: those that wait behind another on a connection that breaks do not. */
export function whenLeft({ socket }: IncomingMessage, response: ServerResponse, tell: () => void): void {
  const known = leaving.get(socket)
  const those = known ?? new Set()
  if (known === undefined) {
    leaving.set(socket, those)
    socket.once('close', () => {
      // The last first: they may be waiting for those before them.
      for (const each of [...those].reverse()) each()
    })
  }
  const left = (): void => {
    if (those.delete(left)) tell()
  }
  those.add(left)
  response.once('close', left)
}

const upgrading = new WeakMap<Socket, IncomingMessage>()

/**
 * RFC 9110, section 7.8: "A server MAY ignore a received Upgrade header field". But Node then loses what came behind the
 * request in the same packet, and takes what comes next for the beginning of another. So none after it is understood.
 */
export function endAfterUpgrade(request: IncomingMessage, response: ServerResponse): void {
  const { socket, headers } = request
  if (headers.upgrade === undefined || !/upgrade/i.test(headers.connection ?? '')) return
  if (!upgrading.has(socket)) upgrading.set(socket, request)
  response.setHeader('connection', 'close')
}

/** Whether the connection ends with a request before this one. */
export function isAfterUpgrade(request: IncomingMessage): boolean {
  const last = upgrading.get(request.socket)
  return last !== undefined && last !== request
}

/** Ends the connection of someone who does not take in an answer: nothing of it has moved for so long. */
export function limitReading(response: ServerResponse, seconds: number): void {
  // An answer that was injected goes to no network, and its socket has no clock.
  if ('isLightMyRequest' in response) return
  response.setTimeout(seconds * 1000)
}

/** The rest of a body that nobody reads is thrown away for a while, so that its sender can read the answer. */
export function limitRest(request: IncomingMessage, seconds: number): void {
  if (request.complete !== false) return
  const { socket } = request
  const late = setTimeout(() => socket.destroy(), seconds * 1000)
  const end = (): void => {
    clearTimeout(late)
    socket.off('close', end)
  }
  request.once('end', end).once('close', end)
  // A request that was answered is not told of the end of its connection, which may go on for many others.
  socket.once('close', end)
  request.resume()
}

const goneSentence = 'The connection was closed before the answer.'

export const gone = (): Problem => problem('unavailable', goneSentence)

/** Whether nothing else went wrong than that nobody waits for the answer any more. */
export const isGone = (error: unknown): boolean => error instanceof Problem && error.message === goneSentence

/** Aborts when the connection closes before all of the answer was handed over. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const ending = new AbortController()
  const end = (): void => {
    if (!response.writableFinished) ending.abort(gone())
  }
  if (response.destroyed) end()
  else response.once('close', end)
  return ending.signal
}
