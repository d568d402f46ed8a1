import { mayAdministerCompany, maySeeDirectory, maySeeWorkspace } from '../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../base/actor.ts'
import { inChunks, type Reader, rows, type Sql } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { trashedTables } from '../db/tables.ts'
import type { Names } from '../http/answer.ts'
import { visibleUsers } from './users.ts'
import { inMyWorkspaces, outsideTrashedWorkspaces } from './workspaces/visible-content.ts'
import { mine } from './workspaces/workspace.ts'

/** How the records of a kind are named, and which of them an actor may see, as a condition on `t`; undefined: none. */
interface NamedKind {
  table: string
  name: string
  visible: (actor: Actor) => Sql | undefined
}

const inside = (table: string, name: string): NamedKind => ({
  table,
  name,
  visible: (actor) => (isCompanyAdmin(actor) ? outsideTrashedWorkspaces() : inMyWorkspaces(actor)),
})

const everything = sql`1 = 1`

const kinds: Readonly<Record<string, NamedKind>> = {
  user: {
    table: 'users',
    name: 'fullName',
    visible: (actor) => visibleUsers(actor)[0]?.condition ?? everything,
  },
  workspace: {
    table: 'workspaces',
    name: 'workspaceName',
    visible: (actor) =>
      maySeeWorkspace(actor, undefined) ? everything : (mine(actor)[0]?.condition ?? everything),
  },
  account: {
    table: 'accounts',
    name: 'accountName',
    visible: (actor) => (maySeeDirectory(actor) ? everything : undefined),
  },
  workspaceGroup: {
    table: 'workspaceGroups',
    name: 'workspaceGroupName',
    visible: (actor) => (maySeeDirectory(actor) ? everything : undefined),
  },
  client: {
    table: 'clients',
    name: 'name',
    visible: (actor) => (mayAdministerCompany(actor) ? everything : undefined),
  },
  folder: inside('folders', 'folderName'),
  milestone: inside('milestones', 'title'),
  tasklist: inside('tasklists', 'tasklistName'),
  task: inside('tasks', 'title'),
}

/** Ids per statement. */
const atOnce = 1_000

/**
 * "The names of what a record names, within the caller's permission": one statement for all kinds. Records in the trash
 * have no name here.
 */
export async function readNames(
  reader: Reader,
  actor: Actor,
  references: Iterable<{ kind: string; id: string }>,
): Promise<Names> {
  const wanted = new Map<string, string>()
  for (const { kind, id } of references) if (kind in kinds) wanted.set(id, kind)
  const found = await Promise.all(
    inChunks([...wanted], atOnce).map((some) => {
      const parts = Object.entries(Object.groupBy(some, ([, kind]) => kind)).flatMap(([kind, all = []]) =>
        namesOf(
          actor,
          kind,
          all.map(([id]) => id),
        ),
      )
      return parts.length === 0
        ? []
        : rows<{ id: string; name: string }>(reader, sql.join(parts, ' UNION ALL '))
    }),
  )
  return Object.fromEntries(found.flat().map(({ id, name }) => [id, name]))
}

function namesOf(actor: Actor, kind: string, ids: readonly string[]): Sql[] {
  const named = kinds[kind]
  const visible = named?.visible(actor)
  if (named === undefined || visible === undefined) return []
  const { table, name } = named
  const alive = trashedTables.has(table) ? sql` AND t."deletedAt" IS NULL` : sql``
  return [
    sql`SELECT t."id" AS "id", t.${sql.id(name)} AS "name" FROM ${sql.id(table)} t
      WHERE t."companyNo" = ${actor.companyNo} AND t."id" IN ${sql.list(ids)}${alive} AND (${visible})`,
  ]
}
