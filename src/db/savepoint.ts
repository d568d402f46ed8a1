import { Problem } from '../base/errors.ts'
import { rows, type Transaction } from './database.ts'
import { sql } from './sql.ts'

/**
 * Runs part of a transaction; if it throws a `Problem`, only its own changes are rolled back. Any other error, such as a
 * conflict with another transaction, fails the whole transaction, which then runs again.
 */
export async function attempt<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  await tx.send(sql`SAVEPOINT "attempt"`)
  try {
    const result = await work()
    await tx.send(sql`RELEASE SAVEPOINT "attempt"`)
    return result
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await rows(tx, sql`ROLLBACK TO SAVEPOINT "attempt"`)
    await tx.send(sql`RELEASE SAVEPOINT "attempt"`)
    throw error
  }
}
