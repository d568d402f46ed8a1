import type { Sql, SqlValue } from './database.ts'

/** What `${…}` takes: a value, which travels apart from the text, or SQL, which becomes part of it. */
type Given = SqlValue | Sql

/**
 * Writes SQL that is assembled at run time, runs with every request, or that the query builder cannot say clearly.
 * Everything else is `reader.query`, where the compiler knows the columns.
 *
 *     sql`SELECT * FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(ids)}`
 *
 * Both engines prepare a text once and keep a few hundred of them, so one template must not yield many texts.
 */
function tag(strings: TemplateStringsArray, ...given: readonly Given[]): Sql {
  if (!given.every(isValue)) return assemble(strings, given)
  let text = texts.get(strings)
  if (text === undefined) {
    text = strings.join('?')
    texts.set(strings, text)
  }
  return { sql: text, values: given }
}

/** The texts of templates that hold values only. JavaScript passes the same `strings` each time a template is run. */
const texts = new WeakMap<TemplateStringsArray, string>()

const isValue = (given: Given): given is SqlValue => typeof given !== 'object' || given === null

function assemble(strings: TemplateStringsArray, given: readonly Given[]): Sql {
  let text = strings[0] ?? ''
  const values: SqlValue[] = []
  for (const [n, each] of given.entries()) {
    if (isValue(each)) {
      text += '?'
      values.push(each)
    } else {
      text += each.sql
      for (const value of each.values) values.push(value)
    }
    text += strings[n + 1]
  }
  return { sql: text, values }
}

const noValues: readonly SqlValue[] = []
const identifiers = new Map<string, Sql>()

/** The quoted name of a table or column. */
function id(name: string): Sql {
  const known = identifiers.get(name)
  if (known !== undefined) return known
  if (!/^\w+$/.test(name)) throw new Error(`${JSON.stringify(name)} is not the name of a table or column`)
  const quoted = { sql: `"${name}"`, values: noValues }
  identifiers.set(name, quoted)
  return quoted
}

/**
 * `(?, ?, …)` for IN. The last value is repeated up to the next power of two, so that lists of any length share a few
 * texts: preparing one costs SQLite more than looking up some ids twice.
 */
function list(given: readonly SqlValue[]): Sql {
  const last = given.at(-1)
  if (last === undefined) throw new Error('A list in SQL needs a value.')
  const values = [...given]
  while ((values.length & (values.length - 1)) !== 0) values.push(last)
  return { sql: row(values.length), values }
}

function row(length: number): string {
  const text = rowTexts[length] ?? `(${Array(length).fill('?').join(', ')})`
  rowTexts[length] = text
  return text
}

const rowTexts: string[] = []

/** Rows as INSERT and comparisons take them: `(?, ?), (?, ?)`. */
function values(given: readonly (readonly SqlValue[])[]): Sql {
  return { sql: given.map(({ length }) => row(length)).join(', '), values: given.flat() }
}

function join(given: readonly Sql[], separator = ', '): Sql {
  return {
    sql: given.map((each) => each.sql).join(separator),
    values: given.flatMap((each) => each.values),
  }
}

export const sql = Object.assign(tag, {
  id,
  /** Quoted names, separated by commas. */
  ids: (names: readonly string[]): Sql => join(names.map(id)),
  list,
  values,
  join,
  /** Text that the program itself wrote; never anything that came from outside. */
  raw: (text: string): Sql => ({ sql: text, values: noValues }),
})
