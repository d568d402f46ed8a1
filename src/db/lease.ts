import { type Database, type Engine, type Reader, rows, type Sql, type Transaction } from './database.ts'
import { sql } from './sql.ts'

/**
 * The time this many seconds from now by the database's clock, so that the clocks of several hosts do not have to
 * agree.
 */
const clock: Readonly<Record<Engine, (seconds: string) => Sql>> = {
  sqlite: (seconds) => sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${seconds} || ' seconds')`,
  postgres: (seconds) =>
    sql`to_char((clock_timestamp() + ${seconds}::text::interval) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
}

/** The prefix of the lease of a company that is being created; see `src/sign-in/unfinished.ts`. */
export const unfinishedCompany = 'unfinished company '

/** Takes or renews a lease; true if `owner` has it for the next `seconds`. */
export async function takeLease(
  db: Database,
  name: string,
  owner: string,
  seconds: number,
): Promise<boolean> {
  return db.transaction((tx) => holdLease(tx, name, owner, seconds))
}

/** The same within a transaction. */
export async function holdLease(
  tx: Transaction,
  name: string,
  owner: string,
  seconds: number,
): Promise<boolean> {
  const until = clock[tx.engine](String(seconds))
  const taken = await rows(
    tx,
    sql`INSERT INTO "leases" ("name", "owner", "expiresAt") VALUES (${name}, ${owner}, ${until})
      ON CONFLICT ("name") DO UPDATE SET "owner" = excluded."owner", "expiresAt" = excluded."expiresAt"
      WHERE "leases"."owner" = excluded."owner" OR "leases"."expiresAt" < ${clock[tx.engine]('0')}
      RETURNING "name"`,
  )
  return taken.length > 0
}

/** Takes over a lease that has expired; never one that was released. */
export async function takeOverLease(
  db: Database,
  name: string,
  owner: string,
  seconds: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const until = clock[tx.engine](String(seconds))
    const taken = await rows(
      tx,
      sql`UPDATE "leases" SET "owner" = ${owner}, "expiresAt" = ${until}
        WHERE "name" = ${name} AND "expiresAt" < ${clock[tx.engine]('0')} RETURNING "name"`,
    )
    return taken.length > 0
  })
}

/** Releases a lease, so that another process does not have to wait until it expires. */
export async function releaseLease(db: Database, name: string, owner: string): Promise<void> {
  await db.transaction((tx) =>
    tx.query.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute(),
  )
}

/** Whether any process has the lease. */
export async function isLeased(reader: Reader, name: string): Promise<boolean> {
  return (await leaseLeft(reader, name)) > 0
}

/** Seconds until the lease expires; 0 if no process has it. */
export async function leaseLeft(reader: Reader, name: string): Promise<number> {
  const [found] = await rows<{ expiresAt: string; now: string }>(
    reader,
    sql`SELECT "expiresAt", ${clock[reader.engine]('0')} AS "now" FROM "leases" WHERE "name" = ${name}`,
  )
  if (found === undefined) return 0
  return Math.max(0, (Date.parse(found.expiresAt) - Date.parse(found.now)) / 1000)
}
