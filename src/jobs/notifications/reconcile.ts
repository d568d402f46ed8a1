import type { NumberedChange } from '../../db/change-log/feed.ts'
import { inChunks, rows, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'

/** The kinds of records that go to the trash or move, with their tables. */
const tables = { task: 'tasks', file: 'files' } as const

const verbs = ['deleted', 'restored', 'updated'] as const
const types = new Set(Object.keys(tables).flatMap((kind) => verbs.map((verb) => `${kind}.${verb}`)))

/**
 * A notification goes to the trash and moves with its record, in the same transaction. One that was stored at that very
 * moment follows here.
 */
export async function hideTrashed(
  tx: Transaction,
  companyNo: number,
  changes: readonly NumberedChange[],
): Promise<void> {
  const moved = changes.filter(
    ({ type, otherWorkspaceId }) =>
      types.has(type) && (!type.endsWith('.updated') || otherWorkspaceId !== null),
  )
  for (const [kind, table] of Object.entries(tables)) {
    const ids = [...new Set(moved.filter((each) => each.kind === kind).map(({ recordId }) => recordId))]
    for (const some of inChunks(ids))
      await rows(
        tx,
        sql`UPDATE "notifications" SET "deletedAt" = r."deletedAt", "deletedBy" = r."deletedBy",
            "workspaceId" = r."workspaceId"
          FROM ${sql.id(table)} r WHERE r."companyNo" = ${companyNo} AND r."id" IN ${sql.list(some)}
            AND "notifications"."companyNo" = ${companyNo} AND "notifications".${sql.id(`${kind}Id`)} = r."id"
            AND (coalesce("notifications"."deletedAt", '') <> coalesce(r."deletedAt", '')
              OR "notifications"."workspaceId" <> r."workspaceId")`,
      )
  }
}
