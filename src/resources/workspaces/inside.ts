import type { Actor } from '../../base/actor.ts'
import { Problem, problem } from '../../base/errors.ts'
import { findContent } from '../../db/content-rows.ts'
import type { Reader, Sql } from '../../db/database.ts'
import { existingIds, type RecordTable } from '../../db/records.ts'
import type { RecordRow } from '../../db/rows/record.ts'
import { sql } from '../../db/sql.ts'
import { type Tables, trashedTables } from '../../db/tables.ts'
import { isGone } from '../../db/trash.ts'
import { allOf, type Restriction } from '../../lists/plans.ts'
import { visibleContent } from './visible-content.ts'
import { enterFound, enterWorkspace, type FoundWorkspace } from './workspace.ts'

/** The tables of records that belong to a workspace. */
export type ContentTable = {
  [T in RecordTable]: Tables[T] extends RecordRow & { workspaceId: string } ? T : never
}[RecordTable]

/** A record and its workspace, with the caller's role. */
export interface Found<R> {
  row: R
  workspace: FoundWorkspace
}

/**
 * Finds a record for people who may enter its workspace, even if it is in the trash. `also`: SQL of further columns of the
 * row, `t`.
 */
export async function findInsideEvenInTrash<T extends ContentTable>(
  reader: Reader,
  actor: Actor,
  table: T,
  id: string,
  noun: string,
  also?: Sql,
): Promise<Found<Tables[T]>> {
  const found = await findContent(reader, table, actor, id, also)
  if (found === undefined || isGone({ deletedAt: deletedAtOf(found.row) })) throw nothingThere(noun)
  const { row, workspace } = found
  try {
    return {
      row,
      workspace:
        workspace === undefined
          ? await enterWorkspace(reader, actor, row.workspaceId)
          : enterFound(actor, workspace),
    }
  } catch (error) {
    // Records of a workspace in the trash count as deleted too.
    throw error instanceof Problem && error.status === 404 ? nothingThere(noun) : error
  }
}

export async function findInside<T extends ContentTable>(
  reader: Reader,
  actor: Actor,
  table: T,
  id: string,
  noun: string,
  also?: Sql,
): Promise<Found<Tables[T]>> {
  const found = await findInsideEvenInTrash(reader, actor, table, id, noun, also)
  if (deletedAtOf(found.row) !== null) throw nothingThere(noun)
  return found
}

const nothingThere = (noun: string): Error => problem('not_found', `There is no such ${noun}.`)

const deletedAtOf = (row: object): string | null =>
  'deletedAt' in row && typeof row.deletedAt === 'string' ? row.deletedAt : null

/** "An id that one may not see inside a body counts as one that does not exist." */
export async function visibleInside(
  reader: Reader,
  actor: Actor,
  table: ContentTable,
  ids: readonly string[],
): Promise<Set<string>> {
  const conditions = (await visibleContent(reader, actor)).map(({ condition }) => condition)
  return existingIds(reader, table, actor.companyNo, ids, allOf([isAlive(table), ...conditions]))
}

const isAlive = (table: ContentTable): Sql =>
  trashedTables.has(table) ? sql`t."deletedAt" IS NULL` : sql`1 = 1`

/** For the lists of a record inside a workspace, whose records have an order there. */
export function isInWorkspace({ id }: Pick<FoundWorkspace, 'id'>): Restriction {
  return {
    condition: sql`t."workspaceId" = ${id}`,
    likely: true,
    fixes: { field: 'workspaceId', value: id },
  }
}

/**
 * The first restriction of a list of one workspace's records, whose indexes begin with (company, workspace).
 */
export function inWorkspace({ companyNo, id }: FoundWorkspace, table: ContentTable): Restriction {
  return {
    condition: sql`t."workspaceId" = ${id}`,
    indexRanges: [
      {
        from: `"${table}" t`,
        id: 't."id"',
        where: sql`t."companyNo" = ${companyNo} AND t."workspaceId" = ${id} AND ${isAlive(table)}`,
      },
    ],
  }
}
