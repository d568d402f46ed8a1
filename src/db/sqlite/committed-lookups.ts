import type SqliteFile from 'better-sqlite3'
import type { Lookups } from '../database.ts'

/** The tables that lookups read. */
const tables = ['users', 'members', 'workspaces', 'stages']
const mostEntries = 1_000
/** Characters. A workspace can have a long description. */
const longestEntry = 4_096

/**
 * Caches what transactions have looked up for the next ones: nearly every write needs its workspace and the people it
 * names. Only committed facts are cached. Once a transaction writes one of the tables, nothing is returned or cached until
 * the next batch, so a rollback has nothing to undo.
 */
export class CommittedLookups implements Lookups {
  readonly #file: SqliteFile.Database
  readonly #readVersion: SqliteFile.Statement
  readonly #entries = new Map<string, unknown>()
  #version: unknown
  #isSuspended = false

  constructor(file: SqliteFile.Database) {
    this.#file = file
    this.#readVersion = file.prepare('PRAGMA data_version').pluck()
  }

  /** A new batch of transactions. The version changes when another process has committed. */
  begin(): void {
    const version = this.#readVersion.get()
    if (version !== this.#version) this.#entries.clear()
    this.#version = version
    this.#isSuspended = false
  }

  suspend(): void {
    this.#entries.clear()
    this.#isSuspended = true
  }

  get(key: string): unknown {
    return this.#isSuspended ? undefined : this.#entries.get(key)
  }

  set(key: string, value: unknown): void {
    if (this.#isSuspended || key.length + sizeOf(value) > longestEntry) return
    if (this.#entries.size >= mostEntries) this.#entries.clear()
    this.#entries.set(key, value)
  }

  /** SQLite's own program for a statement shows which tables it writes. */
  areChangedBy(sql: string, values: readonly unknown[]): boolean {
    const program = this.#file.prepare(`EXPLAIN ${sql}`).all(values) as Instruction[]
    const pages = program.flatMap(({ opcode, p1, p2 }) =>
      opcode === 'OpenWrite' ? [p2] : opcode === 'Clear' ? [p1] : [],
    )
    const looked = this.#file
      .prepare(`SELECT "rootpage" FROM "sqlite_schema" WHERE "tbl_name" IN (SELECT value FROM json_each(?))`)
      .pluck()
      .all(JSON.stringify(tables))
    return pages.some((page) => looked.includes(page))
  }
}

/** Characters, about. */
const sizeOf = (value: unknown): number => JSON.stringify(value instanceof Set ? [...value] : value).length

interface Instruction {
  opcode: string
  p1: number
  p2: number
}
