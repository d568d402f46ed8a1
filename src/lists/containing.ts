import type { Actor } from '../base/actor.ts'
import type { Reader, Sql } from '../db/database.ts'
import { findEntries, findWaitingNames } from '../db/search/find.ts'
import { isIndexComplete } from '../db/search/reindex.ts'
import { markOf, nameStart, writtenAs } from '../db/search/search-index.ts'
import { sql } from '../db/sql.ts'
import { foldText } from '../query/fields.ts'
import { parseSearch } from '../query/words.ts'
import type { Resource } from '../schema/resource.ts'
import type { IndexRange, Restriction } from './plans.ts'

/** The name of the records of a list, by which `contains` finds them. */
export interface NamedBy {
  field: string
  /** The resource whose entries in the search index hold the words. */
  resource: Resource
  /** SQL of the id of the entry's record, and of its folded name. */
  recordId: string
  key: string
}

/** For a resource that is in the search index itself. */
export const namedBy = (resource: Resource, id: string): NamedBy => {
  const [field = ''] = resource.searched
  return { field, resource, recordId: id, key: `t."${field}Key"` }
}

/** Up to this many records are looked up in the index; more common words are found quickly by reading in list order. */
const fewRecords = 500

/** Shorter prefixes are too common: the index would have to merge all words that start with them. */
const fewLetters = 2

/**
 * The records whose name has these words, or words that begin with them. The search index holds the words of each name in
 * a form that both engines compare alike; records that wait to be indexed are compared here. A record that is not in the
 * index, after an upgrade or a restore, is found by the parts of its folded name between spaces.
 */
export async function containing(
  reader: Reader,
  { companyNo }: Actor,
  { resource, recordId, key }: NamedBy,
  whole: IndexRange,
  value: string,
): Promise<Restriction> {
  const terms = parseSearch(value)
  const at = sql.raw(reader.engine === 'sqlite' ? 'instr' : 'strpos')
  const has = terms.map((term) => sql`${at}(n."name", ${writtenAs(term)}) > 0`)
  const plain = value.trim().split(/\s+/)
  const begins = plain.map((word) => sql`${at}(' ' || ${sql.raw(key)}, ${` ${foldText(word)}`}) > 0`)
  const rest = sql`substr(s."words", ${sql.raw(String(nameStart(resource, companyNo)))}) || ' x '`
  const name = sql`substr(r."rest", 1, ${at}(r."rest", ' x '))`
  const indexed = sql`coalesce((SELECT CASE WHEN ${sql.join(has, ' AND ')} THEN 1 ELSE 0 END
    FROM (SELECT ${name} AS "name" FROM (SELECT ${rest} AS "rest" FROM "searchEntries" s
      WHERE s."companyNo" = t."companyNo" AND s."recordId" = ${sql.raw(recordId)}) r) n),
    CASE WHEN ${sql.join(begins, ' AND ')} THEN 1 ELSE 0 END) = 1`
  const waiting = await findWaitingNames(reader, companyNo, resource, terms)
  const condition =
    waiting === undefined ? indexed : unlessWaiting(companyNo, resource, recordId, waiting, indexed)
  const isLong = terms.some(({ words }) => (words[0]?.length ?? 0) >= fewLetters)
  if (!isLong || !(await isIndexComplete(reader))) return { condition }
  const found = await findEntries(reader, {
    companyNo,
    terms,
    marks: [[markOf.company(companyNo)], [markOf.kind(resource.kind)]],
    kinds: [resource.kind],
    visible: sql`1 = 1`,
    limit: fewRecords + 1,
  })
  if (found.length > fewRecords) return { condition }
  if (found.length === 0) return { condition, indexRanges: [] }
  const ids = sql.list(found.map((entry) => entry.recordId))
  return {
    condition,
    indexRanges: [{ ...whole, where: sql`${whole.where} AND ${sql.raw(whole.id)} IN ${ids}` }],
  }
}

/** The entry of a record that waits is outdated: `found` are those whose current name has the words. */
function unlessWaiting(
  companyNo: number,
  { kind }: Resource,
  recordId: string,
  found: readonly string[],
  indexed: Sql,
): Sql {
  const isFound = found.length === 0 ? sql`1 = 0` : sql`${sql.raw(recordId)} IN ${sql.list(found)}`
  return sql`CASE WHEN ${sql.raw(recordId)} IN (SELECT "unindexed"."recordId" FROM "unindexed"
      WHERE "unindexed"."companyNo" = ${companyNo} AND "unindexed"."kind" = ${kind}) THEN ${isFound} ELSE ${indexed} END`
}
