import type { Socket } from 'node:net'
import type pg from 'pg'
import { ask, type Statement, statementOf } from './statements.ts'

/** Statements in flight at most, for callers that do not wait for them. */
const mostInFlight = 32

/**
 * A transaction on one connection. Statements are sent without waiting for the results of those before them: all that
 * the program sends before it waits for a result travels together, in one round trip. The server runs them in order, and
 * once one has failed it refuses all others, including the commit.
 */
export class Pipeline {
  readonly #client: pg.PoolClient
  readonly #begun: Promise<unknown>
  #hasBegun = false
  /** A statement waits for the transaction to begin, so all others do. */
  #isHeld = false
  #isOver = false
  #isCorked = false
  #inFlight = 0
  #failure: unknown

  constructor(client: pg.PoolClient, begin: string) {
    this.#client = client
    this.#begun = this.#control(begin).then(() => {
      this.#hasBegun = true
    })
    this.#begun.catch(() => undefined)
  }

  async run(sql: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const statement = statementOf(sql)
    await this.#ready(statement)
    return this.#submit(sql, statement, values)
  }

  /** Sends a statement. If it fails, the next one throws its error, or the commit. */
  async send(sql: string, values: readonly unknown[]): Promise<void> {
    const statement = statementOf(sql)
    await this.#ready(statement)
    const sent = this.#submit(sql, statement, values)
    sent.catch(() => undefined)
    if (this.#inFlight > mostInFlight) await sent
  }

  /** Runs a read-only statement and commits. BEGIN, the statement and COMMIT travel in one round trip. */
  async runLast(sql: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const found = this.#submit(sql, statementOf(sql), values)
    found.catch(() => undefined)
    this.#isOver = true
    await this.#control('COMMIT').catch(() => undefined)
    return found
  }

  async commit(): Promise<void> {
    await this.#ready({ isRead: false })
    this.#isOver = true
    const { command } = await this.#control('COMMIT')
    if (command !== 'COMMIT') throw this.#failure ?? new Error('The server rolled the transaction back.')
  }

  /** Resolves when the server has responded to everything. */
  async rollBack(): Promise<void> {
    this.#isOver = true
    await ask(this.#client, 'ROLLBACK', { text: 'ROLLBACK' }, [])
  }

  /**
   * If the transaction could not begin, the server would still run statements that are already on their way, each on its
   * own. So only those that change nothing may travel with BEGIN.
   */
  async #ready({ isRead }: Pick<Statement, 'isRead'>): Promise<void> {
    if (this.#isOver) throw new Error('The transaction has ended.')
    if (this.#failure !== undefined) throw this.#failure
    if (this.#hasBegun || (isRead && !this.#isHeld)) return
    this.#isHeld = true
    await this.#begun
  }

  #control(text: string): Promise<pg.QueryResult> {
    return this.#submit(text, { text }, [])
  }

  async #submit(
    sql: string,
    statement: Pick<Statement, 'text' | 'name'>,
    values: readonly unknown[],
  ): Promise<pg.QueryResult> {
    this.#gather()
    this.#inFlight += 1
    try {
      return await ask(this.#client, sql, statement, values)
    } catch (error) {
      // Later ones only report that the transaction has failed.
      this.#failure ??= error
      throw this.#failure
    } finally {
      this.#inFlight -= 1
    }
  }

  /** Writes the statements that the program sends without waiting to the socket in one go. */
  #gather(): void {
    if (this.#isCorked) return
    this.#isCorked = true
    const socket = socketOf(this.#client)
    socket.cork()
    process.nextTick(() => {
      this.#isCorked = false
      socket.uncork()
    })
  }
}

/** Missing in the driver's types. */
export const socketOf = (client: unknown): Socket =>
  (client as { connection: { stream: Socket } }).connection.stream
