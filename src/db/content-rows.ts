import type { WorkspaceRole, WorkspaceRow } from '../schema/records/workspace.ts'
import { type Reader, rows, type Sql } from './database.ts'
import type { RecordTable } from './records.ts'
import { sql } from './sql.ts'
import type { Tables } from './tables.ts'

/** `, … AS "name"` for each of them. */
export function addedColumns(added: Readonly<Record<string, string>>): Sql {
  return sql.raw(
    Object.entries(added)
      .map(([name, text]) => `, ${text} AS "${name}"`)
      .join(''),
  )
}

/** A workspace, and the role of the user as its member. */
export type WorkspaceAndRole = WorkspaceRow & { membership: WorkspaceRole | null }

/**
 * The row of a record inside a workspace, even if it is in the trash. PostgreSQL returns its workspace with it; SQLite has
 * that in a cache, so it is undefined there. `also`: SQL of further columns of the row, `t`.
 */
export async function findContent<T extends RecordTable>(
  reader: Reader,
  table: T,
  { companyNo, userId }: { companyNo: number; userId: string },
  id: string,
  also: Sql = sql``,
): Promise<{ row: Tables[T]; workspace: WorkspaceAndRole | undefined } | undefined> {
  if (reader.engine === 'sqlite') {
    const [row] = await rows<Tables[T]>(
      reader,
      sql`SELECT t.*${also} FROM ${sql.id(table)} t WHERE t."companyNo" = ${companyNo} AND t."id" = ${id}`,
    )
    return row && { row, workspace: undefined }
  }
  const [found] = await rows<Tables[T] & { membership: WorkspaceRole | null; workspaceRow: WorkspaceRow }>(
    reader,
    sql`SELECT t.*${also}, m."role" AS "membership", row_to_json(w) AS "workspaceRow" FROM ${sql.id(table)} t
      JOIN "workspaces" w ON w."companyNo" = t."companyNo" AND w."id" = t."workspaceId"
      LEFT JOIN "members" m ON m."companyNo" = w."companyNo" AND m."workspaceId" = w."id" AND m."userId" = ${userId}
      WHERE t."companyNo" = ${companyNo} AND t."id" = ${id}`,
  )
  if (found === undefined) return undefined
  const { membership, workspaceRow, ...row } = found
  return { row: row as unknown as Tables[T], workspace: { ...workspaceRow, membership } }
}
