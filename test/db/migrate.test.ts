import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { migrate, migrations, pendingMigrations } from '../../src/db/migrate.ts'
import type { Migration } from '../../src/db/migrations/migration.ts'
import { openFile } from '../../src/db/sqlite/engine.ts'
import { useFolders } from '../support/files.ts'

const newFolder = useFolders()
let folder = ''
let address: { engine: 'sqlite'; file: string }

beforeEach(() => {
  folder = newFolder()
  address = { engine: 'sqlite', file: join(folder, 'atrium.db') }
})

const next: Migration = { name: '9001-next', statements: ['CREATE TABLE "next" ("x" {int})'] }
const broken: Migration = {
  name: '9002-broken',
  statements: ['CREATE TABLE "half" ("x" {int})', 'CREATE TABLE "half" ("x" {int})'],
}

function look<T>(file: string, sql: string): T[] {
  const connection = openFile(file, { readonly: true })
  try {
    return connection.prepare(sql).all() as T[]
  } finally {
    connection.close()
  }
}

const tables = (file = address.file): string[] =>
  look<{ name: string }>(file, `SELECT "name" FROM "sqlite_schema" WHERE "type" = 'table'`).map(
    ({ name }) => name,
  )

describe('a new file', () => {
  test('is migrated in order, with progress, and there is nothing to copy', async () => {
    const said: string[] = []
    const { applied, copy } = await migrate(address, migrations, (line) => said.push(line))
    expect(applied).toEqual(migrations.map(({ name }) => name))
    expect(copy).toBeUndefined()
    expect(said).toEqual(migrations.map(({ name }, n) => `Migrating ${n + 1}/${migrations.length}: ${name}`))
    expect(await migrate(address)).toEqual({ applied: [], copy: undefined })
    expect(readdirSync(folder)).toEqual(['atrium.db'])
  })

  test('is in a folder that only its owner may enter', async () => {
    const file = join(folder, 'deep', 'er', 'atrium.db')
    await migrate({ engine: 'sqlite', file })
    expect(statSync(join(folder, 'deep', 'er')).mode & 0o777).toBe(0o700)
  })
})

describe('a file of an earlier version', () => {
  beforeEach(() => migrate(address))

  test('is copied first, with its data, for its owner alone', async () => {
    const said: string[] = []
    // Left behind by a process that was killed.
    writeFileSync(`${address.file}.before-9001-next.unfinished`, 'half', { mode: 0o644 })
    const { applied, copy } = await migrate(address, [...migrations, next], (line) => said.push(line))
    expect(statSync(String(copy)).mode & 0o777).toBe(0o600)
    expect(applied).toEqual(['9001-next'])
    expect(copy).toBe(`${address.file}.before-9001-next`)
    expect(said[0]).toBe(`Kept a copy of the database in ${copy}`)
    expect(tables()).toContain('next')
    expect(tables(copy)).not.toContain('next')
    expect(tables(copy)).toContain('tasks')
    expect(look(String(copy), 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }])
    expect(readdirSync(folder).filter((name) => name.includes('unfinished'))).toEqual([])
  })

  test('stays unchanged when a migration fails', async () => {
    await expect(migrate(address, [...migrations, next, broken])).rejects.toThrow(/already exists/)
    expect(tables()).not.toContain('next')
    expect(await pendingMigrations(address, [...migrations, next])).toEqual(['9001-next'])
    expect((await migrate(address, [...migrations, next])).applied).toEqual(['9001-next'])
  })

  test('that another process is migrating is waited for, with a message', async () => {
    const other = openFile(address.file)
    other.exec('BEGIN IMMEDIATE')
    const said: string[] = []
    const done = migrate(address, [...migrations, next], (line) => said.push(line))
    await expect.poll(() => said).toEqual(['Waiting for another process to finish with the database.'])
    other.exec('COMMIT')
    other.close()
    expect((await done).applied).toEqual(['9001-next'])
  })

  test('is migrated once by many processes that start together', async () => {
    const reports = await Promise.all(
      Array.from({ length: 5 }, () => migrate(address, [...migrations, next])),
    )
    expect(reports.flatMap(({ applied }) => applied)).toEqual(['9001-next'])
  })
})

describe('a file of a newer version', () => {
  beforeEach(() => migrate(address, [...migrations, next]))

  test('is refused with a clear message, and not touched', async () => {
    const word = /newer version of Atrium \(it has 9001-next\)/
    await expect(migrate(address)).rejects.toThrow(word)
    await expect(pendingMigrations(address)).rejects.toThrow(word)
    expect(tables()).toContain('next')
    expect(readdirSync(folder).filter((name) => name.includes('before'))).toEqual([])
  })
})

describe('looking', () => {
  test('creates nothing', async () => {
    const names = migrations.map(({ name }) => name)
    expect(await pendingMigrations(address)).toEqual(names)
    expect(existsSync(address.file)).toBe(false)
    openFile(address.file).close()
    expect(await pendingMigrations(address)).toEqual(names)
    expect(tables()).toEqual([])
  })
})
