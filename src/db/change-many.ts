import { clock } from '../base/clock.ts'
import { recordOfTable } from '../schema/records.ts'
import { inChunks, type SqlValue, type Transaction } from './database.ts'
import { momentAfter } from './records.ts'
import type { RecordRow } from './rows/record.ts'
import { sql } from './sql.ts'
import type { Tables } from './tables.ts'
import { indexRecords } from './value-index.ts'

/** Records per statement, to keep statements short. */
const atOnce = 100

/** Sets the same columns of many records of a company, and updates their indexes. */
export async function changeMany(
  tx: Transaction,
  table: keyof Tables,
  all: readonly Pick<RecordRow, 'companyNo' | 'id' | 'updatedAt'>[],
  changes: Readonly<Record<string, SqlValue>>,
): Promise<void> {
  const newest = all.reduce((latest, { updatedAt }) => (updatedAt > latest ? updatedAt : latest), '')
  const set = { ...changes, updatedAt: newest === '' ? clock.timestamp() : momentAfter(newest) }
  const assignments = Object.entries<SqlValue>(set).map(([name, value]) => sql`${sql.id(name)} = ${value}`)
  for (const some of inChunks(all, atOnce))
    await tx.send(
      sql`UPDATE ${sql.id(table)} SET ${sql.join(assignments)}
        WHERE "companyNo" = ${some[0]?.companyNo ?? null} AND "id" IN ${sql.list(some.map(({ id }) => id))}`,
    )
  const resource = recordOfTable(table)
  if (resource === undefined) return
  await indexRecords(
    tx,
    resource,
    all.map((before) => ({ before, row: { ...before, ...set } })),
  )
}
