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

/** Read with a workspace: the role of the user as its member, and whether it has stages. */
interface Membership {
  membership: WorkspaceRole | null
  stages: unknown
}

export type WorkspaceAndRole = WorkspaceRow & Membership

/** SQL of these columns, for the workspace `w` and the member `m`. */
export const membership = sql`m."role" AS "membership", EXISTS (SELECT 1 FROM "stages" s
  WHERE s."companyNo" = w."companyNo" AND s."workspaceId" = w."id") AS "stages"`

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
  const [found] = await rows<Tables[T] & Membership & { workspaceRow: WorkspaceRow }>(
    reader,
    sql`SELECT t.*${also}, ${membership}, row_to_json(w) AS "workspaceRow" FROM ${sql.id(table)} t
      JOIN "workspaces" w ON w."companyNo" = t."companyNo" AND w."id" = t."workspaceId"
      LEFT JOIN "members" m ON m."companyNo" = w."companyNo" AND m."workspaceId" = w."id" AND m."userId" = ${userId}
      WHERE t."companyNo" = ${companyNo} AND t."id" = ${id}`,
  )
  if (found === undefined) return undefined
  const { membership: role, stages, workspaceRow, ...row } = found
  return { row: row as unknown as Tables[T], workspace: { ...workspaceRow, membership: role, stages } }
}
