import type { SearchTerm } from '../../query/words.ts'
import { type Reader, rows, type Sql } from '../database.ts'
import { sql } from '../sql.ts'
import { indexedWord } from './search-index.ts'

export interface FoundEntry {
  kind: string
  recordId: string
  place: number
}

interface SearchQuery {
  companyNo: number
  terms: readonly SearchTerm[]
  /** Each is a list of marks (`markOf`), of which an entry must have one. */
  marks: readonly (readonly string[])[]
  /** A further condition on the entry `e`. */
  visible: Sql
  limit: number
}

/** On PostgreSQL, so many of the newest entries are searched first: a common word is found there. */
const newest = 10_000

/** The newest entries that match, newest first. Only words that this service has made reach the engine's query syntax. */
export async function findEntries(reader: Reader, query: SearchQuery): Promise<FoundEntry[]> {
  const { companyNo, visible, limit } = query
  if (reader.engine === 'sqlite')
    return rows(
      reader,
      sql`SELECT e."kind", e."recordId", e."place" FROM "searchIndex" f CROSS JOIN "searchEntries" e
        WHERE f."searchIndex" MATCH ${ftsQuery(query)} AND e."place" = f."rowid" AND e."companyNo" = ${companyNo}
        AND (${visible}) ORDER BY f."rowid" DESC LIMIT ${limit}`,
    )
  const matches = sql`e."terms" @@ ${tsQuery(query)}::tsquery AND (${visible}) ORDER BY e."place" DESC LIMIT ${limit}`
  const columns = sql`e."kind", e."recordId", e."place"`
  const common = await rows<FoundEntry>(
    reader,
    sql`SELECT ${columns} FROM (SELECT * FROM "searchEntries" WHERE "companyNo" = ${companyNo}
      ORDER BY "place" DESC LIMIT ${newest}) e WHERE ${matches}`,
  )
  if (common.length === limit) return common
  return rows(
    reader,
    sql`WITH found AS MATERIALIZED (SELECT * FROM "searchEntries" e WHERE e."companyNo" = ${companyNo}
      AND e."terms" @@ ${tsQuery(query)}::tsquery) SELECT ${columns} FROM found e WHERE ${matches}`,
  )
}

/** FTS5: https://sqlite.org/fts5.html#full_text_query_syntax */
function ftsQuery({ terms, marks }: SearchQuery): string {
  return [
    ...marks.map((each) => `(${each.map((mark) => `"${mark}"`).join(' OR ')})`),
    ...terms.map(({ words, isPrefix }) => `"${words.map(indexedWord).join(' ')}"${isPrefix ? ' *' : ''}`),
  ].join(' AND ')
}

/** PostgreSQL: https://www.postgresql.org/docs/current/datatype-textsearch.html */
function tsQuery({ terms, marks }: SearchQuery): string {
  return [
    ...marks.map((each) => `(${each.map((mark) => `'${mark}'`).join(' | ')})`),
    ...terms.map(({ words, isPrefix }) => {
      const last = words.length - 1
      const parts = words.map((word, n) => `'${indexedWord(word)}'${isPrefix && n === last ? ':*' : ''}`)
      return `(${parts.join(' <-> ')})`
    }),
  ].join(' & ')
}
