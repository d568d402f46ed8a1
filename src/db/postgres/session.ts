import type pg from 'pg'
import { codeOf } from '../../base/errors.ts'
import { UnfitDatabase } from '../unfit-database.ts'

interface Timeouts {
  /** In milliseconds; 0: none. */
  statement: number
  idleInTransaction: number
}

/** For migrations, locks and copies. */
export const noTimeouts: Timeouts = { statement: 0, idleInTransaction: 0 }

const settingsOf = ({ statement, idleInTransaction }: Timeouts): string[] => [
  `statement_timeout = ${statement}`,
  `idle_in_transaction_session_timeout = ${idleInTransaction}`,
  // The planner overestimates the cost of a page of records with tags: it compiles for 200 ms what runs for 2.
  'jit = off',
  // The default assumes rotating disks: the planner would walk an index of a million rows to avoid looking up 800
  // scattered ones.
  'random_page_cost = 1.1',
]

/** The settings of one transaction, in the message that begins it. */
export const localSettings = (timeouts: Timeouts): string =>
  settingsOf(timeouts)
    .map((setting) => `; SET LOCAL ${setting}`)
    .join('')

/**
 * Configures a session whatever the defaults of the server and the role are. As parameters of the connection, PgBouncer
 * would refuse them.
 */
export async function configureSession(client: pg.ClientBase, timeouts: Timeouts): Promise<void> {
  await client.query(
    settingsOf(timeouts)
      .map((setting) => `SET ${setting}`)
      .join('; '),
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
      'The address of the database points to a pooler in transaction mode. Set ATRIUM_DATABASE_POOLING=transaction, and ATRIUM_DATABASE_DIRECT_URL to an address of PostgreSQL itself; or set pool_mode = session for this database in PgBouncer.',
      options,
    )
  }
}

/** Throws if transactions are not possible, as in PgBouncer's statement mode. */
export async function demandTransactions(client: pg.Client): Promise<void> {
  await client.query('BEGIN').catch((error: unknown) => {
    throw new UnfitDatabase(
      'The pooler does not allow transactions. Set pool_mode = transaction for this database in PgBouncer.',
      { cause: error },
    )
  })
  await client.query('COMMIT')
}

/**
 * Throws if named statements are lost between transactions: PgBouncer keeps track of them since 1.21, if
 * max_prepared_statements is set. `open` opens another connection.
 */
export async function demandPrepared(client: pg.Client, open: () => Promise<pg.Client>): Promise<void> {
  const other = await open()
  try {
    for (let n = 0; n < rounds; n += 1) {
      // Another name each time, because sessions keep the names of earlier rounds.
      const statement = { name: `atrium_probe_${n}`, text: 'SELECT 1' }
      await client.query(statement)
      // Poolers that use sessions in turn move to the next one here.
      await client.query(statement)
      // It occupies a session, so the next statement has to move to another one.
      await other.query('BEGIN')
      await other.query(statement)
      await client.query(statement)
      await other.query('COMMIT')
    }
  } catch (error) {
    // The name does not exist in a session, or exists already.
    if (/^(26000|42P05)$/.test(codeOf(error))) throw new NothingPrepared({ cause: error })
    throw error
  } finally {
    await other.end().catch(() => undefined)
  }
}

class NothingPrepared extends UnfitDatabase {
  constructor(options?: ErrorOptions) {
    super(
      'The pooler does not support prepared statements. Set max_prepared_statements = 1000 in PgBouncer 1.21 or later, or ATRIUM_DATABASE_PREPARED=no here.',
      options,
    )
  }
}

/** The server is a standby, or was set to read-only. */
export async function isReadOnlyServer(client: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query(`SELECT current_setting('transaction_read_only') AS "readOnly"`)
  return rows[0]?.readOnly === 'on'
}
