import { demand, maySeeContent, maySeeWorkspace, type Role, roleOf } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import { membership, type WorkspaceAndRole } from '../../db/content-rows.ts'
import type { Reader } from '../../db/database.ts'
import { cachedRows, lookUpOnce } from '../../db/read-cache.ts'
import { existingIds } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { isGone } from '../../db/trash.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type WorkspaceRow, workspace } from '../../schema/records/workspace.ts'

export const workspaces = listOf(workspace)

/** A workspace with the caller's role in it. */
export type FoundWorkspace = WorkspaceRow & {
  role: Role
  /** Whether it has stages of its own. */
  hasStages: boolean
}

export function presentWorkspace(site: Site, row: WorkspaceRow): Representation {
  return present(workspace, site.publicUrl, row.id, row)
}

/** The workspaces that the caller is a member of; "company admins: all". */
export function mine(actor: Actor): Restriction[] {
  if (isCompanyAdmin(actor)) return []
  const memberships = {
    from: '"members" m CROSS JOIN "workspaces" t',
    id: 'm."workspaceId"',
    where: sql`m."companyNo" = ${actor.companyNo} AND m."userId" = ${actor.userId}
      AND t."companyNo" = m."companyNo" AND t."id" = m."workspaceId" AND t."deletedAt" IS NULL`,
  }
  const condition = sql`EXISTS (SELECT 1 FROM "members" m
    WHERE m."companyNo" = t."companyNo" AND m."workspaceId" = t."id" AND m."userId" = ${actor.userId})`
  return [{ condition, indexRanges: [memberships] }]
}

/** "An id that one may not see inside a body counts as one that does not exist." */
export function visibleWorkspaceIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const [membership] = maySeeWorkspace(actor, undefined) ? [] : mine(actor)
  const condition = sql`t."deletedAt" IS NULL${membership === undefined ? sql`` : sql` AND ${membership.condition}`}`
  return lookUpOnce(reader, actor, ['visible workspaces', ids], () =>
    existingIds(reader, 'workspaces', actor.companyNo, ids, condition),
  )
}

export async function findEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<FoundWorkspace> {
  const [row] = await lookUpOnce(reader, actor, ['workspace', id], () =>
    cachedRows<WorkspaceAndRole>(
      reader,
      'workspace and role',
      sql`SELECT w.*, ${membership} FROM "workspaces" w LEFT JOIN "members" m
        ON m."companyNo" = w."companyNo" AND m."workspaceId" = w."id" AND m."userId" = ${actor.userId}
        WHERE w."companyNo" = ${actor.companyNo} AND w."id" = ${id}`,
    ),
  )
  return withRole(actor, row)
}

function withRole(actor: Actor, row: WorkspaceAndRole | undefined): FoundWorkspace {
  if (row === undefined || isGone(row)) throw noWorkspace()
  const { membership: role, stages, ...found } = row
  // SQLite has 0 and 1 for it.
  return { ...found, role: roleOf(actor, role ?? undefined), hasStages: Boolean(stages) }
}

const noWorkspace = (): Error => problem('not_found', 'There is no such workspace.')

/** Finds a workspace to read or change its own record, not its content. */
export async function findWorkspace(reader: Reader, actor: Actor, id: string): Promise<FoundWorkspace> {
  return demandVisible(actor, await findEvenInTrash(reader, actor, id))
}

function demandVisible(actor: Actor, found: FoundWorkspace): FoundWorkspace {
  if (found.deletedAt !== null) throw noWorkspace()
  demand(maySeeWorkspace(actor, found.role), 'You are not a member of this workspace.')
  return found
}

/** Finds a workspace to access its content, which only members and company admins may do. */
export async function enterWorkspace(reader: Reader, actor: Actor, id: string): Promise<FoundWorkspace> {
  return demandOpen(await findWorkspace(reader, actor, id))
}

/** The same for a workspace that was read together with a record in it. */
export function enterFound(actor: Actor, row: WorkspaceAndRole): FoundWorkspace {
  return demandOpen(demandVisible(actor, withRole(actor, row)))
}

function demandOpen(found: FoundWorkspace): FoundWorkspace {
  demand(maySeeContent(found.role), 'Only its members may see what is in this workspace.')
  return found
}

/** "Archived workspaces are read-only (409 on writes)." */
export function demandWritable({ archived }: Pick<WorkspaceRow, 'archived'>): void {
  if (archived)
    throw problem(
      'archived',
      'The workspace is archived and therefore read-only. A company admin can unarchive it.',
    )
}
