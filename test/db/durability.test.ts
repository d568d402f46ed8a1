import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { rows } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openFile, openSqlite } from '../../src/db/sqlite/engine.ts'
import { useFolders } from '../support/files.ts'

const newFolder = useFolders()
const full = [{ synchronous: 2 }]

describe('synchronous=FULL', () => {
  test('holds on every connection, of a new file and of a reopened one', async () => {
    const file = join(newFolder(), 'atrium.db')
    await migrate({ engine: 'sqlite', file })
    for (let time = 0; time < 2; time += 1) {
      const db = openSqlite(file, { onFatal: () => undefined })
      const ask = { sql: 'PRAGMA synchronous', values: [] }
      expect(await rows(db, ask)).toEqual(full)
      expect(await db.transaction((tx) => rows(tx, ask))).toEqual(full)
      await db.close()
    }
    for (const options of [{}, { readonly: true }]) {
      const connection = openFile(file, options)
      expect(connection.pragma('synchronous')).toEqual(full)
      expect(connection.pragma('journal_mode')).toEqual([{ journal_mode: 'wal' }])
      connection.close()
    }
  })
})
