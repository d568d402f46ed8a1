import { setTimeout as pause } from 'node:timers/promises'
import { topics } from '../../observe/topics.ts'
import { type Database, type Reader, type Replica, rows, type Sql } from '../database.ts'
import { sql } from '../sql.ts'
import { openPostgres } from './engine.ts'
import { isCancelled } from './failures.ts'
import { queryBuilder } from './query-builder.ts'

/** Milliseconds between checks of the replica: normally, and while a caller waits for it. */
const interval = 100
const shortInterval = 10

/** Milliseconds that the replica may be silent, or behind the primary, before it is no longer used. */
const patience = 1_000

/** The state of the replica when it was last checked. Positions are byte offsets in the write-ahead log. */
interface Check {
  at: number
  replayed: number
  /** The replica has the outcome of every transaction before this one. */
  xmin: bigint
}

/** A position of the primary, and when it was seen there. */
interface Mark {
  at: number
  position: number
}

/** The primary, with a streaming standby that serves some of the reads. */
export function withReplica(
  primary: Database,
  url: string,
  connections: number,
  note: (message: string) => void,
): Database {
  const replica = new Standby(primary, openPostgres([url], { connections }), note)
  return {
    ...primary,
    replica,
    async close() {
      await replica.close()
      await primary.close()
    },
  }
}

/**
 * Reads run here if the replica has replayed the caller's last write. The number of its transaction is compared with the
 * oldest one whose outcome the replica does not know yet. A statement that fails on the replica runs on the primary.
 */
class Standby implements Replica {
  readonly #primary: Database
  readonly #standby: Database
  readonly #reader: Reader
  readonly #watching: Promise<void>
  readonly #closed = new AbortController()
  /** Rejects the statements that wait for the replica. */
  readonly #waiting = new Set<(error: Error) => void>()
  #last: Check | undefined
  /** Positions of the primary that the replica has not reached, oldest first. */
  #ahead: Mark[] = []
  #checking: Promise<void> | undefined
  /** Whether it is a copy of the primary; undefined until both were checked. */
  #isCopy: boolean | undefined
  /** Why the last check failed. */
  #failure: string | undefined
  readonly #note: (message: string) => void

  constructor(primary: Database, standby: Database, note: (message: string) => void) {
    this.#note = note
    this.#primary = primary
    this.#standby = standby
    const run = (asked: Sql): Promise<unknown[]> => this.#ask((db) => db.run(asked))
    this.#reader = {
      engine: 'postgres',
      run,
      runWithin: (milliseconds, asked) => this.#ask(async (db) => db.runWithin?.(milliseconds, asked)),
      query: queryBuilder(async (text, values) => {
        const found = await run({ sql: text, values: values as Sql['values'] })
        // The builder reads nothing else of the result.
        return { rows: found, rowCount: found.length } as Awaited<
          ReturnType<Parameters<typeof queryBuilder>[0]>
        >
      }),
    }
    this.#watching = this.#watch()
  }

  readerFor(lastWrite: string | undefined): Reader | undefined {
    const xmin = this.lag() === undefined ? undefined : this.#last?.xmin
    const may = xmin !== undefined && (lastWrite === undefined || BigInt(lastWrite) < xmin)
    topics.readRouted.publish({ toReplica: may })
    return may ? this.#reader : undefined
  }

  lag(): number | undefined {
    const now = performance.now()
    if (this.#last === undefined || now - this.#last.at > patience) return undefined
    const [oldest] = this.#ahead
    const behind = oldest === undefined ? 0 : now - oldest.at
    return behind > patience ? undefined : behind / 1_000
  }

  async caughtUp(): Promise<void> {
    if (this.lag() === undefined) return
    const target = await positionOf(this.#primary)
    while (this.lag() !== undefined && (this.#last?.replayed ?? 0) < target) {
      // An unresponsive server would hold up the caller.
      void this.#check()
      await pause(shortInterval)
    }
  }

  async close(): Promise<void> {
    this.#closed.abort()
    await this.#watching
    await this.#standby.close()
  }

  problem(): string | undefined {
    if (this.lag() !== undefined) return undefined
    if (this.#isCopy === false) return 'ATRIUM_DATABASE_REPLICA_URL points to a different database.'
    return this.#failure ?? `It is more than ${patience / 1_000} s behind, or does not respond.`
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closed
    const began = performance.now()
    let noted: string | undefined
    while (!signal.aborted) {
      // Checking an unresponsive server can take seconds. Until then, the age of the last result decides.
      void this.#check()
      const problem = this.problem()
      if (problem !== undefined) this.#giveUp()
      // The first check may take a moment.
      if ((problem === undefined) !== (noted === undefined) && performance.now() - began > patience) {
        noted = problem
        this.#note(
          problem === undefined ? 'The replica is in use again.' : `The replica is not in use. ${problem}`,
        )
      }
      await pause(interval, undefined, { signal }).catch(() => undefined)
    }
    await this.#checking
  }

  #check(): Promise<void> {
    this.#checking ??= this.#checkNow()
      // Not in use until it responds again.
      .catch((error: unknown) => {
        this.#failure = error instanceof Error ? error.message : String(error)
      })
      .finally(() => {
        this.#checking = undefined
      })
    return this.#checking
  }

  async #checkNow(): Promise<void> {
    this.#isCopy ??= await this.#compare()
    if (!this.#isCopy) return
    const at = performance.now()
    const position = await positionOf(this.#primary)
    const [found] = await rows<{ replayed: number | null; xmin: string }>(
      this.#standby,
      sql`SELECT CASE WHEN pg_is_in_recovery() THEN pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::bigint END
          AS "replayed", pg_snapshot_xmin(pg_current_snapshot())::text AS "xmin"`,
    )
    if (found === undefined || found.replayed === null) {
      this.#failure =
        'It is not a standby. If it was promoted, set ATRIUM_DATABASE_REPLICA_URL to another standby, or remove it.'
      return
    }
    const replayed = Number(found.replayed)
    this.#ahead = [...this.#ahead, { at, position }].filter((mark) => mark.position > replayed)
    // Only the newest of those that are too old matters.
    while (at - (this.#ahead[1]?.at ?? at) > patience) this.#ahead.shift()
    this.#failure = undefined
    this.#last = { at: performance.now(), replayed, xmin: BigInt(found.xmin) }
  }

  /** Transactions and positions of another installation would be compared without any error. */
  async #compare(): Promise<boolean> {
    return (await originOf(this.#primary)) === (await originOf(this.#standby))
  }

  async #ask<T>(question: (db: Database) => Promise<T>): Promise<T> {
    try {
      return await new Promise<T>((resolve, reject) => {
        this.#waiting.add(reject)
        question(this.#standby)
          .then(resolve, reject)
          .finally(() => this.#waiting.delete(reject))
      })
    } catch (error) {
      // It would not do better on the primary.
      if (isCancelled(error)) throw error
      return question(this.#primary)
    }
  }

  #giveUp(): void {
    for (const reject of this.#waiting) reject(new Error('The replica is not in use.'))
    this.#waiting.clear()
  }
}

/** A standby shares the primary's system identifier and the OID of its database. */
async function originOf(db: Database): Promise<string | undefined> {
  const [found] = await rows<{ origin: string }>(
    db,
    sql`SELECT s.system_identifier || ' ' || d.oid AS "origin"
        FROM pg_control_system() s, pg_database d WHERE d.datname = current_database()`,
  )
  return found?.origin
}

/** How far the log of the primary has been written durably. */
async function positionOf(primary: Database): Promise<number> {
  const [found] = await rows<{ position: number }>(
    primary,
    sql`SELECT pg_wal_lsn_diff(pg_current_wal_flush_lsn(), '0/0')::bigint AS "position"`,
  )
  return Number(found?.position)
}
