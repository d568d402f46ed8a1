import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { readShapes } from '../../src/db/catalogue.ts'
import { type Reader, rows, type SqlValue } from '../../src/db/database.ts'
import type { Canaries } from './canaries.ts'

/** Where secrets are in a database: searches every column of every row. */
export async function* inDatabase(reader: Reader, canaries: Canaries): AsyncGenerator<string> {
  for (const { name } of await readShapes(reader))
    for (const row of await rows<Record<string, SqlValue>>(reader, {
      sql: `SELECT * FROM "${name}"`,
      values: [],
    }))
      for (const [column, value] of Object.entries(row)) {
        for (const found of canaries.in(String(value)))
          yield `The column ${name}.${column} holds the ${found} in clear`
      }
}

/** Where secrets are in files: searches every byte. */
export function* inFolder(folder: string, canaries: Canaries): Generator<string> {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    for (const found of canaries.in(readFileSync(path)))
      yield `The file ${relative(folder, path)} holds the ${found} in clear`
  }
}
