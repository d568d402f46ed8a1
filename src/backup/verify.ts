import type { Database } from '../db/database.ts'
import { CopyDiffers } from './damage.ts'
import type { TableSource } from './load.ts'
import { Counter, type ReportProgress } from './progress.ts'
import { type RowBatch, readBatches } from './rows.ts'
import { totalRows } from './snapshot.ts'

/** Compares every row of a target with its source. */
export async function verify(
  db: Database,
  tables: readonly TableSource[],
  onProgress: ReportProgress,
): Promise<void> {
  const counter = new Counter(onProgress, 'Verifying', { rows: totalRows(tables) })
  for (const table of tables) await verifyTable(db, table, (count) => counter.add(count))
}

async function verifyTable(db: Database, table: TableSource, read: (count: number) => void): Promise<void> {
  const target = readBatches(db, table)
  const next = async (): Promise<string[]> => {
    const { done, value } = (await target.next()) as IteratorResult<RowBatch, undefined>
    return done === true ? [] : value.lines
  }
  let [loaded, at, row] = [await next(), 0, 0]
  for await (const lines of table.batches()) {
    for (const line of lines) {
      if (at === loaded.length) [loaded, at] = [await next(), 0]
      row += 1
      if (loaded[at] !== line) throw new CopyDiffers(table.name, row)
      at += 1
    }
    read(lines.length)
  }
  if (at < loaded.length || (await next()).length > 0) throw new CopyDiffers(table.name, row + 1)
}
