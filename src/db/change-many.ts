import { recordOfTable } from '../schema/records.ts'
import { inChunks, rows, type SqlValue, type Transaction } from './database.ts'
import type { RecordRow } from './rows/record.ts'
import type { Tables } from './tables.ts'
import { indexRecords } from './value-index.ts'

/** Records in one statement, so that it is short. */
const atOnce = 100

/** Sets the same columns of many records of a company, and brings up to date what finds them. */
export async function changeMany(
  tx: Transaction,
  table: keyof Tables,
  all: readonly Pick<RecordRow, 'companyNo' | 'id'>[],
  changes: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  const set = { ...changes, updatedAt: new Date().toISOString() }
  for (const some of inChunks(all, atOnce))
    await rows(tx, {
      sql: `UPDATE "${table}" SET ${Object.keys(set)
        .map((name) => `"${name}" = ?`)
        .join(', ')} WHERE "companyNo" = ? AND "id" IN (${some.map(() => '?').join(', ')})`,
      values: [...Object.values(set), some[0]?.companyNo ?? null, ...some.map(({ id }) => id)],
    })
  const resource = recordOfTable(table)
  if (resource === undefined) return
  await indexRecords(
    tx,
    resource,
    all.map((before) => ({ before, row: { ...before, ...set } })),
  )
}
