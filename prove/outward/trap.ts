import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'

/** A listener on all addresses of this machine. Nothing may ever connect to it, except to the one decoy address. */
export interface Trap {
  port: number
  /** Connections to any address but the decoy. */
  caught: () => number
  stop: () => Promise<void>
}

/** The only address that may be reached. */
export const decoy = '127.0.0.2'

export async function setTrap(): Promise<Trap> {
  let caught = 0
  const sockets = new Set<Socket>()
  const answering = createHttpServer((request, response) => {
    // A redirect inwards, which nobody may follow.
    const inwards = `http://127.0.0.1:${request.socket.localPort}/redirected`
    response.writeHead(302, { location: inwards }).end()
  })
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined).once('close', () => sockets.delete(socket)))
    if (socket.localAddress?.endsWith(decoy) !== true) caught += 1
    answering.emit('connection', socket)
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(0, '::', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    caught: () => caught,
    stop: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
