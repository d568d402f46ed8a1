import { records } from '../../schema/records.ts'
import type { Resource } from '../../schema/resource.ts'
import { tableOf } from '../../schema/storage.ts'
import { type Database, type Reader, rows, type SqlValue } from '../database.ts'
import { readEntry, removeEntries as removeInstallationEntries, writeEntry } from '../installation.ts'
import { sql } from '../sql.ts'
import { addEntries, entryWords, removeEntries } from './search-index.ts'

type Row = Readonly<Record<string, SqlValue>>

/** Set in `installation` once every record is in the index; a copy of the database has to build its own. */
const isComplete = 'search index'

/** Records per transaction: a few milliseconds on either engine. */
const atOnce = 200

const searched = (): readonly Resource[] => records.filter((each) => each.searched.length > 0)

export async function isIndexComplete(reader: Reader): Promise<boolean> {
  return (await readEntry(reader, isComplete)) !== undefined
}

/** How many records there are to index. */
export async function countSearched(reader: Reader): Promise<number> {
  let count = 0
  for (const resource of searched()) {
    const [found] = await rows<{ count: number }>(
      reader,
      sql`SELECT CAST(COUNT(*) AS integer) AS "count" FROM ${sql.id(tableOf(resource))}`,
    )
    count += found?.count ?? 0
  }
  return count
}

/**
 * Writes the entry of every record again, a few at a time, while the service runs. `onProgress` gets the number of
 * records so far. Returns undefined if it was aborted.
 */
export async function reindex(
  db: Database,
  { signal, onProgress }: { signal?: AbortSignal; onProgress?: (records: number) => void } = {},
): Promise<number | undefined> {
  await db.transaction((tx) => removeInstallationEntries(tx, [isComplete]))
  let count = 0
  for (const resource of searched())
    for await (const batch of batchesOf(db, resource)) {
      if (signal?.aborted) return undefined
      await db.transaction(async (tx) => {
        // Read again: a record may have changed since.
        for (const [companyNo, ids] of byCompany(batch)) {
          const found = await rows<Row>(
            tx,
            sql`SELECT * FROM ${sql.id(tableOf(resource))} WHERE "companyNo" = ${companyNo} AND "id" IN ${sql.list(ids)}`,
          )
          await removeEntries(tx, companyNo, ids)
          await addEntries(tx, resource, companyNo, found.filter(isAlive))
        }
      })
      count += batch.length
      onProgress?.(count)
    }
  for await (const { companyNo, recordId } of strayEntries(db)) {
    if (signal?.aborted) return undefined
    await db.transaction((tx) => removeEntries(tx, companyNo, [recordId]))
  }
  await db.transaction((tx) => writeEntry(tx, isComplete, new Date().toISOString()))
  return count
}

const isAlive = ({ deletedAt = null }: Row): boolean => deletedAt === null

function byCompany(batch: readonly Row[]): [number, string[]][] {
  const groups = Map.groupBy(batch, ({ companyNo }) => Number(companyNo))
  return [...groups].map(([companyNo, found]) => [companyNo, found.map(({ id }) => String(id))])
}

async function* batchesOf(reader: Reader, resource: Resource): AsyncGenerator<Row[]> {
  for (let after: SqlValue[] = [-1, '']; ; ) {
    const batch = await rows<Row>(
      reader,
      sql`SELECT * FROM ${sql.id(tableOf(resource))} WHERE ("companyNo", "id") > ${sql.values([after])}
        ORDER BY "companyNo", "id" LIMIT ${atOnce}`,
    )
    const last = batch.at(-1)
    if (last === undefined) return
    yield batch
    after = [last['companyNo'] ?? null, last['id'] ?? null]
  }
}

/** Entries of records that no longer exist. */
async function* strayEntries(reader: Reader): AsyncGenerator<{ companyNo: number; recordId: string }> {
  for (let after = -1; ; ) {
    const batch = await rows<{ place: number; companyNo: number; recordId: string; kind: string }>(
      reader,
      sql`SELECT "place", "companyNo", "recordId", "kind" FROM "searchEntries" WHERE "place" > ${after}
        ORDER BY "place" LIMIT ${atOnce}`,
    )
    const last = batch.at(-1)
    if (last === undefined) return
    after = last.place
    for (const [kind, found] of Map.groupBy(batch, (entry) => entry.kind)) {
      const resource = searched().find((each) => each.kind === kind)
      const table = resource && tableOf(resource)
      for (const { companyNo, recordId } of found) {
        const [row] =
          table === undefined
            ? []
            : await rows<Row>(
                reader,
                sql`SELECT * FROM ${sql.id(table)} WHERE "companyNo" = ${companyNo} AND "id" = ${recordId}`,
              )
        if (row === undefined || !isAlive(row)) yield { companyNo, recordId }
      }
    }
  }
}

/** The problems of the index. */
export interface SearchFindings {
  records: number
  /** Records that are not in the index, or with other words. */
  outdated: string[]
  /** Entries of records that no longer exist. */
  stray: string[]
}

/** Compares the index with the records. */
export async function checkSearchIndex(reader: Reader): Promise<SearchFindings> {
  const findings: SearchFindings = { records: 0, outdated: [], stray: [] }
  for (const resource of searched())
    for await (const batch of batchesOf(reader, resource)) {
      for (const [companyNo, ids] of byCompany(batch)) {
        const stored = await rows<{ recordId: string; words: string }>(
          reader,
          sql`SELECT "recordId", "words" FROM "searchEntries" WHERE "companyNo" = ${companyNo}
            AND "recordId" IN ${sql.list(ids)}`,
        )
        const words = new Map(stored.map((entry) => [entry.recordId, entry.words]))
        for (const row of batch.filter((each) => Number(each['companyNo']) === companyNo && isAlive(each)))
          if (words.get(String(row['id'])) !== entryWords(resource, companyNo, row))
            findings.outdated.push(`${resource.kind} ${row['id']}`)
      }
      findings.records += batch.length
    }
  for await (const { recordId } of strayEntries(reader)) findings.stray.push(recordId)
  return findings
}
