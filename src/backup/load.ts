import { readForeignKeys, readIndexes, readShapes, type TableShape } from '../db/catalogue.ts'
import { type Database, rows, type SqlValue, type Transaction } from '../db/database.ts'
import { insertMany } from '../db/insert-many.ts'
import { copyPrefix, readEntries } from '../db/installation.ts'
import { sql } from '../db/sql.ts'
import { Damaged } from './damage.ts'
import { Counter, type ReportProgress } from './progress.ts'
import { totalRows } from './snapshot.ts'
import { keepProgress, readProgress } from './target.ts'

/** The progress of a table. */
export interface LoadPosition {
  rows: number
  /** The key of the last row. */
  last: SqlValue[]
}

/** Where the rows of a table come from: a file, or another database. */
export interface TableSource extends TableShape {
  rows: number
  /** Its lines in key order; all, or those after a position. */
  batches(after?: LoadPosition): AsyncIterable<readonly string[]>
}

/** Limits of one transaction. */
const batch = { rows: 4_000, characters: 8_000_000 }

/**
 * Loads all rows into a target, resuming where it stopped. Tables are loaded in the order of their names, so foreign
 * keys are added only after all rows. So are indexes, which is much faster.
 */
export async function load(
  db: Database,
  tables: readonly TableSource[],
  onProgress: ReportProgress,
): Promise<void> {
  await dropIndexes(db)
  const counter = new Counter(onProgress, 'Loading', { rows: totalRows(tables) })
  for (const table of tables) {
    const state = await readProgress(db, `table:${table.name}`)
    const place: LoadPosition | undefined = state === undefined ? undefined : JSON.parse(state)
    let done = place?.rows ?? 0
    counter.add(done)
    for await (const lines of inBatches(table.batches(place))) {
      done += lines.length
      await db.transaction((tx) => insert(tx, table, lines, done))
      counter.add(lines.length)
    }
  }
  await createIndexes(db, onProgress)
  await addForeignKeys(db)
}

/** Rows that fit into one transaction and into memory. */
export async function* inBatches(batches: AsyncIterable<readonly string[]>): AsyncGenerator<string[]> {
  let waiting: string[] = []
  let length = 0
  for await (const lines of batches)
    for (const line of lines) {
      waiting.push(line)
      length += line.length
      if (waiting.length < batch.rows && length < batch.characters) continue
      yield waiting
      waiting = []
      length = 0
    }
  if (waiting.length > 0) yield waiting
}

/** Stores the rows and the progress in one transaction. */
async function insert(
  tx: Transaction,
  { name, columns, key }: TableSource,
  lines: readonly string[],
  done: number,
): Promise<void> {
  const all = lines.map((line) => JSON.parse(line) as SqlValue[])
  await insertMany(tx, name, columns, all)
  const last = all.at(-1) ?? []
  const place: LoadPosition = { rows: done, last: key.map((column) => last[columns.indexOf(column)] ?? null) }
  await keepProgress(tx, `table:${name}`, JSON.stringify(place))
}

const indexPrefix = 'index:'
const foreignKeyPrefix = 'foreign key:'

async function dropIndexes(db: Database): Promise<void> {
  if ((await readProgress(db, 'indexes')) !== undefined) return
  const indexes = await readIndexes(db)
  const foreignKeys = await readForeignKeys(db)
  await db.transaction(async (tx) => {
    for (const { table, name, definition } of foreignKeys) {
      const addition = `ALTER TABLE "${table}" ADD CONSTRAINT "${name}" ${definition}`
      await keepProgress(tx, foreignKeyPrefix + name, addition)
      await rows(tx, sql`ALTER TABLE ${sql.id(table)} DROP CONSTRAINT ${sql.id(name)}`)
    }
    for (const { name, definition } of indexes) {
      await keepProgress(tx, indexPrefix + name, definition)
      await rows(tx, sql`DROP INDEX ${sql.id(name)}`)
    }
    await keepProgress(tx, 'indexes', 'aside')
  })
}

async function createIndexes(db: Database, onProgress: ReportProgress): Promise<void> {
  const aside = await readEntries(db, copyPrefix + indexPrefix)
  const made = new Set((await readIndexes(db)).map(({ name }) => copyPrefix + indexPrefix + name))
  for (const [n, { name, value }] of aside.entries()) {
    if (!made.has(name)) await db.transaction((tx) => rows(tx, sql.raw(value)))
    onProgress((n + 1) / aside.length, `Creating indexes: ${n + 1} of ${aside.length}`)
  }
  // SQLite gets no statistics: see docs/performance/notes.md.
  if (db.engine === 'sqlite') return
  for (const { name } of await readShapes(db)) await rows(db, sql`ANALYZE ${sql.id(name)}`)
}

/** SQLite only had them disabled, so this checks the rows instead. */
async function addForeignKeys(db: Database): Promise<void> {
  if (db.engine === 'sqlite') {
    const [dangling] = await rows<{ table: string; parent: string }>(db, sql`PRAGMA foreign_key_check`)
    if (dangling !== undefined)
      throw new Damaged(
        `the table ${dangling.table}`,
        `refers to rows of ${dangling.parent} that are missing`,
      )
    return
  }
  const there = new Set((await readForeignKeys(db)).map(({ name }) => name))
  const prefix = copyPrefix + foreignKeyPrefix
  for (const { name, value } of await readEntries(db, prefix))
    if (!there.has(name.slice(prefix.length))) await db.transaction((tx) => rows(tx, sql.raw(value)))
}
