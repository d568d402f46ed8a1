import { Problem } from '../base/errors.ts'
import type { Transaction } from './database.ts'

/**
 * A part of a transaction that may be refused without the rest: what it did until then is undone. What is no
 * refusal, such as a change that another transaction was in the way of, fails the whole, which then runs again.
 */
export async function attempt<T>(tx: Transaction, work: () => Promise<T>): Promise<T> {
  const say = (sql: string): Promise<unknown> => tx.run({ sql, values: [] })
  await say('SAVEPOINT "attempt"')
  try {
    const result = await work()
    await say('RELEASE SAVEPOINT "attempt"')
    return result
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    await say('ROLLBACK TO SAVEPOINT "attempt"')
    await say('RELEASE SAVEPOINT "attempt"')
    throw error
  }
}
