import { type Database, type Engine, type Reader, rows, type Transaction } from './database.ts'

/** The engine's own clock, in our form of a moment: processes on several hosts need not agree on the time. */
const clock: Readonly<Record<Engine, (seconds: string) => string>> = {
  sqlite: (seconds) => `strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${seconds} || ' seconds')`,
  postgres: (seconds) =>
    `to_char((clock_timestamp() + ${seconds}::text::interval) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
}

/** Begins the name of a lease that a company has which is being filled; see `src/sign-in/unfinished.ts`. */
export const unfinishedCompany = 'unfinished company '

/** Takes or renews a lease; true when `owner` has it for the next `seconds`. */
export async function takeLease(
  db: Database,
  name: string,
  owner: string,
  seconds: number,
): Promise<boolean> {
  return db.transaction((tx) => holdLease(tx, name, owner, seconds))
}

/** The same with what else a transaction does. */
export async function holdLease(
  tx: Transaction,
  name: string,
  owner: string,
  seconds: number,
): Promise<boolean> {
  const until = clock[tx.engine]('?')
  const now = clock[tx.engine]("'0'")
  const taken = await rows(tx, {
    sql: `INSERT INTO "leases" ("name", "owner", "expiresAt") VALUES (?, ?, ${until})
      ON CONFLICT ("name") DO UPDATE SET "owner" = excluded."owner", "expiresAt" = excluded."expiresAt"
      WHERE "leases"."owner" = excluded."owner" OR "leases"."expiresAt" < ${now}
      RETURNING "name"`,
    values: [name, owner, String(seconds)],
  })
  return taken.length > 0
}

/** Takes a lease that has run out; never one that was given back meanwhile. */
export async function takeOverLease(
  db: Database,
  name: string,
  owner: string,
  seconds: number,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const taken = await rows(tx, {
      sql: `UPDATE "leases" SET "owner" = ?, "expiresAt" = ${clock[tx.engine]('?')}
        WHERE "name" = ? AND "expiresAt" < ${clock[tx.engine]("'0'")} RETURNING "name"`,
      values: [owner, String(seconds), name],
    })
    return taken.length > 0
  })
}

/** Gives a lease back, so that another process need not wait for its end. */
export async function releaseLease(db: Database, name: string, owner: string): Promise<void> {
  await db.transaction((tx) =>
    tx.query.deleteFrom('leases').where('name', '=', name).where('owner', '=', owner).execute(),
  )
}

/** Whether anybody has it now. */
export async function isLeased(reader: Reader, name: string): Promise<boolean> {
  return (await leaseLeft(reader, name)) > 0
}

/** For how many seconds somebody has it still, unless it is renewed; 0 where nobody has. */
export async function leaseLeft(reader: Reader, name: string): Promise<number> {
  const [found] = await rows<{ expiresAt: string; now: string }>(reader, {
    sql: `SELECT "expiresAt", ${clock[reader.engine]("'0'")} AS "now" FROM "leases" WHERE "name" = ?`,
    values: [name],
  })
  if (found === undefined) return 0
  return Math.max(0, (Date.parse(found.expiresAt) - Date.parse(found.now)) / 1000)
}
