import { problem } from '../../base/errors.ts'
import { yieldNow } from '../../fairness/scheduler.ts'
import { isMatch, type SearchTerm, wordsOf } from '../../query/words.ts'
import { recordOfKind } from '../../schema/records.ts'
import type { Resource } from '../../schema/resource.ts'
import { tableOf } from '../../schema/storage.ts'
import { inChunks, type Reader, rows, type Sql } from '../database.ts'
import { sql } from '../sql.ts'
import { trashedTables } from '../tables.ts'
import { addedTexts, type SearchedRow, searchedTexts } from './file-texts.ts'
import { indexedWord, isInWorkspace, writtenAs } from './search-index.ts'

/** The workspace is the one at the time when the entry was found. */
export interface FoundEntry {
  kind: string
  recordId: string
  workspaceId: string | null
  place: number
}

interface SearchQuery {
  companyNo: number
  terms: readonly SearchTerm[]
  /** Each is a list of marks (`markOf`), of which an entry must have one. */
  marks: readonly (readonly string[])[]
  /** Only these kinds; all if empty. */
  kinds: readonly string[]
  /** A further condition on the entry `e`. */
  visible: Sql
  limit: number
}

/**
 * The newest entries that match, newest first: among the records that wait to be indexed, then in the index. The result
 * does not depend on how far behind the index is.
 */
export async function findEntries(reader: Reader, query: SearchQuery): Promise<FoundEntry[]> {
  // Before the index: a record that is indexed between the two is found twice rather than not at all.
  const waiting = await readWaiting(reader, query.companyNo)
  const found = await findWaiting(reader, query, waiting)
  if (found.length >= query.limit) return found.slice(0, query.limit)
  const ids = new Set(waiting.map(({ recordId }) => recordId))
  const indexed = await findIndexed(reader, { ...query, limit: query.limit - found.length + ids.size })
  return [...found, ...indexed.filter(({ recordId }) => !ids.has(recordId))].slice(0, query.limit)
}

/** Searches fail with 503 while more records than this wait to be indexed, which takes an import of millions. */
const mostWaiting = 16_000
/** Records that are read and compared with a query at a time: the texts of as many files are in memory. */
const atOnce = 50

type Waiting = Pick<FoundEntry, 'kind' | 'recordId' | 'place'>

async function readWaiting(reader: Reader, companyNo: number): Promise<Waiting[]> {
  const waiting = await rows<Waiting>(
    reader,
    sql`SELECT "kind", "recordId", max("place") AS "place" FROM "unindexed" WHERE "companyNo" = ${companyNo}
      GROUP BY "kind", "recordId" ORDER BY 3 DESC LIMIT ${mostWaiting + 1}`,
  )
  if (waiting.length > mostWaiting)
    throw problem(
      'unavailable',
      'Too many recent changes are waiting to be indexed. Try the search again in a moment.',
      {
        headers: { 'retry-after': '5' },
      },
    )
  return waiting
}

/**
 * The ids of the records of a kind that wait to be indexed and whose name, the first of the searched fields, has the
 * terms; undefined if none of that kind waits.
 */
export async function findWaitingNames(
  reader: Reader,
  companyNo: number,
  resource: Resource,
  terms: readonly SearchTerm[],
): Promise<string[] | undefined> {
  const waiting = (await readWaiting(reader, companyNo)).filter(({ kind }) => kind === resource.kind)
  if (waiting.length === 0) return undefined
  const [name = ''] = resource.searched
  const found: string[] = []
  for (const some of inChunks(waiting, atOnce)) {
    const read = await rows<SearchedRow>(
      reader,
      sql`SELECT "id", ${sql.id(name)} FROM ${sql.id(tableOf(resource))} WHERE "companyNo" = ${companyNo}
        AND "id" IN ${sql.list(some.map(({ recordId }) => recordId))}`,
    )
    const matches = read.filter((row) => isMatch([[...wordsOf(String(row[name] ?? ''))]], terms))
    found.push(...matches.map(({ id }) => String(id)))
    await yieldNow()
  }
  return found
}

/** Reads the records themselves, newest change first, until there are enough. */
async function findWaiting(
  reader: Reader,
  query: SearchQuery,
  waiting: readonly Waiting[],
): Promise<FoundEntry[]> {
  const { kinds, limit } = query
  const found: FoundEntry[] = []
  for (const some of inChunks(
    waiting.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind)),
    atOnce,
  )) {
    for (const [kind, all] of Map.groupBy(some, (each) => each.kind)) {
      const resource = recordOfKind(kind)
      if (resource !== undefined) found.push(...(await matching(reader, query, resource, all)))
    }
    if (found.length >= limit) break
    await yieldNow()
  }
  return found.sort((one, other) => other.place - one.place)
}

async function matching(
  reader: Reader,
  { companyNo, terms, visible }: SearchQuery,
  resource: Resource,
  waiting: readonly Waiting[],
): Promise<FoundEntry[]> {
  const places = new Map(waiting.map(({ recordId, place }) => [recordId, place]))
  const { kind } = resource
  const table = tableOf(resource)
  const workspace = isInWorkspace(resource)
    ? sql`t."workspaceId"`
    : kind === 'workspace'
      ? sql`t."id"`
      : sql`NULL`
  const alive = trashedTables.has(table) ? sql`t."deletedAt" IS NULL` : sql`1 = 1`
  const read = await rows<SearchedRow>(
    reader,
    sql`SELECT * FROM (SELECT t."companyNo", t."id" AS "recordId", CAST(${kind} AS text) AS "kind",
        CAST(${workspace} AS text) AS "workspaceId", ${sql.ids(resource.searched)}${addedTexts(resource)}
      FROM ${sql.id(table)} t WHERE t."companyNo" = ${companyNo} AND ${alive}
      AND t."id" IN ${sql.list([...places.keys()])}) e WHERE (${visible})`,
  )
  const found: FoundEntry[] = []
  for (const row of read) {
    const recordId = String(row['recordId'])
    const workspaceId = (row['workspaceId'] ?? null) as string | null
    if (isMatch(textsOf(resource, row), terms))
      found.push({ kind, recordId, workspaceId, place: places.get(recordId) ?? 0 })
    // The text of a file can be long.
    await yieldNow()
  }
  return found
}

const textsOf = (resource: Resource, row: SearchedRow) =>
  searchedTexts(resource).map((name) => [...wordsOf(String(row[name] ?? ''))])

/**
 * On PostgreSQL, the newest entries are searched first, where common words are found. If they have enough matches to
 * suggest that `mostRead` entries have all that are needed, those are searched next: the index would return every match.
 */
const newest = 10_000
const mostRead = 60_000

/** Only words in the form that `indexedWord` creates reach the engine's query syntax. */
async function findIndexed(reader: Reader, query: SearchQuery): Promise<FoundEntry[]> {
  const { companyNo, visible, limit } = query
  const columns = sql`e."kind", e."recordId", e."workspaceId", e."place"`
  if (reader.engine === 'sqlite')
    return rows(
      reader,
      sql`SELECT ${columns} FROM "searchIndex" f CROSS JOIN "searchEntries" e
        WHERE f."searchIndex" MATCH ${ftsQuery(query)} AND e."place" = f."rowid" AND e."companyNo" = ${companyNo}
        AND (${visible}) ORDER BY f."rowid" DESC LIMIT ${limit}`,
    )
  const phrases = phrasesOf(query).map((phrase) => sql`strpos(' ' || e."words" || ' ', ${phrase}) > 0`)
  const matches = sql.join([sql`e."terms" @@ ${tsQuery(query)}::tsquery`, ...phrases], ' AND ')
  const isFirst = sql`(${visible}) ORDER BY e."place" DESC LIMIT ${limit}`
  const among = (count: number): Promise<FoundEntry[]> =>
    rows(
      reader,
      sql`SELECT ${columns} FROM (SELECT * FROM "searchEntries" WHERE "companyNo" = ${companyNo}
        ORDER BY "place" DESC LIMIT ${count}) e WHERE ${matches} AND ${isFirst}`,
    )
  const common = await among(newest)
  if (common.length === limit) return common
  if (common.length * mostRead >= limit * newest * 2) {
    const frequent = await among(mostRead)
    if (frequent.length === limit) return frequent
  }
  return rows(
    reader,
    sql`WITH found AS MATERIALIZED (SELECT e."companyNo", ${columns} FROM "searchEntries" e
      WHERE e."companyNo" = ${companyNo} AND ${matches}) SELECT ${columns} FROM found e WHERE ${isFirst}`,
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
    ...terms.flatMap(({ words, isPrefix }) =>
      words.map((word, n) => `'${indexedWord(word)}'${isPrefix && n === words.length - 1 ? ':*' : ''}`),
    ),
  ].join(' & ')
}

/** Terms of several words as they occur among the words of an entry: PostgreSQL counts positions only to 16,383. */
const phrasesOf = ({ terms }: SearchQuery): string[] =>
  terms.filter(({ words }) => words.length > 1).map(writtenAs)
