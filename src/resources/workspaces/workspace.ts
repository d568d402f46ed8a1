import { demand, maySeeContent, maySeeWorkspace, type Role, roleOf } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import { type Reader, rows } from '../../db/database.ts'
import { recalled } from '../../db/recall.ts'
import { existingIds } from '../../db/records.ts'
import type { WorkspaceRow } from '../../db/rows/places.ts'
import { isGone } from '../../db/trash.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { customFields } from '../../schema/fields/custom.ts'
import { boolean, readOnly } from '../../schema/fields/fields.ts'
import { optionalReference } from '../../schema/fields/reference.ts'
import { name, notes } from '../../schema/fields/text.ts'
import { present, type Representation } from '../../schema/present.ts'
import { resource } from '../../schema/resource.ts'

export const workspace = resource(
  'workspace',
  'A place where people work together: tasks, files and time, open to its members.',
  {
    workspaceName: name('The name of the workspace.', { example: 'Website relaunch' }),
    urlShortName: name('A short name for addresses, unique in the company; made from the name when absent.', {
      required: false,
      max: 100,
      pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/,
      looks: 'of letters, digits, - and _, beginning with a letter or digit',
      example: 'website-relaunch',
    }),
    description: notes('What the workspace is for.'),
    workspaceType: name('A type of your own choosing.', {
      required: false,
      fallback: 'pm',
      max: 64,
      pattern: /^[A-Za-z0-9_-]{1,64}$/,
      looks: 'of 1 to 64 letters, digits, - and _',
      example: 'pm',
    }),
    archived: readOnly(boolean('Whether the workspace is archived, and therefore read-only.')),
    accountId: optionalReference(
      'The account that the workspace is in; null for none, and in a company that organizes by groups.',
      'account',
    ),
    workspaceGroupId: optionalReference(
      'The group that the workspace is in; null in a company that organizes by accounts.',
      'workspaceGroup',
    ),
    customFields: customFields(),
  },
)

export const workspaces = listOf(workspace, {
  from: '"workspaces" t',
  trash: true,
  sort: ['workspaceName', 'urlShortName'],
  filter: ['workspaceName', 'urlShortName', 'workspaceType', 'archived', 'accountId', 'workspaceGroupId'],
  sortIndexes: ['workspaceName', 'urlShortName', 'updatedAt'],
  filterIndexes: ['accountId', 'workspaceGroupId', 'externalId'],
})

/** A workspace and what the caller is in it. */
export type FoundWorkspace = WorkspaceRow & { role: Role }

export function presentWorkspace(site: Site, row: WorkspaceRow): Representation {
  return present(workspace, site.publicUrl, row.id, row)
}

/** The workspaces that one is a member of; "company admins: all". */
export function mine(actor: Actor): Restriction[] {
  if (isCompanyAdmin(actor)) return []
  const lane = {
    from: '"members" m CROSS JOIN "workspaces" t',
    id: 'm."workspaceId"',
    where: {
      sql: `m."companyNo" = ? AND m."userId" = ? AND t."companyNo" = m."companyNo" AND t."id" = m."workspaceId" AND t."deletedAt" IS NULL`,
      values: [actor.companyNo, actor.userId],
    },
  }
  const condition = {
    sql: `EXISTS (SELECT 1 FROM "members" m WHERE m."companyNo" = t."companyNo" AND m."workspaceId" = t."id" AND m."userId" = ?)`,
    values: [actor.userId],
  }
  return [{ condition, lanes: [lane] }]
}

/** Whether a group or an account holds workspaces, those in the trash included; each kind has an index. */
export async function holdsWorkspaces(
  reader: Reader,
  companyNo: number,
  place: { accountId: string } | { workspaceGroupId: string },
): Promise<boolean> {
  const [[column = '', id = ''] = []] = Object.entries<string>(place)
  for (const state of ['IS NULL', 'IS NOT NULL']) {
    const found = await rows(reader, {
      sql: `SELECT 1 AS "one" FROM "workspaces" WHERE "companyNo" = ? AND "${column}" = ? AND "deletedAt" ${state} LIMIT 1`,
      values: [companyNo, id],
    })
    if (found.length > 0) return true
  }
  return false
}

/** "An id that one may not see inside a body counts as one that does not exist." */
export function visibleWorkspaceIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  const [membership] = maySeeWorkspace(actor, undefined) ? [] : mine(actor)
  return existingIds(reader, 'workspaces', actor.companyNo, ids, {
    sql: `t."deletedAt" IS NULL${membership === undefined ? '' : ` AND ${membership.condition.sql}`}`,
    values: [...(membership?.condition.values ?? [])],
  })
}

export async function findEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<FoundWorkspace> {
  const [row] = await recalled<WorkspaceRow & { membership: Role | null }>(reader, {
    sql: `SELECT w.*, m."role" AS "membership" FROM "workspaces" w LEFT JOIN "members" m
      ON m."companyNo" = w."companyNo" AND m."workspaceId" = w."id" AND m."userId" = ?
      WHERE w."companyNo" = ? AND w."id" = ?`,
    values: [actor.userId, actor.companyNo, id],
  })
  if (row === undefined || isGone(row)) throw noWorkspace()
  const { membership, ...found } = row
  return { ...found, role: roleOf(actor, membership ?? undefined) }
}

const noWorkspace = (): Error => problem('not_found', 'There is no such workspace.')

/** The workspace itself: its record, not what is in it. */
export async function findWorkspace(reader: Reader, actor: Actor, id: string): Promise<FoundWorkspace> {
  const found = await findEvenInTrash(reader, actor, id)
  if (found.deletedAt !== null) throw noWorkspace()
  demand(maySeeWorkspace(actor, found.role), 'You are not a member of this workspace.')
  return found
}

/** The workspace for what is in it: members and company admins alone. */
export async function enterWorkspace(reader: Reader, actor: Actor, id: string): Promise<FoundWorkspace> {
  const found = await findWorkspace(reader, actor, id)
  demand(maySeeContent(found.role), 'What is in this workspace is open to its members alone.')
  return found
}

/** "Archived workspaces are read-only (409 on writes)." */
export function demandWritable({ archived }: Pick<WorkspaceRow, 'archived'>): void {
  if (archived)
    throw problem(
      'archived',
      'The workspace is archived and therefore read-only; a company admin can bring it back.',
    )
}
