import {
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import type pg from 'pg'
import { driverOf } from '../database.ts'
import type { Tables } from '../tables.ts'

/** Runs a statement on a connection, or on any of a pool. */
export type Run = (sql: string, values: readonly unknown[]) => Promise<pg.QueryResult>

/** The query builder for statements that `run` runs. Transactions begin and end elsewhere. */
export function queryBuilder(run: Run): Kysely<Tables> {
  const connection: DatabaseConnection = {
    async executeQuery({ sql, parameters }) {
      const { rows, rowCount } = await run(sql, parameters)
      return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
    },
    streamQuery(): never {
      throw new Error('Lists are read page by page, never streamed.')
    },
  }
  return new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
      createDriver: () => driverOf(connection),
    },
  })
}
