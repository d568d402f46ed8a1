import {
  mayAdministerCompany,
  mayApproveTime,
  maySeeDirectory,
  maySeeWorkspace,
} from '../auth/permissions.ts'
import { type Actor, isCompanyAdmin, seesInternal } from '../base/actor.ts'
import { type Engine, inChunks, type Reader, rows, type Sql } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import { trashedTables } from '../db/tables.ts'
import type { ReadNames } from '../http/answer.ts'
import { referringFields } from '../schema/present.ts'
import type { Resource } from '../schema/resource.ts'
import { storedFields } from '../schema/storage.ts'
import { visibleUsers } from './users.ts'
import { inMyWorkspaces, outsideTrashedWorkspaces } from './workspaces/visible-content.ts'
import { mine } from './workspaces/workspace.ts'

/** How the records of a kind are named, and which of them an actor may see, as a condition on `t`; undefined: none. */
interface NamedKind {
  table: string
  name: string
  /** Longer names are cut. */
  maxLength?: number
  visible: (actor: Actor) => Sql | undefined
  /** Whether they are in a workspace. */
  isInside?: boolean
}

const visibleInside = (actor: Actor): Sql =>
  isCompanyAdmin(actor) ? outsideTrashedWorkspaces() : inMyWorkspaces(actor)

const inside = (table: string, name: string): NamedKind => ({
  table,
  name,
  visible: visibleInside,
  isInside: true,
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
  stage: inside('stages', 'stageName'),
  task: inside('tasks', 'title'),
  file: inside('files', 'fileName'),
  event: inside('events', 'title'),
  // A comment has no name: the beginning of its text stands for it.
  comment: {
    ...inside('comments', 'body'),
    maxLength: 200,
    visible: (actor) =>
      seesInternal(actor) ? visibleInside(actor) : sql`(${visibleInside(actor)}) AND NOT t."internalOnly"`,
  },
  timesheet: {
    table: 'timesheets',
    name: 'week',
    visible: (actor) => (mayApproveTime(actor) ? everything : sql`t."userHash" = ${actor.userId}`),
  },
}

/** Ids per statement. */
const atOnce = 1_000

/** The name of a record, and the workspace it is in. */
interface Named {
  name: string
  workspaceId: string | null
}

/** "The names of what a record names, within the caller's permission." */
export const readNames: ReadNames = async (reader, actor, references, known) => {
  if (known !== undefined)
    return Object.fromEntries(
      [...references].flatMap(({ id }) => (known[id] === undefined ? [] : [[id, known[id]]])),
    )
  const found = await readNamed(reader, actor, references)
  return Object.fromEntries([...found].map(([id, { name }]) => [id, name]))
}

/** Those of some records that the caller may see, by id: one statement for all kinds. Those in the trash are left out. */
export async function readNamed(
  reader: Reader,
  actor: Actor,
  references: Iterable<{ kind: string; id: string }>,
): Promise<Map<string, Named>> {
  const wanted = new Map<string, string>()
  for (const { kind, id } of references) if (kind in kinds) wanted.set(id, kind)
  const found = await Promise.all(
    inChunks([...wanted], atOnce).map((some) => {
      const parts = Object.entries(Object.groupBy(some, ([, kind]) => kind)).flatMap(([kind, all = []]) =>
        namesOf(
          actor,
          kind,
          sql.among(
            reader.engine,
            sql`t."id"`,
            all.map(([id]) => id),
          ),
        ),
      )
      return parts.length === 0 ? [] : rows<{ id: string } & Named>(reader, sql.join(parts, ' UNION ALL '))
    }),
  )
  return new Map(found.flat().map(({ id, ...named }) => [id, named]))
}

/**
 * SQL of the names of all records that the rows of the query `page` refer to in these fields, as a JSON object. Reading
 * them with the page saves a round trip. Undefined on SQLite, which has no round trips, and if a reference is not the id
 * of one kind in a column.
 */
export function namesOnPage(
  engine: Engine,
  actor: Actor,
  resource: Resource,
  shown: readonly string[] | undefined,
): Sql | undefined {
  if (engine === 'sqlite') return undefined
  const stored = new Map(storedFields(resource).map((each) => [each.name, each.field]))
  const ids = new Map<string, Sql[]>()
  for (const [name, { refersTo, refersIn }] of referringFields(resource, shown)) {
    const field = stored.get(name)
    if (field === undefined || refersTo === undefined || refersTo === 'record' || refersIn !== undefined)
      return undefined
    const column = sql`p.${sql.id(name)}`
    const id = field.storage === 'plain' ? column : sql`json_array_elements_text(${column}::json)`
    ids.set(refersTo, [...(ids.get(refersTo) ?? []), sql`SELECT ${id} FROM "page" p`])
  }
  const parts = [...ids].flatMap(([kind, all]) =>
    namesOf(actor, kind, sql`t."id" = ANY (ARRAY(${sql.join(all, ' UNION ')}))`),
  )
  if (parts.length === 0) return undefined
  return sql`SELECT json_object_agg(n."id", n."name") FROM (${sql.join(parts, ' UNION ALL ')}) n`
}

/** The statement for the records of a kind that meet a condition on their ids. */
function namesOf(actor: Actor, kind: string, isAsked: Sql): Sql[] {
  const named = kinds[kind]
  const visible = named?.visible(actor)
  if (named === undefined || visible === undefined) return []
  const { table, name, maxLength, isInside = false } = named
  const shown =
    maxLength === undefined ? sql`t.${sql.id(name)}` : sql`substr(t.${sql.id(name)}, 1, ${maxLength})`
  const alive = trashedTables.has(table) ? sql` AND t."deletedAt" IS NULL` : sql``
  const place = isInside ? sql`t."workspaceId"` : sql`CAST(NULL AS text)`
  return [
    sql`SELECT t."id" AS "id", ${shown} AS "name", ${place} AS "workspaceId" FROM ${sql.id(table)} t
      WHERE t."companyNo" = ${actor.companyNo} AND ${isAsked}${alive} AND (${visible})`,
  ]
}
