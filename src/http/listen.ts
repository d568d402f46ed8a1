import { once } from 'node:events'
import { createServer, Server } from 'node:net'
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

/** The listening sockets. */
interface Listener {
  /** The number of open client connections. */
  count: () => Promise<number>
  /** Stops accepting connections; open ones stay. */
  shut: () => void
  close: () => Promise<void>
}

/**
 * Listens on an address; for `localhost` on both IPv4 and IPv6. Connections to the second are handed to the
 * one server, so that its limits and its shutdown apply to all.
 */
export async function listen(app: FastifyInstance, host: string, port: number): Promise<Listener> {
  const doors: Server[] = []
  const close = async (): Promise<void> => {
    const closed = doors.map((door) => new Promise((resolve) => door.close(resolve)))
    await Promise.all([app.close(), ...closed])
  }
  try {
    const [first = host, ...others] = addressesOf(host)
    await app.listen({ host: first, port })
    for (const address of others) {
      const door = createServer({ allowHalfOpen: true, noDelay: true })
      door.on('connection', (socket) => app.server.emit('connection', socket))
      if (await opens(door, address, port)) doors.push(door)
    }
    const all = [app.server, ...doors]
    return {
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

/** False if the machine does not have the address; containers often lack IPv6. */
async function opens(door: Server, host: string, port: number): Promise<boolean> {
  try {
    await once(door.listen({ host, port }), 'listening')
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
