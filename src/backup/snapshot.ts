import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readShapes, type TableShape } from '../db/catalogue.ts'
import { type Reader, rows } from '../db/database.ts'
import { isEarlierMark } from '../db/moved-away.ts'
import { sql } from '../db/sql.ts'
import { parseContent, readContentLines } from './contents.ts'
import { syncFolder } from './durable.ts'
import type { BackupManifest } from './manifest.ts'
import { Counter, type ReportProgress } from './progress.ts'
import { writeLines } from './row-file.ts'
import { countRows, leftOut, readBatches } from './rows.ts'

/** What a database contains at one moment. */
interface Stock {
  migrations: string[]
  tables: (TableShape & { rows: number })[]
}

export async function takeStock(reader: Reader): Promise<Stock> {
  const applied = await rows<{ name: string }>(reader, sql`SELECT "name" FROM "migrations" ORDER BY "name"`)
  const shapes = (await readShapes(reader)).filter(({ name }) => !Object.hasOwn(leftOut, name))
  const tables = []
  for (const shape of shapes) tables.push({ ...shape, rows: await countRows(reader, shape) })
  return { migrations: applied.map(({ name }) => name).filter((name) => !isEarlierMark(name)), tables }
}

export const totalRows = (tables: readonly { rows: number }[]): number =>
  tables.reduce((sum, { rows: count }) => sum + count, 0)

/** Writes all rows that a reader sees into a folder, one file per table, and the list of file content. */
export async function writeSnapshot(
  reader: Reader,
  folder: string,
  onProgress: ReportProgress,
): Promise<Pick<BackupManifest, 'migrations' | 'tables' | 'contents'>> {
  const stock = await takeStock(reader)
  await mkdir(join(folder, 'tables'), { mode: 0o700 })
  const counter = new Counter(onProgress, 'Writing', { rows: totalRows(stock.tables) })
  const tables: BackupManifest['tables'] = []
  for (const { rows: _, ...shape } of stock.tables) {
    const file = join('tables', `${shape.name}.jsonl.gz`)
    const lines = async function* (): AsyncGenerator<string[]> {
      for await (const batch of readBatches(reader, shape)) {
        yield batch.lines
        counter.add(batch.lines.length)
      }
    }
    tables.push({ ...shape, file, ...(await writeLines(join(folder, file), lines())) })
  }
  let totalBytes = 0
  const contents = async function* (): AsyncGenerator<string[]> {
    for await (const lines of readContentLines(reader, stock.tables)) {
      for (const line of lines) totalBytes += parseContent(line).size
      yield lines
    }
  }
  const file = 'contents.jsonl.gz'
  const list = await writeLines(join(folder, file), contents())
  await syncFolder(join(folder, 'tables'))
  return { migrations: stock.migrations, tables, contents: { file, ...list, totalBytes, lacking: [] } }
}
