import { closeSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import SqliteFile, { type Statement } from 'better-sqlite3'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { inOwnPlace, makeFolders } from '../../base/folders.ts'
import { type Database, driverOf, type Reader, type Transaction } from '../database.ts'
import { timed } from '../observed.ts'
import { booleanColumns, type Tables } from '../tables.ts'
import { CommittedLookups } from './committed-lookups.ts'
import { errorCode, GroupCommit, lockPatience, Turns } from './group-commit.ts'

const keptStatements = 300

/** Opens a connection that never acknowledges a commit before it is on disk. */
export function openFile(
  file: string,
  options: { readonly?: boolean; foreignKeys?: boolean } = {},
): SqliteFile.Database {
  makeFolderOf(file)
  // Only the owner may read it, from the start; SQLite gives its other files the same mode.
  if (options.readonly !== true) inOwnPlace(() => closeSync(openSync(file, 'a', 0o600)))
  const connection = namingFile(
    file,
    // Another process may be creating, repairing or closing the file right now.
    () => new SqliteFile(file, { readonly: options.readonly ?? false, timeout: lockPatience }),
  )
  if (options.readonly !== true) connection.pragma('journal_mode = WAL')
  // better-sqlite3 reopens a WAL file with NORMAL, where a commit is not yet on disk.
  connection.pragma('synchronous = FULL')
  connection.pragma(`foreign_keys = ${options.foreignKeys === false ? 'OFF' : 'ON'}`)
  // Reading through the cache alone is as fast as mapping the file, and mapped pages count as resident memory.
  connection.pragma(`cache_size = ${options.readonly === true ? -32_768 : -16_384}`)
  connection.pragma('temp_store = MEMORY')
  if (connection.pragma('synchronous', { simple: true }) !== 2)
    throw new Error(`${file} cannot be opened with synchronous=FULL`)
  if (connection.pragma('foreign_keys', { simple: true }) !== Number(options.foreignKeys ?? true))
    throw new Error(`${file} cannot be opened with foreign keys`)
  // From here on, waiting for a lock must not block the process.
  connection.pragma('busy_timeout = 0')
  return connection
}

/** SQLite's error names neither the file that it cannot open nor the reason. */
function namingFile<T>(file: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    if (errorCode(error) === 'SQLITE_CANTOPEN' && error instanceof Error)
      error.message = `${file}: ${error.message}. This user must be able to read and write it, and its folder`
    throw error
  }
}

/** Only the owner may access the folder: its files hold data that no other user of the machine may read. */
export function makeFolderOf(file: string): void {
  inOwnPlace(() => makeFolders(dirname(file)))
}

/** `first`: one holder, next to shared ones. `alone`: the only holder of any kind. */
type LockKind = 'shared' | 'first' | 'alone'

const takeLock: Readonly<Record<LockKind, string>> = {
  shared: 'BEGIN; SELECT count(*) FROM "sqlite_schema"',
  first: 'BEGIN IMMEDIATE',
  alone: 'BEGIN EXCLUSIVE',
}

/** Takes the lock on `file` until it is released or the process ends; undefined if another holder prevents it. */
export function holdLock(file: string, kind: LockKind): (() => void) | undefined {
  makeFolderOf(file)
  inOwnPlace(() => closeSync(openSync(file, 'a', 0o600)))
  const lock = namingFile(file, () => new SqliteFile(file, { timeout: 0 }))
  try {
    lock.exec(takeLock[kind])
  } catch (error) {
    lock.close()
    if (errorCode(error) === 'SQLITE_BUSY') return undefined
    throw error
  }
  return () => lock.close()
}

interface SqliteOptions {
  /** Called when the disk fails during a commit: the state of the file is unknown, so the process must end. */
  onFatal: (error: Error) => void
  /** False while rows are loaded in any order; they are checked afterwards. */
  foreignKeys?: boolean
}

export function openSqlite(file: string, { onFatal, foreignKeys = true }: SqliteOptions): Database {
  const writing = openFile(file, { foreignKeys })
  const reading = openFile(file, { readonly: true })
  const turns = new Turns()
  const lookups = new CommittedLookups(writing)
  const [reads, writes] = [new Connection(reading), new Connection(writing, turns, lookups)]
  const tx: Transaction = {
    engine: 'sqlite',
    query: new Kysely<Tables>({ dialect: dialect(writes) }),
    async run({ sql, values }) {
      if (turns.isOver()) await turns.next()
      return writes.all(sql, values)
    },
    transaction: true,
    async send({ sql, values }) {
      if (turns.isOver()) await turns.next()
      writes.all(sql, values)
    },
    // `BEGIN IMMEDIATE` lets only one transaction run at a time, even while another process takes over.
    tryLock: async () => true,
    lookups,
  }
  const commits = new GroupCommit(writing, tx, turns, {
    onFatal,
    written: () => writes.written,
    begun: () => lookups.begin(),
  })
  const version = versionOf(reading)
  return {
    engine: 'sqlite',
    shared: false,
    query: new Kysely<Tables>({ dialect: dialect(reads) }),
    run: async ({ sql, values }) => reads.all(sql, values),
    version: version.now,
    transaction: (work) => commits.run(work).finally(version.invalidate),
    load: (work) => commits.run(work, { once: true }).finally(version.invalidate),
    snapshot: (work) => atOneMoment(file, work),
    async ping() {
      reading.prepare('SELECT 1').get()
    },
    async close() {
      await commits.idle()
      reading.close()
      writing.close()
    },
  }
}

/**
 * SQLite's data version, read at most once per run of synchronous code, all of which was requested before the read.
 */
function versionOf(reading: SqliteFile.Database): { now: () => number; invalidate: () => void } {
  const statement = reading.prepare('PRAGMA data_version').pluck()
  let known: number | undefined
  const invalidate = (): void => {
    known = undefined
  }
  return {
    invalidate,
    now() {
      if (known === undefined) {
        known = statement.get() as number
        process.nextTick(invalidate)
      }
      return known
    },
  }
}

/** On a separate connection: a transaction on the shared one would show old data to all readers. */
async function atOneMoment<T>(file: string, work: (reader: Reader) => Promise<T>): Promise<T> {
  const connection = openFile(file, { readonly: true })
  try {
    connection.exec('BEGIN')
    const reads = new Connection(connection)
    const query = new Kysely<Tables>({ dialect: dialect(reads) })
    return await work({ engine: 'sqlite', query, run: async ({ sql, values }) => reads.all(sql, values) })
  } finally {
    connection.close()
  }
}

/** SQLite has no booleans; boolean columns are known by name. */
function toSql(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

interface Prepared {
  statement: Statement
  /** The boolean columns. */
  booleans: readonly string[]
  /** Whether it changes what `lookups` holds. */
  changesLookups: boolean
}

class Connection implements DatabaseConnection {
  /** How many statements have run that may have changed something. */
  written = 0
  readonly #file: SqliteFile.Database
  readonly #turns: Turns | undefined
  readonly #lookups: CommittedLookups | undefined
  readonly #statements = new Map<string, Prepared>()

  constructor(file: SqliteFile.Database, turns?: Turns, lookups?: CommittedLookups) {
    this.#file = file
    this.#lookups = lookups
    this.#turns = turns
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    if (this.#turns?.isOver()) await this.#turns.next()
    const prepared = this.#prepare(sql, parameters)
    const { statement } = prepared
    if (statement.reader) return { rows: this.all(sql, parameters) as R[] }
    this.#note(prepared)
    const { changes } = timed('sqlite', sql, () => statement.run(parameters.map(toSql)))
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  all(sql: string, given: readonly unknown[]): Record<string, unknown>[] {
    const prepared = this.#prepare(sql, given)
    const { statement, booleans } = prepared
    const values = given.map(toSql)
    this.#note(prepared)
    if (!statement.reader) {
      timed('sqlite', sql, () => statement.run(values))
      return []
    }
    const rows = timed('sqlite', sql, () => statement.all(values)) as Record<string, unknown>[]
    for (const name of booleans) for (const row of rows) if (row[name] !== null) row[name] = row[name] === 1
    return rows
  }

  #note({ statement, changesLookups }: Prepared): void {
    if (!statement.readonly) this.written += 1
    if (changesLookups) this.#lookups?.suspend()
  }

  streamQuery(): never {
    throw new Error('Lists are read page by page, never streamed.')
  }

  #prepare(sql: string, values: readonly unknown[]): Prepared {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#file.prepare(sql)
    const names = statement.reader ? statement.columns().map((column) => column.name) : []
    const prepared = {
      statement,
      booleans: names.filter((name) => booleanColumns.has(name)),
      changesLookups: !statement.readonly && this.#lookups?.areChangedBy(sql, values.map(toSql)) === true,
    }
    if (this.#statements.size >= keptStatements) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

function dialect(connection: Connection): Dialect {
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => driverOf(connection),
  }
}
