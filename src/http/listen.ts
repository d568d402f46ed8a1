import { once } from 'node:events'
import { createServer, type ListenOptions, Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** The address cannot be listened on. */
export class CannotListen extends Error {
  /** Whether another program uses the port; otherwise the setting is wrong. */
  readonly inUse: boolean
  constructor(host: string, port: number, cause: NodeJS.ErrnoException) {
    const inUse = cause.code === 'EADDRINUSE'
    super(
      `Cannot listen on ${host}, port ${port}: ${inUse ? 'another program already uses it' : cause.message}.`,
    )
    this.name = 'CannotListen'
    this.inUse = inUse
  }
}

/** A listening socket that one process can pass to another. */
export type ListeningSocket = Pick<Server, 'close'>

/** The listening sockets. */
interface Listener {
  /** The sockets, to be passed to the process that replaces this one. */
  sockets: () => ListeningSocket[]
  /** The number of open client connections. */
  count: () => Promise<number>
  /** Stops accepting connections; open ones stay. */
  shut: () => void
  close: () => Promise<void>
}

/**
 * Listens on an address; for `localhost` on both IPv4 and IPv6. Connections to the second are handed to the
 * one server, so that its limits and its shutdown apply to all. `inherited`: the sockets of the process that this one
 * replaces.
 */
export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
  inherited?: readonly ListeningSocket[],
): Promise<Listener> {
  const doors: Server[] = []
  const close = async (): Promise<void> => {
    const closed = doors.map((door) => new Promise((resolve) => door.close(resolve)))
    await Promise.all([app.close(), ...closed])
  }
  try {
    const [first = host, ...others] = addressesOf(host)
    const [firstSocket, ...otherSockets] = inherited ?? []
    // A given `handle` is what Node listens on, instead of the address.
    await app.listen(Object.assign({ host: first, port }, firstSocket && { handle: firstSocket }))
    for (const place of inherited === undefined
      ? others.map((address) => ({ host: address, port }))
      : otherSockets) {
      const door = createServer({ allowHalfOpen: true, noDelay: true })
      door.on('connection', (socket) => app.server.emit('connection', socket))
      if (await opens(door, place)) doors.push(door)
    }
    const all = [app.server, ...doors]
    return {
      sockets: () => all.map(socketOf),
      count: async () => (await Promise.all(all.map(connectionsOf))).reduce((sum, each) => sum + each, 0),
      // Not `server.close()`, which would also end idle connections, perhaps just as a request arrives.
      shut: () => {
        for (const each of all) Server.prototype.close.call(each)
      },
      close,
    }
  } catch (error) {
    await close()
    throw new CannotListen(host, port, error as NodeJS.ErrnoException)
  }
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve) => server.getConnections((_error, count) => resolve(count ?? 0)))
}

/** The socket itself: passing the server would make every process on the way accept connections. */
function socketOf(server: Server): ListeningSocket {
  return (server as unknown as { _handle: ListeningSocket })._handle
}

/** False if the machine does not have the address; containers often lack IPv6. */
async function opens(door: Server, place: ListenOptions | ListeningSocket): Promise<boolean> {
  try {
    await once(door.listen(place), 'listening')
    return true
  } catch (error) {
    if (['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(String((error as NodeJS.ErrnoException).code)))
      return false
    throw error
  }
}

/** RFC 6761: the name means the loopback addresses, whatever the hosts file says. */
function addressesOf(host: string): string[] {
  return host === 'localhost' ? ['127.0.0.1', '::1'] : [host]
}
