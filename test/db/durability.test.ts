import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { rows } from '../../src/db/database.ts'
import { migrate } from '../../src/db/migrate.ts'
import { openFile, openSqlite } from '../../src/db/sqlite.ts'
import { useFolders } from '../support/files.ts'

const newFolder = useFolders()
const full = [{ synchronous: 2 }]

describe('synchronous=FULL', () => {
  test('holds on every connection, of a new file and of one that is opened again', async () => {
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

const canTrace = spawnSync('strace', ['-e', 'trace=none', 'true']).status === 0

/** Writes one row after another, and says so after each. */
const writer = (file: string): string => `
  import { writeSync } from 'node:fs'
  import { openSqlite } from '${new URL('../../src/db/sqlite.ts', import.meta.url).href}'
  const db = openSqlite(${JSON.stringify(file)}, { onFatal: (error) => { throw error } })
  for (let n = 0; n < 10; n += 1) {
    await db.transaction((tx) =>
      tx.query.insertInto('leases').values({ name: 'n' + n, owner: '', expiresAt: '' }).execute())
    writeSync(1, 'acknowledged ' + n + '\\n')
  }
  await db.close()`

describe('an acknowledged write', () => {
  test.skipIf(!canTrace)('is preceded by an fsync of the log (skipped where strace cannot run)', async () => {
    const folder = newFolder()
    const file = join(folder, 'atrium.db')
    const trace = join(folder, 'trace')
    await migrate({ engine: 'sqlite', file })
    const words = ['-f', '-y', '-e', 'trace=write,fsync,fdatasync', '-o', trace, process.execPath]
    const run = spawnSync('strace', [...words, '--input-type=module', '-e', writer(file)], {
      cwd: fileURLToPath(new URL('../..', import.meta.url)),
      encoding: 'utf8',
    })
    expect(run.status, run.stderr).toBe(0)
    let synced = false
    let acknowledged = 0
    for (const line of readFileSync(trace, 'utf8').split('\n')) {
      if (/f(data)?sync\(\d+<[^>]*-wal>\)\s+= 0/.test(line)) synced = true
      if (line.includes('"acknowledged ')) {
        expect(synced, `${line} came without an fsync of the log before it`).toBe(true)
        synced = false
        acknowledged += 1
      }
    }
    expect(acknowledged).toBe(10)
  })
})
