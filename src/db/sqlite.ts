import { closeSync, mkdirSync, openSync } from 'node:fs'
import { dirname } from 'node:path'
import { setImmediate, setTimeout } from 'node:timers/promises'
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
import { problem } from '../errors.ts'
import type { Database, Transaction } from './database.ts'
import { booleanColumns, type Tables } from './tables.ts'

const batchMilliseconds = 8
const lockPatience = 5_000
const keptStatements = 500

/** Opens a connection that never acknowledges a commit before it is on disk. */
export function openFile(file: string, options: { readonly?: boolean } = {}): SqliteFile.Database {
  makeFolderOf(file)
  // Its owner's alone from the start; the engine gives its other files the same mode.
  if (options.readonly !== true) closeSync(openSync(file, 'a', 0o600))
  // Another process may be making, repairing or closing the file this very moment.
  const connection = new SqliteFile(file, { readonly: options.readonly ?? false, timeout: lockPatience })
  if (options.readonly !== true) connection.pragma('journal_mode = WAL')
  // better-sqlite3 reopens a WAL file with NORMAL, where a commit is not yet on disk.
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('cache_size = -32768')
  connection.pragma('mmap_size = 268435456')
  connection.pragma('temp_store = MEMORY')
  if (connection.pragma('synchronous', { simple: true }) !== 2)
    throw new Error(`${file} cannot be opened with synchronous=FULL`)
  // From here on waiting must not hold the process.
  connection.pragma('busy_timeout = 0')
  return connection
}

/** The folder is its owner's alone: the files in it hold what no other user of the machine may read. */
export function makeFolderOf(file: string): void {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
}

/** Takes the lock that `file` stands for until it is released or the process ends; undefined if another has it. */
export function holdLock(file: string): (() => void) | undefined {
  makeFolderOf(file)
  const lock = new SqliteFile(file, { timeout: 0 })
  try {
    lock.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    lock.close()
    if (errorCode(error) === 'SQLITE_BUSY') return undefined
    throw error
  }
  return () => lock.close()
}

export interface SqliteOptions {
  /** Called when the disk fails under a commit: what was written is unknown, so the process must end. */
  onFatal: (error: Error) => void
}

export function openSqlite(file: string, { onFatal }: SqliteOptions): Database {
  const writing = openFile(file)
  const reading = openFile(file, { readonly: true })
  const [reads, writes] = [new Connection(reading), new Connection(writing)]
  const tx: Transaction = {
    engine: 'sqlite',
    query: new Kysely<Tables>({ dialect: dialect(writes) }),
    run: async ({ sql, values }) => writes.all(sql, values),
    transaction: true,
    // One transaction runs at a time, in one process.
    tryLock: async () => true,
  }
  const commits = new GroupCommit(writing, tx, onFatal)
  return {
    engine: 'sqlite',
    shared: false,
    query: new Kysely<Tables>({ dialect: dialect(reads) }),
    run: async ({ sql, values }) => reads.all(sql, values),
    transaction: (work) => commits.run(work),
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

interface Job {
  work: (tx: Transaction) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Writes that wait are gathered into one transaction with a savepoint each, so that they share one
 * fsync. They run one after another: savepoints nest, so two must never interleave.
 */
class GroupCommit {
  readonly #connection: SqliteFile.Database
  readonly #tx: Transaction
  readonly #onFatal: (error: Error) => void
  readonly #waiting: Job[] = []
  #running: Promise<void> | undefined

  constructor(connection: SqliteFile.Database, tx: Transaction, onFatal: (error: Error) => void) {
    this.#connection = connection
    this.#tx = tx
    this.#onFatal = onFatal
  }

  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
      this.#running ??= this.#drain()
    })
  }

  async idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running
  }

  async #drain(): Promise<void> {
    // What arrives in the same turn of the event loop shares the commit.
    await setImmediate()
    while (this.#waiting.length > 0) {
      await this.#batch()
      await setImmediate()
    }
    this.#running = undefined
  }

  async #batch(): Promise<void> {
    const done: (() => void)[] = []
    const taken: Job[] = []
    try {
      await this.#begin()
      const end = performance.now() + batchMilliseconds
      do {
        const job = this.#waiting.shift()
        if (job === undefined) break
        taken.push(job)
        done.push(await this.#savepoint(job))
      } while (performance.now() < end)
      this.#connection.exec('COMMIT')
    } catch (error) {
      // A batch that could not even begin fails those that wait for it.
      for (const job of taken.length > 0 ? taken : this.#waiting.splice(0)) job.reject(failureOf(error))
      this.#undo(error)
      return
    }
    for (const settle of done) settle()
  }

  async #savepoint(job: Job): Promise<() => void> {
    this.#connection.exec('SAVEPOINT job')
    try {
      const value = await job.work(this.#tx)
      this.#connection.exec('RELEASE job')
      return () => job.resolve(value)
    } catch (error) {
      // A full disk may have ended the whole transaction already; then the batch fails as one.
      if (!this.#connection.inTransaction || isDiskFailure(error)) throw error
      this.#connection.exec('ROLLBACK TO job; RELEASE job')
      return () => job.reject(failureOf(error))
    }
  }

  #undo(failed: unknown): void {
    try {
      if (this.#connection.inTransaction) this.#connection.exec('ROLLBACK')
    } catch (error) {
      this.#onFatal(error as Error)
      return
    }
    if (isDiskFailure(failed)) this.#onFatal(failed as Error)
  }

  /** Another process (the command line) may hold the lock; waiting for it must not hold this one. */
  async #begin(): Promise<void> {
    const end = performance.now() + lockPatience
    for (;;) {
      try {
        this.#connection.exec('BEGIN IMMEDIATE')
        return
      } catch (error) {
        if (errorCode(error) !== 'SQLITE_BUSY' || performance.now() > end) throw error
        await setTimeout(5)
      }
    }
  }
}

const isDiskFailure = (error: unknown): boolean => errorCode(error).startsWith('SQLITE_IOERR')

function failureOf(error: unknown): unknown {
  const code = errorCode(error)
  if (code === 'SQLITE_FULL') return problem('disk_full', 'There is no room left to store this.')
  if (code.startsWith('SQLITE_BUSY'))
    return problem('unavailable', 'The database is busy.', { headers: { 'retry-after': '1' } })
  if (isDiskFailure(error))
    return problem('unavailable', 'The database is out of reach.', { headers: { 'retry-after': '5' } })
  return error
}

function errorCode(error: unknown): string {
  return error instanceof SqliteFile.SqliteError ? error.code : ''
}

/** The codec: SQLite has no booleans, and columns that hold them are known by name. */
function toSql(value: unknown): unknown {
  return typeof value === 'boolean' ? Number(value) : value
}

class Connection implements DatabaseConnection {
  readonly #file: SqliteFile.Database
  readonly #statements = new Map<string, { statement: Statement; booleans: string[] }>()

  constructor(file: SqliteFile.Database) {
    this.#file = file
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { statement } = this.#prepare(sql)
    if (statement.reader) return { rows: this.all(sql, parameters) as R[] }
    const { changes } = statement.run(parameters.map(toSql))
    return { rows: [], numAffectedRows: BigInt(changes) }
  }

  all(sql: string, given: readonly unknown[]): unknown[] {
    const { statement, booleans } = this.#prepare(sql)
    const values = given.map(toSql)
    if (!statement.reader) {
      statement.run(values)
      return []
    }
    const rows = statement.all(values) as Record<string, unknown>[]
    for (const name of booleans) for (const row of rows) if (row[name] !== null) row[name] = row[name] === 1
    return rows
  }

  // biome-ignore lint/correctness/useYield: the interface asks for it; nothing here streams rows.
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('Lists are read page by page, never streamed.')
  }

  #prepare(sql: string): { statement: Statement; booleans: string[] } {
    const known = this.#statements.get(sql)
    if (known !== undefined) return known
    const statement = this.#file.prepare(sql)
    const names = statement.reader ? statement.columns().map((column) => column.name) : []
    const prepared = { statement, booleans: names.filter((name) => booleanColumns.has(name)) }
    if (this.#statements.size >= keptStatements) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

function dialect(connection: Connection): Dialect {
  const nothing = async (): Promise<void> => undefined
  return {
    createAdapter: () => new SqliteAdapter(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
    createDriver: () => ({
      init: nothing,
      destroy: nothing,
      acquireConnection: async () => connection,
      releaseConnection: nothing,
      beginTransaction: nothing,
      commitTransaction: nothing,
      rollbackTransaction: nothing,
    }),
  }
}
