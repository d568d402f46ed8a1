import pg from 'pg'
import { isReadOnly } from './failures.ts'
import type { Hosts } from './hosts.ts'
import { socketOf } from './pipeline.ts'

type Client = typeof pg.Client
type Query = (...words: unknown[]) => Promise<unknown>
type Callback = (error: unknown, result?: unknown) => void

interface ClientOptions {
  hosts: Hosts
  prepared: boolean
  /** Statements that follow each BEGIN, if a pooler keeps nothing in sessions. */
  local: string | undefined
}

/** The connections of a pool. */
export function poolClient({ hosts, prepared, local }: ClientOptions): Client {
  const primary = hosts.areSeveral ? toPrimary(pg.Client, hosts) : pg.Client
  const plain = prepared ? primary : unprepared(primary)
  return local === undefined ? plain : inTransactions(plain, local)
}

/** Connects to the host that accepts writes, and closes the connection when it no longer does. */
function toPrimary(Base: Client, hosts: Hosts): Client {
  class PrimaryClient extends Base {
    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | undefined {
      const connecting = this.#connect()
      if (callback === undefined) return connecting
      // According to the driver's types, there is always an error, but there may be none.
      connecting.then(() => (callback as () => void)(), callback)
      return undefined
    }

    async #connect(): Promise<pg.Client> {
      // The driver reads host and port when it connects.
      Object.assign(this, await hosts.find())
      const socket = socketOf(this)
      // A connection that the pool no longer waits for would never be closed.
      if (socket.destroyed) throw new Error('Connection terminated due to connection timeout')
      socket.on('close', () => hosts.lose())
      this.connection.on('errorMessage', (error: unknown) => {
        if (isReadOnly(error)) socket.destroy()
      })
      return super.connect()
    }
  }
  return PrimaryClient
}

/** The server keeps a named statement in the session, which the next transaction may not get. */
function unprepared(Base: Client): Client {
  return class extends Base {
    override query(config: unknown, ...others: unknown[]): never {
      const unnamed = typeof config === 'object' ? { ...config, name: undefined } : config
      return (super.query as Query).call(this, unnamed, ...others) as never
    }
  }
}

const textOf = (config: unknown): string =>
  typeof config === 'string' ? config : String((config as { text?: string }).text)

/** Begins each transaction with `local`, and gives a statement outside of one a transaction of its own. */
function inTransactions(Base: Client, local: string): Client {
  return class extends Base {
    #isInside = false

    override query(config: unknown, ...others: unknown[]): never {
      const send: Query = (...words) => (super.query as Query).apply(this, words)
      const text = textOf(config)
      if (this.#isInside) {
        if (/^(commit|rollback|end)$/i.test(text)) this.#isInside = false
        return send(config, ...others) as never
      }
      if (/^(begin|start)\b/i.test(text)) {
        this.#isInside = true
        return send(`${text}${local}`) as never
      }
      const callback = others.findLast((each) => typeof each === 'function') as Callback | undefined
      const values = others.filter((each) => each !== callback)
      // Sent together, in one round trip.
      const all = Promise.all([send(`BEGIN${local}`), send(config, ...values), send('COMMIT')])
      const result = all.then(([, found]) => found)
      if (callback === undefined) return result as never
      result.then((found) => callback(undefined, found), callback)
      return undefined as never
    }
  }
}
