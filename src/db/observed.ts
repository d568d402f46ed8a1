import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogConfig } from 'kysely'
import { type TransactionFact, topics } from '../observe/topics.ts'
import type { Database, Engine, Transaction } from './database.ts'

/** Runs a statement and tells of it, to whoever listens. */
export function timed<T>(engine: Engine, sql: string, run: () => T): T {
  if (!topics.statementRun.hasSubscribers) return run()
  const began = performance.now()
  let failed = true
  try {
    const result = run()
    failed = false
    return result
  } finally {
    topics.statementRun.publish({ engine, sql, failed, milliseconds: performance.now() - began })
  }
}

/** The same for a server, which is waited for. */
export async function timedAway<T>(sql: string, run: () => Promise<T>): Promise<T> {
  if (!topics.statementRun.hasSubscribers) return run()
  const began = performance.now()
  let failed = true
  try {
    const result = await run()
    failed = false
    return result
  } finally {
    topics.statementRun.publish({ engine: 'postgres', sql, failed, milliseconds: performance.now() - began })
  }
}

/** Where somebody listens already when the database is opened, what is asked by `query` is told of too. */
export function toldByKysely(): { log?: LogConfig } {
  if (!topics.statementRun.hasSubscribers) return {}
  return {
    log: ({ level, query, queryDurationMillis: milliseconds }) =>
      topics.statementRun.publish({
        engine: 'postgres',
        sql: query.sql,
        failed: level === 'error',
        milliseconds,
      }),
  }
}

/** The same database; its transactions are told of. */
export function observed(db: Database): Database {
  return { ...db, transaction: (work) => observedTransaction(db, work) }
}

function observedTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (!topics.transactionBegun.hasSubscribers) return db.transaction(work)
  const began = performance.now()
  const fact: TransactionFact = { engine: db.engine, waited: 0, attempts: 0, failed: true, milliseconds: 0 }
  return topics.transactionBegun.publishAround(fact, async () => {
    // Transactions that share a commit run one after another, by a hand that is none of theirs.
    const inPlace = AsyncLocalStorage.bind((tx: Transaction) => {
      if (fact.attempts === 0) fact.waited = performance.now() - began
      fact.attempts += 1
      return work(tx)
    })
    try {
      const result = await db.transaction(inPlace)
      fact.failed = false
      return result
    } finally {
      fact.milliseconds = performance.now() - began
      topics.transactionEnded.publish(fact)
    }
  })
}
