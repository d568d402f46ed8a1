import type { Sql } from '../database.ts'

type Rows = Readonly<Record<string, unknown>>[]

const mostKept = 2_000
/** What asks for more at once is hardly asked twice. */
export const mostValues = 8
/** Characters. What is longer is read anew each time: thousands of long descriptions would fill the memory. */
export const longestKept = 4_096

/**
 * What a connection that alone may write has looked up, until one of the tables that it was read from is written to. No
 * table has triggers, so a statement writes to the one that it names.
 */
export class KeptRows {
  readonly #byText = new Map<string, Map<string, Rows>>()
  /** The places of all texts that mention a name, be it of a table or of a column. */
  readonly #byName = new Map<string, Map<string, Rows>[]>()
  #put = 0

  get({ sql, values }: Sql): Rows | undefined {
    return this.#byText.get(sql)?.get(keyOf(values))
  }

  put({ sql, values }: Sql, found: Rows): void {
    if (values.length > mostValues || lengthOf(found) > longestKept) return
    if (this.#put >= mostKept) this.forgetAll()
    this.#put += 1
    const place = this.#byText.get(sql) ?? this.#placeFor(sql)
    place.set(keyOf(values), found)
  }

  /** To be called with each statement that is run. */
  forget(written: Written): void {
    if (written === 'anything') this.forgetAll()
    else if (written !== 'nothing') for (const place of this.#byName.get(written.table) ?? []) place.clear()
  }

  forgetAll(): void {
    this.#byText.clear()
    this.#byName.clear()
    this.#put = 0
  }

  #placeFor(sql: string): Map<string, Rows> {
    const place = new Map<string, Rows>()
    this.#byText.set(sql, place)
    for (const name of new Set(sql.match(/(?<=")\w+(?=")/g)))
      this.#byName.set(name, [...(this.#byName.get(name) ?? []), place])
    return place
  }
}

const keyOf = (values: Sql['values']): string => JSON.stringify(values)

/** How much text a few rows have. */
export function lengthOf(found: readonly object[]): number {
  let length = 0
  for (const row of found)
    for (const value of Object.values(row)) length += typeof value === 'string' ? value.length : 8
  return length
}

/** What a statement may change. Of what is no plain statement, or undoes others, that is not known. */
export type Written = { table: string } | 'nothing' | 'anything'

export function writtenBy(sql: string, isReadOnly: boolean): Written {
  if (/^\s*(savepoint|release)\b/i.test(sql) || (isReadOnly && /^\s*(select|with|pragma)\b/i.test(sql)))
    return 'nothing'
  const [, table] = /^\s*(?:insert into|update|delete from)\s+"(\w+)"/i.exec(sql) ?? []
  return table === undefined ? 'anything' : { table }
}
