import { type Database, rows } from './database.ts'
import { sql } from './sql.ts'

/** A token bucket: its capacity, and how fast it refills. */
export interface Allowance {
  most: number
  perSecond: number
}

/**
 * Takes up to `wanted` tokens from a bucket that several processes share: one row, refilled by the server's clock. Only
 * PostgreSQL is shared by several processes.
 */
export async function takeShared(
  db: Database,
  key: string,
  { most, perSecond }: Allowance,
  wanted: number,
): Promise<{ granted: number; left: number }> {
  const now = sql`extract(epoch FROM clock_timestamp())::double precision`
  for (;;) {
    const [taken] = await rows<{ granted: number; left: number }>(
      db,
      sql`UPDATE "allowances" a SET "left" = o.refilled - o.granted, "at" = o.now
        FROM (SELECT s.*, least(${wanted}::double precision, floor(s.refilled)) AS granted
          FROM (SELECT "key", ${now} AS now,
              least(${most}::double precision,
                "left" + greatest(0, ${now} - "at") * ${perSecond}::double precision) AS refilled
            FROM "allowances" WHERE "key" = ${key} FOR UPDATE) s) o
        WHERE a."key" = o."key" RETURNING o.granted, a."left"`,
    )
    if (taken !== undefined) return taken
    await rows(
      db,
      sql`INSERT INTO "allowances" ("key", "left", "at") VALUES (${key}, ${most}, ${now}) ON CONFLICT DO NOTHING`,
    )
  }
}
