import { readShapes } from '../db/catalogue.ts'
import { type Database, rows, type Transaction } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { companyTables } from '../db/tables.ts'
import { deleteLater } from './keep.ts'
import { naming } from './naming.ts'

const batch = 500

/** Columns that refer to rows of the same table, which would be in the way of a batch. */
const toSiblings: Readonly<Record<string, string>> = { accounts: 'parentAccountId', tags: 'mergedInto' }

/**
 * Deletes every row of a company, and its content, in batches, so that other requests are served in between. Each
 * transaction first checks whether it may. Returns whether everything is gone.
 */
export async function deleteCompanyRows(
  db: Database,
  companyNo: number,
  may: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  const keys = new Map((await readShapes(db)).map(({ name, key }) => [name, key]))
  for (let deleted = batch; deleted === batch; ) {
    const found = await db.transaction(async (tx) => {
      if (!(await may(tx))) return undefined
      let count = 0
      // From the first table again: jobs may have added rows, such as notifications, to tables that were empty.
      for (const table of companyTables)
        if (count < batch)
          count += await deleteBatch(tx, companyNo, table, keys.get(table) ?? [], batch - count)
      return count
    })
    if (found === undefined) return false
    deleted = found
  }
  return true
}

async function deleteBatch(
  tx: Transaction,
  companyNo: number,
  table: string,
  key: readonly string[],
  limit: number,
): Promise<number> {
  const sibling = toSiblings[table]
  if (sibling !== undefined)
    await rows(
      tx,
      sql`UPDATE ${sql.id(table)} SET ${sql.id(sibling)} = NULL
        WHERE "companyNo" = ${companyNo} AND ${sql.id(sibling)} IS NOT NULL`,
    )
  const contents = naming.filter((each) => each.table === table).map(({ columns: [name] }) => name)
  const gone = await rows<Record<string, string | null>>(
    tx,
    sql`DELETE FROM ${sql.id(table)} WHERE (${sql.ids(key)}) IN
      (SELECT ${sql.ids(key)} FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} LIMIT ${limit})
      RETURNING ${sql.ids(contents.length === 0 ? ['companyNo'] : contents)}`,
  )
  const named = gone.flatMap((row) => contents.map((name) => row[name] ?? ''))
  await deleteLater(
    tx,
    named.filter((blobKey) => blobKey !== ''),
  )
  return gone.length
}
