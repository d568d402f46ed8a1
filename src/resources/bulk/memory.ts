import type { Sql } from '../../db/database.ts'
import type { Write } from '../../db/write.ts'

/** What no operation of a bulk request changes: who is asking, and the places that they ask about. */
const lasting = new Set(['workspaces', 'members', 'users'])

/**
 * The same transaction, remembering what was read of those tables: a thousand operations in one workspace ask a
 * thousand times whether it is there, and nobody else can change that meanwhile.
 */
export function remembering(tx: Write): Write {
  const texts = new Map<string, boolean>()
  const answers = new Map<string, Promise<unknown[]>>()
  const isLasting = (text: string): boolean => {
    const known = texts.get(text)
    if (known !== undefined) return known
    const tables = [...text.matchAll(/\b(?:FROM|JOIN|INTO|UPDATE) "(\w+)"/g)].map(([, table = '']) => table)
    const found =
      text.startsWith('SELECT') && tables.length > 0 && tables.every((table) => lasting.has(table))
    texts.set(text, found)
    return found
  }
  return {
    ...tx,
    run(sql: Sql) {
      if (!isLasting(sql.sql)) return tx.run(sql)
      const key = JSON.stringify([sql.sql, sql.values])
      const known = answers.get(key)
      if (known !== undefined) return known
      const answer = tx.run(sql)
      answers.set(key, answer)
      return answer
    },
  }
}
