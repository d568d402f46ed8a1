import { type Reader, rows } from '../../src/db/database.ts'

interface Count {
  tagId: string
  workspaceId: string
  count: number
}

/** The stored tag counts, and the counts from scanning every task, both without zeros. */
export async function countsOf(
  db: Reader,
  companyNo: number,
): Promise<Record<'kept' | 'counted', Record<'uses' | 'totals', Record<string, number>>>> {
  const kept = await rows<Count>(db, {
    sql: `SELECT "tagId", "workspaceId", CAST(sum("taskCount") AS bigint) AS "count" FROM "tagUses"
      WHERE "companyNo" = ? GROUP BY "tagId", "workspaceId"`,
    values: [companyNo],
  })
  const keptTotals = await rows<Count>(db, {
    sql: `SELECT "tagId", '' AS "workspaceId", CAST(sum("taskCount") AS bigint) AS "count" FROM "tagTotals"
      WHERE "companyNo" = ? GROUP BY "tagId"`,
    values: [companyNo],
  })
  const tasks = await rows<{ workspaceId: string; tagIds: string; gone: string | null }>(db, {
    sql: `SELECT t."workspaceId", t."tagIds", w."deletedAt" AS "gone" FROM "tasks" t JOIN "workspaces" w
      ON w."companyNo" = t."companyNo" AND w."id" = t."workspaceId"
      WHERE t."companyNo" = ? AND t."deletedAt" IS NULL`,
    values: [companyNo],
  })
  const borne = tasks.flatMap(({ tagIds, ...task }) =>
    (JSON.parse(tagIds) as string[]).map((tagId) => ({ ...task, tagId, count: 1 })),
  )
  const inAll = borne.filter(({ gone }) => gone === null).map((each) => ({ ...each, workspaceId: '' }))
  return {
    kept: { uses: sumsOf(kept), totals: sumsOf(keptTotals) },
    counted: { uses: sumsOf(borne), totals: sumsOf(inAll) },
  }
}

function sumsOf(counts: readonly Count[]): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const { workspaceId, tagId, count } of counts) {
    const key = `${workspaceId} ${tagId}`
    sums[key] = (sums[key] ?? 0) + count
  }
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}
