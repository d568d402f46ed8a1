import { leftOut } from '../../src/backup/rows.ts'
import { readConfig } from '../../src/base/config.ts'
import { readShapes } from '../../src/db/catalogue.ts'
import { rows } from '../../src/db/database.ts'
import { openDatabase } from '../../src/db/open.ts'

/** All rows of an installation, by table, read with plain statements and sorted here. */
export async function everyRow(settings: Record<string, string>): Promise<Record<string, string[]>> {
  const db = openDatabase(readConfig(settings), (error) => {
    throw error
  })
  try {
    const all: Record<string, string[]> = {}
    for (const { name, columns } of await readShapes(db)) {
      if (Object.hasOwn(leftOut, name) || name === 'leases') continue
      const found = await rows<Record<string, unknown>>(db, { sql: `SELECT * FROM "${name}"`, values: [] })
      all[name] = found.map((row) => JSON.stringify(columns.map((column) => row[column]))).toSorted()
    }
    return all
  } finally {
    await db.close()
  }
}
