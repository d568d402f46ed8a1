import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { problem } from '../errors.ts'

/** The answers that are under way: a stop waits for all, and no refusal overtakes one on its connection. */
export class UnderWay {
  readonly #counts = new Map<Socket, number>()
  readonly #known = new WeakSet<Socket>()
  readonly #waiting = new Set<() => boolean>()

  add({ socket }: IncomingMessage, response: ServerResponse): void {
    if (!this.#known.has(socket)) {
      this.#known.add(socket)
      // Answers that wait behind another on a connection that breaks do not tell.
      socket.once('close', () => this.#set(socket, 0))
    }
    this.#set(socket, (this.#counts.get(socket) ?? 0) + 1)
    response.once('close', () => this.#set(socket, (this.#counts.get(socket) ?? 0) - 1))
  }

  /** Resolves when every answer has left, or every answer on one connection. */
  whenDone(socket?: Socket): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.add(() => {
        const isDone = socket === undefined ? this.#counts.size === 0 : !this.#counts.has(socket)
        if (isDone) resolve()
        return isDone
      })
      this.#tell()
    })
  }

  #set(socket: Socket, count: number): void {
    if (count > 0) this.#counts.set(socket, count)
    else if (this.#counts.delete(socket)) this.#tell()
  }

  #tell(): void {
    for (const isTold of this.#waiting) if (isTold()) this.#waiting.delete(isTold)
  }
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
  const late = setTimeout(() => request.socket.destroy(), seconds * 1000)
  const end = (): void => clearTimeout(late)
  request.once('end', end).once('close', end)
  // A request that was answered is not told of the end of its connection.
  request.socket.once('close', end)
  request.resume()
}

/** Aborts when the connection closes before all of the answer was handed over. */
export function goneSignal(response: ServerResponse): AbortSignal {
  const ending = new AbortController()
  const end = (): void => {
    if (!response.writableFinished)
      ending.abort(problem('unavailable', 'The connection was closed before the answer.'))
  }
  if (response.destroyed) end()
  else response.once('close', end)
  return ending.signal
}
