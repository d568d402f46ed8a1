import { yieldNow } from '../../fairness/scheduler.ts'
import { inChunks, type Reader, rows } from '../database.ts'
import { sql } from '../sql.ts'

/** A field that a change has set, or may have. */
export interface AskedValue {
  changeId: string
  recordId: string
  field: string
}

/** The values that a field had before it was next changed: those that the change has set. */
export interface NextValues {
  /** Undefined: it was not changed again, so it is the current value. */
  get(changeId: string, field: string): { value: unknown } | undefined
}

/** The log has the values before each change, so the values after it are in the next change of the same field. */
export async function readNextValues(
  reader: Reader,
  companyNo: number,
  asked: readonly AskedValue[],
): Promise<NextValues> {
  const found = new Map<string, { value: unknown }>()
  // Few at a time: a record can have thousands of later changes, and SQLite reads them without a pause.
  for (const some of inChunks(asked, 20)) {
    await yieldNow()
    const values = some.map(({ changeId, recordId, field }) => [changeId, recordId, field])
    const next = await rows<{ changeId: string; field: string; previous: string | null }>(
      reader,
      sql`SELECT v."column1" AS "changeId", v."column3" AS "field", (SELECT coalesce(c."previous", '{}') FROM "changes" c
          WHERE c."companyNo" = ${companyNo} AND c."recordId" = v."column2" AND c."id" > v."column1"
          AND c."fields" LIKE '%"' || v."column3" || '"%' ORDER BY c."id" LIMIT 1) AS "previous"
        FROM (VALUES ${sql.values(values)}) AS v`,
    )
    for (const { changeId, field, previous } of next) {
      if (previous === null) continue
      const before = JSON.parse(previous) as Record<string, unknown>
      found.set(`${changeId} ${field}`, { value: before[field] })
    }
  }
  return { get: (changeId, field) => found.get(`${changeId} ${field}`) }
}
