import type { Engine, Sql, SqlValue } from './database.ts'

/** What `${…}` accepts: a value, which becomes a parameter, or SQL, which becomes part of the text. */
type Given = SqlValue | Sql

/**
 * Builds SQL that is assembled at run time, runs with every request, or is awkward to write with the query builder. For
 * everything else use `reader.query`, where the compiler knows the columns.
 *
 *     sql`SELECT * FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(ids)}`
 *
 * Both engines prepare each text once and cache a few hundred, so one template must not yield many texts.
 */
function tag(strings: TemplateStringsArray, ...given: readonly Given[]): Sql {
  let known: Texts | undefined = templates.get(strings)
  if (known === undefined) {
    known = { next: new Map() }
    templates.set(strings, known)
  }
  const values: SqlValue[] = []
  for (const each of given) {
    known &&= after(known, inserted(each))
    if (isValue(each)) values.push(each)
    else for (const value of each.values) values.push(value)
  }
  const text = known?.text ?? String.raw({ raw: strings }, ...given.map(inserted))
  if (known !== undefined) known.text = text
  return { sql: text, values }
}

const isValue = (given: Given): given is SqlValue => typeof given !== 'object' || given === null

const inserted = (given: Given): string => (isValue(given) ? '?' : given.sql)

/**
 * A trie of the texts of a template: each insertion leads to the next node, the last one to the text. Building a new
 * string and hashing it to find its prepared statement would take 6 µs, half of the time to read a record.
 */
interface Texts {
  text?: string
  next: Map<string, Texts>
}

/** JavaScript passes the same `strings` object each time a template is evaluated. */
let templates = new WeakMap<TemplateStringsArray, Texts>()
let size = 0
const mostTexts = 2_000
/** Characters. Longer insertions, such as the rows of a large INSERT, are not cached. */
const longestInsertion = 2_000

function after({ next }: Texts, sql: string): Texts | undefined {
  if (sql.length > longestInsertion) return undefined
  const known = next.get(sql)
  if (known !== undefined) return known
  size += 1
  if (size > mostTexts) {
    templates = new WeakMap()
    size = 0
  }
  const added = { next: new Map() }
  next.set(sql, added)
  return added
}

const noValues: readonly SqlValue[] = []

/** Ends a statement that must not be prepared, because PostgreSQL may keep a plan from when the tables were empty. */
export const plannedEachTime: Sql = { sql: '/* planned each time */', values: noValues }

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

/** Rows for INSERT and comparisons: `(?, ?), (?, ?)`. */
function values(given: readonly (readonly SqlValue[])[]): Sql {
  return { sql: given.map(({ length }) => row(length)).join(', '), values: given.flat() }
}

function join(given: readonly Sql[], separator = ', '): Sql {
  return {
    sql: given.map((each) => each.sql).join(separator),
    values: given.flatMap((each) => each.values),
  }
}

/** The assignments of an UPDATE: `"a" = ?, "b" = ?`. */
function set(changes: Readonly<Record<string, SqlValue>>): Sql {
  return join(Object.entries(changes).map(([name, value]) => tag`${id(name)} = ${value}`))
}

/** A condition on a column: it is one of these texts. They are one parameter, so lists of any length share one text. */
function among(engine: Engine, column: Sql, given: readonly string[]): Sql {
  const all = JSON.stringify(given)
  return engine === 'sqlite'
    ? tag`${column} IN (SELECT "value" FROM json_each(${all}))`
    : tag`${column} = ANY (ARRAY(SELECT json_array_elements_text(${all}::json)))`
}

export const sql = Object.assign(tag, {
  id,
  /** Quoted names, separated by commas. */
  ids: (names: readonly string[]): Sql => join(names.map(id)),
  list,
  among,
  values,
  set,
  join,
  /** Text from the program itself; never user input. */
  raw: (text: string): Sql => ({ sql: text, values: noValues }),
})
