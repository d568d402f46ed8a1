import { type Database, rows } from './database.ts'

/** So many at once, and so many more each second. */
export interface Allowance {
  most: number
  perSecond: number
}

/**
 * Takes up to `wanted` from an allowance that several processes share; what is left is kept in one row,
 * reckoned by the engine's own clock. Only PostgreSQL is shared by several processes.
 */
export async function takeShared(
  db: Database,
  key: string,
  { most, perSecond }: Allowance,
  wanted: number,
): Promise<{ granted: number; left: number }> {
  const now = 'extract(epoch FROM clock_timestamp())::double precision'
  for (;;) {
    const [taken] = await rows<{ granted: number; left: number }>(db, {
      sql: `UPDATE "allowances" a SET "left" = o.refilled - o.granted, "at" = o.now
        FROM (SELECT s.*, least(?::double precision, floor(s.refilled)) AS granted
          FROM (SELECT "key", ${now} AS now,
              least(?::double precision, "left" + greatest(0, ${now} - "at") * ?::double precision) AS refilled
            FROM "allowances" WHERE "key" = ? FOR UPDATE) s) o
        WHERE a."key" = o."key" RETURNING o.granted, a."left"`,
      values: [wanted, most, perSecond, key],
    })
    if (taken !== undefined) return taken
    await rows(db, {
      sql: `INSERT INTO "allowances" ("key", "left", "at") VALUES (?, ?, ${now}) ON CONFLICT DO NOTHING`,
      values: [key, most],
    })
  }
}
