import type { Server, Socket } from 'node:net'

/** Tracks open connections, and closes idle ones. */
export class IdleConnections {
  readonly #open = new Set<Socket>()
  /** The bytes received on connections that were idle at the last call. */
  #idle = new Map<Socket, number>()

  constructor(server: Server) {
    server.on('connection', (socket: Socket) => {
      this.#open.add(socket)
      socket.once('close', () => this.#open.delete(socket))
    })
  }

  /**
   * Closes connections with nothing in progress and nothing received since the last call, so that a client
   * about to send a request is hardly ever cut off.
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
