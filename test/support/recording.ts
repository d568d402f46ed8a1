import type { KyselyPlugin } from 'kysely'
import type { Database, Reader, Sql, SqlValue, Transaction } from '../../src/db/database.ts'

/** Intercepts a statement; `send` passes it to the engine. */
export type Sending = (sql: Sql, send: () => Promise<unknown[]>) => Promise<unknown[]>

/** A database that reports every statement, including those in transactions, and passes it on. */
export function recorded(db: Database, on: { query: (sql: Sql) => void; run: Sending }): Database {
  const telling = <R extends Reader>(reader: R): R => {
    const plugin: KyselyPlugin = {
      transformQuery({ node, queryId }) {
        const { sql, parameters } = reader.query.getExecutor().compileQuery(node, queryId)
        on.query({ sql, values: parameters as SqlValue[] })
        return node
      },
      transformResult: async ({ result }) => result,
    }
    return {
      ...reader,
      query: reader.query.withPlugin(plugin),
      run: (sql: Sql) => on.run(sql, () => reader.run(sql)),
      // Never in time, so that what is sent instead is reported too.
      ...(reader.runWithin && {
        runWithin: async (_milliseconds: number, sql: Sql) => void (await on.run(sql, async () => [])),
      }),
    }
  }
  const tellingAll = (tx: Transaction): Transaction => {
    const reader = telling(tx)
    return { ...reader, send: async (sql) => void (await reader.run(sql)) }
  }
  return {
    ...telling(db),
    transaction: (work) => db.transaction((tx) => work(tellingAll(tx))),
    load: (work) => db.load((tx) => work(tellingAll(tx))),
    snapshot: (work) => db.snapshot((reader) => work(telling(reader))),
  }
}
