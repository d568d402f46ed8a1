import type pg from 'pg'
import { UnfitDatabase } from '../unfit-database.ts'

interface Timeouts {
  /** In milliseconds; 0: none. */
  statement: number
  idleInTransaction: number
}

/** For migrations, locks and copies. */
export const noTimeouts: Timeouts = { statement: 0, idleInTransaction: 0 }

/**
 * Sets the timeouts of a session whatever the defaults of the server and the role are. As parameters of the connection,
 * PgBouncer would refuse them.
 */
export async function setTimeouts(
  client: pg.ClientBase,
  { statement, idleInTransaction }: Timeouts,
): Promise<void> {
  await client.query(
    `SET statement_timeout = ${statement}; SET idle_in_transaction_session_timeout = ${idleInTransaction}`,
  )
}

/** Rounds of the probe below. One finds an idle pooler; a busy one may hand out the same session by chance. */
const rounds = 4

/**
 * Throws if connections share sessions of the server, as in PgBouncer's transaction mode: locks and prepared statements
 * would be those of somebody else. `open` opens another connection.
 */
export async function demandOwnSession(client: pg.Client, open: () => Promise<pg.Client>): Promise<void> {
  const own = await sessionOf(client)
  // Without a pooler, the server itself has announced its process.
  if (own === announcedBy(client)) return
  const other = await open()
  try {
    // A transaction occupies its session, so the other connection must move to another one.
    await other.query('BEGIN').catch((error: unknown) => {
      throw new PooledTransactions({ cause: error })
    })
    for (let n = 0; n < rounds; n += 1)
      if ((await sessionOf(other)) === own || (await sessionOf(client)) !== own)
        throw new PooledTransactions()
  } finally {
    await other.end().catch(() => undefined)
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query('SELECT pg_backend_pid() AS "pid"')
  return Number(rows[0]?.pid)
}

/** Missing in the driver's types. */
const announcedBy = (client: unknown): number | null => (client as { processID: number | null }).processID

class PooledTransactions extends UnfitDatabase {
  constructor(options?: ErrorOptions) {
    super(
      'The address of the database leads to a pooler in transaction mode, and Atrium needs sessions of its own. Set pool_mode = session for this database in PgBouncer, or connect to PostgreSQL directly.',
      options,
    )
  }
}

/** The server is a standby, or was made read-only. */
export async function isReadOnlyServer(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query(`SELECT current_setting('transaction_read_only') AS "readOnly"`)
  return rows[0]?.readOnly === 'on'
}
