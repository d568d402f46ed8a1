import { AsyncLocalStorage } from 'node:async_hooks'
import { clock } from '../base/clock.ts'
import { type TransactionFact, topics } from '../observe/topics.ts'
import type { Database, Engine, Transaction } from './database.ts'

/** Runs a statement and publishes its duration, if anybody listens. */
export function timed<T>(engine: Engine, sql: string, run: () => T): T {
  if (!topics.statementRun.hasSubscribers) return run()
  const began = clock.ticks()
  let failed = true
  try {
    const result = run()
    failed = false
    return result
  } finally {
    topics.statementRun.publish({ engine, sql, failed, milliseconds: clock.ticks() - began })
  }
}

/** The same for a statement that runs on a server. */
export async function timedAway<T>(sql: string, run: () => Promise<T>): Promise<T> {
  if (!topics.statementRun.hasSubscribers) return run()
  const began = clock.ticks()
  let failed = true
  try {
    const result = await run()
    failed = false
    return result
  } finally {
    topics.statementRun.publish({ engine: 'postgres', sql, failed, milliseconds: clock.ticks() - began })
  }
}

/** The same database, with its transactions published. */
export function observed(db: Database): Database {
  return { ...db, transaction: (work) => observedTransaction(db, work) }
}

function observedTransaction<T>(db: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  if (!topics.transactionBegun.hasSubscribers) return db.transaction(work)
  const began = clock.ticks()
  const fact: TransactionFact = { engine: db.engine, waited: 0, attempts: 0, failed: true, milliseconds: 0 }
  return topics.transactionBegun.publishAround(fact, async () => {
    // Transactions that share a commit run outside of their callers' async context, so each one is bound to its own.
    const boundWork = AsyncLocalStorage.bind((tx: Transaction) => {
      if (fact.attempts === 0) fact.waited = clock.ticks() - began
      fact.attempts += 1
      return work(tx)
    })
    try {
      const result = await db.transaction(boundWork)
      fact.failed = false
      return result
    } finally {
      fact.milliseconds = clock.ticks() - began
      topics.transactionEnded.publish(fact)
    }
  })
}
