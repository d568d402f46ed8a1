import type pg from 'pg'
import { codeOf } from '../../base/errors.ts'
import { timedAway } from '../observed.ts'
import { plannedEachTime } from '../sql.ts'

/** A statement as the server gets it. A connection parses a named text once. */
export interface Statement {
  text: string
  name?: string
  /** Whether it certainly changes nothing. */
  isRead: boolean
}

const mostNamed = 500
const named = new Map<string, Statement>()
let names = 0

/** Texts that have no name yet: a name costs the server memory, so only those that come again get one. */
const seen = new Map<string, Statement>()

/** `?` becomes `$n`; the program's SQL contains no other question mark. */
export function statementOf(sql: string): Statement {
  const known = named.get(sql)
  if (known !== undefined) return known
  const once = seen.get(sql)
  if (once?.text.endsWith(plannedEachTime.sql)) return once
  if (once === undefined) {
    let n = 0
    const text = sql.includes('?') ? sql.replaceAll('?', () => `$${++n}`) : sql
    const made = { text, isRead: /^\s*SELECT\b/i.test(text) }
    if (seen.size >= mostNamed) seen.clear()
    seen.set(sql, made)
    return made
  }
  const [oldest] = named.keys()
  if (named.size >= mostNamed && oldest !== undefined) named.delete(oldest)
  const made = { ...once, name: `atrium${++names}` }
  named.set(sql, made)
  seen.delete(sql)
  return made
}

/** Sends a statement to a connection or a pool, without waiting for those before it. */
export async function ask(
  target: Pick<pg.ClientBase | pg.Pool, 'query'>,
  sql: string,
  { text, name }: Pick<Statement, 'text' | 'name'>,
  values: readonly unknown[],
): Promise<pg.QueryResult> {
  const config = name === undefined ? { text, values: [...values] } : { text, name, values: [...values] }
  try {
    return await timedAway(sql, () => target.query(config))
  } catch (error) {
    if (isOutdated(error)) named.delete(sql)
    throw error
  }
}

/**
 * A newer version has added a column to a table: the prepared statement returns the old columns, so it needs a new
 * name, which its next use gives it.
 */
export const isOutdated = (error: unknown): boolean =>
  codeOf(error) === '0A000' && error instanceof Error && /cached plan must not change/.test(error.message)
