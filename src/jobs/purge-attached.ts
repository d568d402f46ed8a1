import { type Attachment, attachedTo } from '../db/attached.ts'
import { belongingTo, isLiving, keyOf, statesOf } from '../db/attached-rows.ts'
import { inChunks, rows, type Sql } from '../db/database.ts'
import type { RecordTable } from '../db/records.ts'
import { noteUnindexed } from '../db/search/search-index.ts'
import { sql } from '../db/sql.ts'
import type { Tables } from '../db/tables.ts'
import { indexRecords } from '../db/value-index.ts'
import type { Write } from '../db/write.ts'
import { releaseContent } from '../file-store/keep.ts'
import { recordOfTable } from '../schema/records.ts'

/** A table, and the change log's name for its records if they are logged. */
type Purged = Pick<Attachment, 'table' | 'kind'>

/** How many rows a transaction may still delete. Keeps transactions short. */
interface Budget {
  left: number
}

const fullBudget = (): Budget => ({ left: 500 })

/** Smaller batches for rows that are deleted one by one. */
const smallBatches: Readonly<Record<string, number>> = { files: 100, fileVersions: 100, workspaces: 1 }

/** Updates the indexes and contents that depend on deleted rows. */
async function forget(tx: Write, companyNo: number, table: string, gone: readonly object[]): Promise<void> {
  const resource = recordOfTable(table)
  if (resource !== undefined)
    await indexRecords(
      tx,
      resource,
      gone.map((before) => ({ before, row: undefined })),
    )
  if (table === 'fileVersions') {
    const contents = gone as readonly { sha256: string }[]
    await releaseContent(
      tx,
      companyNo,
      contents.map(({ sha256 }) => sha256),
    )
  }
}

/**
 * Deletes a batch of rows and everything attached to them for good. Returns false if there may be more for
 * another transaction. `where` refers to the table as `t`.
 */
export async function purgeBatch(
  tx: Write,
  companyNo: number,
  { table, kind }: Purged,
  where: Sql,
  budget = fullBudget(),
): Promise<boolean> {
  const most = Math.min(budget.left, smallBatches[table] ?? budget.left)
  if (most <= 0) return false
  let which = where
  if (attachedTo(table).some(isPurged)) {
    const found = await rows<{ id: string }>(
      tx,
      sql`SELECT t."id" FROM ${sql.id(table)} t WHERE ${where} LIMIT ${most}`,
    )
    if (found.length === 0) return true
    const ids = found.map(({ id }) => id)
    if (!(await purgeAttached(tx, companyNo, table, ids, budget))) return false
    which = sql`t."companyNo" = ${companyNo} AND t."id" IN ${sql.list(ids)}`
  }
  const key = sql.ids(keyOf(table))
  const gone = await rows<{ id: string; workspaceId?: string; internalOnly?: boolean }>(
    tx,
    sql`DELETE FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} AND (${key}) IN
      (SELECT ${key} FROM ${sql.id(table)} t WHERE ${which} LIMIT ${most}) RETURNING *`,
  )
  budget.left -= gone.length
  await forget(tx, companyNo, table, gone)
  if (kind !== undefined)
    for (const { id, workspaceId = id, internalOnly = false } of gone)
      tx.log({ verb: 'purged', kind, recordId: id, workspaceId, internalOnly })
  return gone.length < most
}

const isPurged = ({ purge }: Attachment): boolean =>
  purge === 'delete' || purge === 'delete living' || purge === 'detach'

/** Deletes or detaches everything attached to purged records. Returns false if there may be more. */
async function purgeAttached(
  tx: Write,
  companyNo: number,
  parent: keyof Tables,
  ids: readonly string[],
  budget: Budget,
): Promise<boolean> {
  for (const entry of attachedTo(parent)) {
    const { table, purge } = entry
    if (purge === 'detach') await detach(tx, companyNo, entry, ids)
    if (purge !== 'delete' && purge !== 'delete living') continue
    const belonging = belongingTo(entry, companyNo, ids)
    for (const state of purge === 'delete' ? statesOf(table) : [isLiving])
      if (!(await purgeBatch(tx, companyNo, entry, sql`${belonging} AND ${state}`, budget))) return false
  }
  return true
}

async function detach(
  tx: Write,
  companyNo: number,
  entry: Attachment,
  ids: readonly string[],
): Promise<void> {
  const { table, column, foundBy } = entry
  const belonging = belongingTo(entry, companyNo, ids)
  const found = await rows<{ id: string }>(tx, sql`SELECT t."id" FROM ${sql.id(table)} t WHERE ${belonging}`)
  for (const batch of inChunks(found))
    await rows(
      tx,
      sql`UPDATE ${sql.id(table)} SET ${sql.id(column)} = NULL
        WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(batch.map(({ id }) => id))}`,
    )
  if (typeof foundBy === 'object')
    await rows(
      tx,
      sql`DELETE FROM ${sql.id(foundBy.table)}
        WHERE "companyNo" = ${companyNo} AND ${sql.id(foundBy.value)} IN ${sql.list(ids)}`,
    )
}

/** Deletes a record that has no trash, and everything attached to it. */
export async function removeRecord(
  tx: Write,
  table: RecordTable,
  { companyNo, id }: { companyNo: number; id: string },
): Promise<void> {
  while (!(await purgeAttached(tx, companyNo, table, [id], fullBudget())));
  await rows(tx, sql`DELETE FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} AND "id" = ${id}`)
  const resource = recordOfTable(table)
  if (resource !== undefined && resource.searched.length > 0)
    await noteUnindexed(tx, resource.kind, companyNo, [id])
}
