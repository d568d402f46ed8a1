import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { isId, leastId, stamp } from '../src/base/ids.ts'
import type { Database, Sql } from '../src/db/database.ts'
import { statementOf } from '../src/db/postgres/statements.ts'
import { recorded } from '../test/support/recording.ts'

/** A statement that the service sent, and whether in a transaction. */
interface Sent extends Sql {
  inTransaction: boolean
}

/** The statements of one request, repeated with the bare driver and nothing else. */
export class Bare {
  readonly #pool: pg.Pool
  #recording: Sent[] | undefined

  constructor(url: string) {
    this.#pool = new pg.Pool({ connectionString: url, max: 16 })
  }

  /** The same database; what it runs during `record` is recorded. */
  recording(db: Database): Database {
    const note = (inTransaction: boolean) => (sql: Sql) => this.#recording?.push({ ...sql, inTransaction })
    const noting = (inTransaction: boolean) => ({
      query: note(inTransaction),
      run: (sql: Sql, send: () => Promise<unknown[]>) => {
        note(inTransaction)(sql)
        return send()
      },
    })
    const inTransactions = recorded(db, noting(true))
    return { ...recorded(db, noting(false)), transaction: inTransactions.transaction }
  }

  /** Returns a function that sends the same statements: of a transaction, only what it writes. */
  async record(request: () => Promise<unknown>): Promise<() => Promise<unknown[]>> {
    const began = Date.now()
    const sent: Sent[] = []
    this.#recording = sent
    await request()
    this.#recording = undefined
    // Numbering changes in the background is not part of the request.
    const reads = sent.filter(({ inTransaction, sql }) => !inTransaction && !/\bINSERT INTO\b/.test(sql))
    const writes = sent.filter(({ inTransaction, sql }) => inTransaction && !statementOf(sql).isRead)
    return async () => {
      const fresh = freshValues(began)
      let found: unknown[] = []
      for (const each of reads) found = (await this.#pool.query(prepared(each, fresh))).rows
      if (writes.length > 0) found = await this.#write(writes, fresh)
      return found
    }
  }

  async #write(writes: readonly Sent[], fresh: (value: unknown) => unknown): Promise<unknown[]> {
    const client = await this.#pool.connect()
    try {
      await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE')
      for (const each of writes) await client.query(prepared(each, fresh))
      await client.query('COMMIT')
      return [writes[0]?.values]
    } catch (error) {
      await client.query('ROLLBACK')
      // The service would retry; here it counts as a request that found nothing.
      if (error instanceof pg.DatabaseError && error.code?.startsWith('40')) return []
      throw error
    } finally {
      client.release()
    }
  }

  async close(): Promise<void> {
    await this.#pool.end()
  }
}

function prepared({ sql, values }: Sql, fresh: (value: unknown) => unknown): pg.QueryConfig {
  const { text, name } = statementOf(sql)
  return { text, values: values.map(fresh), ...(name !== undefined && { name }) }
}

/** New ids and hashes in place of those that the recorded request created. */
function freshValues(began: number): (value: unknown) => unknown {
  const made = new Map<string, string>()
  const least = leastId(began)
  const other = (value: string): string => {
    if (isId(value) && value >= least) return stamp().id
    return /^[\w-]{43}$/.test(value) ? randomBytes(32).toString('base64url') : value
  }
  return (value) => {
    if (typeof value !== 'string') return value
    const known = made.get(value) ?? other(value)
    made.set(value, known)
    return known
  }
}
