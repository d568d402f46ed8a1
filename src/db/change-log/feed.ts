import { randomBytes } from 'node:crypto'
import { type Database, inChunks, type Reader, rows, type Transaction } from '../database.ts'
import { insertRows } from '../records.ts'
import type { ChangeRow } from '../rows/running.ts'
import { plannedEachTime, sql } from '../sql.ts'

/** A change with its number in the company: 1, 2, 3… in the order in which readers can see them. */
export interface NumberedChange extends ChangeRow {
  seq: number
}

/** Logs changes and gives them numbers, now or (on PostgreSQL) once the transaction has committed. */
export async function insertChanges(tx: Transaction, entries: readonly ChangeRow[]): Promise<void> {
  const [first] = entries
  if (first === undefined) return
  if (tx.engine === 'sqlite') {
    await insertRows(tx, 'changes', entries)
    return numberNow(tx, first.companyNo, entries)
  }
  const names = Object.keys(first) as (keyof ChangeRow)[]
  for (const some of inChunks(entries))
    await tx.send(
      sql`WITH "logged" AS (INSERT INTO "changes" (${sql.ids(names)})
          VALUES ${sql.values(some.map((row) => names.map((name) => row[name])))} RETURNING "companyNo", "id")
        INSERT INTO "unnumbered" ("companyNo", "changeId") SELECT "companyNo", "id" FROM "logged"`,
    )
}

/** SQLite runs one writing transaction at a time, so the next number is known. */
async function numberNow(tx: Transaction, companyNo: number, entries: readonly ChangeRow[]): Promise<void> {
  for (const { id } of entries)
    await tx.send(
      sql`INSERT INTO "feed" ("companyNo", "seq", "changeId") VALUES (${companyNo},
        1 + coalesce((SELECT max("seq") FROM "feed" WHERE "companyNo" = ${companyNo}), 0), ${id})`,
    )
}

/** Changes per transaction of the sequencer. */
const atOnce = 1_000

/** The companies with new numbers. `isFull`: more changes may be waiting. */
export interface Numbered {
  companies: readonly number[]
  isFull: boolean
}

/**
 * Numbers changes that have committed, in the order in which their transactions logged them; undefined if another
 * process is doing it now. A transaction that has not committed yet gets higher numbers than all that have. Ids would
 * not do: they carry the clock of the host that wrote them.
 */
export async function numberCommitted(
  db: Database,
  notify?: (tx: Transaction, companies: readonly number[]) => Promise<void>,
): Promise<Numbered | undefined> {
  // Not serializable: it would conflict with every transaction that writes.
  return db.load(async (tx) => {
    if (!(await tx.tryLock('feed'))) return undefined
    const added = await rows<{ companyNo: number }>(
      tx,
      tx.engine === 'postgres'
        ? // A range, not IN: PostgreSQL may believe that the queue is empty, and would read all of it for each change.
          sql`WITH "taken" AS (DELETE FROM "unnumbered" WHERE "place" <= (SELECT max(m."place") FROM
              (SELECT "place" FROM "unnumbered" ORDER BY "place" LIMIT ${atOnce}) m) RETURNING *),
            "newest" AS (SELECT c."companyNo", coalesce((SELECT max("seq") FROM "feed" f
              WHERE f."companyNo" = c."companyNo"), 0) AS "seq" FROM (SELECT DISTINCT "companyNo" FROM "taken") c)
          INSERT INTO "feed" ("companyNo", "seq", "changeId")
          SELECT t."companyNo", n."seq" + row_number() OVER (PARTITION BY t."companyNo" ORDER BY t."place"), t."changeId"
          FROM "taken" t JOIN "newest" n ON n."companyNo" = t."companyNo" RETURNING "companyNo" ${plannedEachTime}`
        : sql`INSERT INTO "feed" ("companyNo", "seq", "changeId")
          SELECT t."companyNo", row_number() OVER (PARTITION BY t."companyNo" ORDER BY t."place")
            + coalesce((SELECT max(f."seq") FROM "feed" f WHERE f."companyNo" = t."companyNo"), 0), t."changeId"
          FROM "unnumbered" t RETURNING "companyNo"`,
    )
    if (tx.engine === 'sqlite') await rows(tx, sql`DELETE FROM "unnumbered"`)
    const companies = [...new Set(added.map(({ companyNo }) => companyNo))]
    if (companies.length > 0) await notify?.(tx, companies)
    return { companies, isFull: added.length >= atOnce }
  })
}

/** Whether committed changes wait for a number. */
export async function hasUnnumbered(reader: Reader): Promise<boolean> {
  return (await rows(reader, sql`SELECT 1 AS "one" FROM "unnumbered" LIMIT 1`)).length > 0
}

/** Numbers the changes of an imported company, which has no numbers yet. */
export async function numberImported(tx: Transaction, companyNo: number): Promise<void> {
  await rows(tx, sql`DELETE FROM "unnumbered" WHERE "companyNo" = ${companyNo}`)
  await rows(
    tx,
    sql`INSERT INTO "feed" ("companyNo", "seq", "changeId")
      SELECT "companyNo", row_number() OVER (ORDER BY "id"), "id" FROM "changes" WHERE "companyNo" = ${companyNo}`,
  )
  // Nobody is notified of earlier changes.
  await rows(
    tx,
    sql`INSERT INTO "notified" ("companyNo", "seq") SELECT "companyNo", max("seq") FROM "feed"
      WHERE "companyNo" = ${companyNo} GROUP BY "companyNo"`,
  )
}

/** Numbers changes that were copied before they had a number, after all others. */
export async function numberCopied(tx: Transaction): Promise<void> {
  await rows(tx, sql`DELETE FROM "unnumbered"`)
  await rows(
    tx,
    sql`INSERT INTO "feed" ("companyNo", "seq", "changeId")
      SELECT c."companyNo", row_number() OVER (PARTITION BY c."companyNo" ORDER BY c."id")
        + coalesce((SELECT max(n."seq") FROM "feed" n WHERE n."companyNo" = c."companyNo"), 0), c."id"
      FROM "changes" c LEFT JOIN "feed" f ON f."companyNo" = c."companyNo" AND f."changeId" = c."id"
      WHERE f."seq" IS NULL`,
  )
}

/**
 * Joins the change that each row of `f` names, as `c`. Without statistics PostgreSQL would read all changes of the
 * company for each row; only the primary key has them in this order.
 */
export const joinChange = {
  sqlite: sql`JOIN "changes" c ON c."companyNo" = f."companyNo" AND c."id" = f."changeId"`,
  postgres: sql`JOIN LATERAL (SELECT * FROM "changes" WHERE "companyNo" = f."companyNo"
    AND "id" >= f."changeId" ORDER BY "id" LIMIT 1) c ON c."id" = f."changeId"`,
}

/** The changes after a number, oldest first. A change is held back until a list from the replica would show it. */
export async function readNumbered(
  reader: Reader,
  companyNo: number,
  after: number,
  limit: number,
): Promise<NumberedChange[]> {
  const found = await rows<NumberedChange>(
    reader,
    sql`SELECT c.*, f."seq" FROM (SELECT "companyNo", "seq", "changeId" FROM "feed" WHERE "companyNo" = ${companyNo}
        AND "seq" > ${after} ORDER BY "seq" LIMIT ${limit}) f ${joinChange[reader.engine]} ORDER BY f."seq"`,
  )
  if (found.length > 0) await reader.replica?.caughtUp()
  return found
}

/** The newest number of a company; 0 if it has no changes. */
export async function readNewest(reader: Reader, companyNo: number): Promise<number> {
  const [found] = await rows<{ seq: number | null }>(
    reader,
    sql`SELECT max("seq") AS "seq" FROM "feed" WHERE "companyNo" = ${companyNo}`,
  )
  return Number(found?.seq ?? 0)
}

/** Where the installation keeps the epoch of a company. */
export const epochName = (companyNo: number): string => `feed ${companyNo}`

/**
 * The epoch of a company's numbers: eight random letters, generated when they are first read. No backup, move or export copies it,
 * so that numbers of another database, or of the time before a restore, are recognized.
 */
export async function readEpoch(
  reader: Reader & Partial<Pick<Database | Transaction, 'transaction'>>,
  companyNo: number,
): Promise<string> {
  const [found] = await rows<{ value: string }>(
    reader,
    sql`SELECT "value" FROM "installation" WHERE "name" = ${epochName(companyNo)}`,
  )
  if (found !== undefined) return found.value
  if (typeof reader.transaction === 'function') return reader.transaction((tx) => readEpoch(tx, companyNo))
  return drawEpoch(reader as Transaction, companyNo)
}

/** Begins a new epoch, for an imported company. */
export async function drawEpoch(tx: Transaction, companyNo: number): Promise<string> {
  const epoch = randomBytes(6).toString('base64url').replaceAll(/[-_]/g, 'x')
  await rows(
    tx,
    sql`INSERT INTO "installation" ("name", "value") VALUES (${epochName(companyNo)}, ${epoch})
      ON CONFLICT ("name") DO UPDATE SET "value" = excluded."value"`,
  )
  return epoch
}
