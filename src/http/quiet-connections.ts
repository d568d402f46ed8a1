import type { Server, Socket } from 'node:net'

/** Knows the open connections, and ends those on which nothing happens. */
export class QuietConnections {
  readonly #open = new Set<Socket>()
  /** How much had come on those that were idle when it was last asked. */
  #idle = new Map<Socket, number>()

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  /**
   * Ends those on which nothing is under way, nor has anything come since the last time this was asked: whoever is about
   * to send a request on a connection would have to send it in the very moment in which it ends.
   */
  end(isBusy: (socket: Socket) => boolean): void {
    const idle = new Map<Socket, number>()
    for (const socket of this.#open) {
      if (isBusy(socket)) continue
      if (this.#idle.get(socket) === socket.bytesRead) socket.destroySoon()
      else idle.set(socket, socket.bytesRead)
    }
    this.#idle = idle
  }
}
