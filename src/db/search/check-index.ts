import { recordOfKind } from '../../schema/records.ts'
import type { Resource } from '../../schema/resource.ts'
import { tableOf } from '../../schema/storage.ts'
import { type Reader, rows, type Sql } from '../database.ts'
import { sql } from '../sql.ts'
import { trashedTables } from '../tables.ts'
import { addedTexts, type SearchedRow } from './file-texts.ts'
import { batchesOf, entriesWithoutRecord, type IndexEntry } from './reindex.ts'
import { entryWords, isFindable, searchedRecords } from './search-index.ts'

/** The problems of the index. */
export interface SearchFindings {
  records: number
  /** Records that are not in the index, or with other words, and do not wait to be indexed either. */
  outdated: string[]
  /** Entries of records that no longer exist. */
  stray: string[]
}

/** Compares the index with the records. The service may be running, so everything suspicious is read a second time. */
export async function checkSearchIndex(reader: Reader): Promise<SearchFindings> {
  const findings: SearchFindings = { records: 0, outdated: [], stray: [] }
  const waiting = await readWaiting(reader)
  for (const resource of searchedRecords())
    for await (const batch of batchesOf(reader, resource)) {
      for (const row of batch)
        if (isOutdated(resource, row) && !waiting.has(String(row['id'])))
          if (await isStillOutdated(reader, resource, row))
            findings.outdated.push(`${resource.kind} ${row['id']}`)
      findings.records += batch.length
    }
  for await (const entries of entriesWithoutRecord(reader))
    for (const entry of entries)
      if (!waiting.has(entry.recordId) && (await isStillStray(reader, entry)))
        findings.stray.push(entry.recordId)
  return findings
}

async function readWaiting(reader: Reader): Promise<ReadonlySet<string>> {
  const found = await rows<{ recordId: string }>(reader, sql`SELECT DISTINCT "recordId" FROM "unindexed"`)
  return new Set(found.map(({ recordId }) => recordId))
}

const isOutdated = (resource: Resource, row: SearchedRow): boolean =>
  isFindable(row) && row['indexedWords'] !== entryWords(resource, Number(row['companyNo']), row)

const isWaiting = (companyNo: Sql, id: Sql): Sql => sql`EXISTS (SELECT 1 FROM "unindexed" u
  WHERE u."companyNo" = ${companyNo} AND u."recordId" = ${id})`

async function isStillOutdated(reader: Reader, resource: Resource, row: SearchedRow): Promise<boolean> {
  const [found] = await rows<SearchedRow>(
    reader,
    sql`SELECT t.*${addedTexts(resource)}, e."words" AS "indexedWords" FROM ${sql.id(tableOf(resource))} t
      LEFT JOIN "searchEntries" e ON e."companyNo" = t."companyNo" AND e."recordId" = t."id"
      WHERE t."companyNo" = ${row['companyNo'] ?? null} AND t."id" = ${row['id'] ?? null}
      AND NOT ${isWaiting(sql`t."companyNo"`, sql`t."id"`)}`,
  )
  return found !== undefined && isOutdated(resource, found)
}

async function isStillStray(reader: Reader, { kind, companyNo, recordId }: IndexEntry): Promise<boolean> {
  const resource = recordOfKind(kind)
  const table = resource === undefined ? undefined : tableOf(resource)
  const record =
    table === undefined
      ? sql`1 = 0`
      : sql`EXISTS (SELECT 1 FROM ${sql.id(table)} t WHERE t."companyNo" = e."companyNo" AND t."id" = e."recordId"
        AND ${trashedTables.has(table) ? sql`t."deletedAt" IS NULL` : sql`1 = 1`})`
  const found = await rows(
    reader,
    sql`SELECT 1 AS "one" FROM "searchEntries" e WHERE e."companyNo" = ${companyNo} AND e."recordId" = ${recordId}
      AND NOT ${isWaiting(sql`e."companyNo"`, sql`e."recordId"`)} AND NOT ${record}`,
  )
  return found.length > 0
}
