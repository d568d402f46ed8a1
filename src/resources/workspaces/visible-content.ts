import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import type { Reader, Sql } from '../../db/database.ts'
import { cachedRows, readCache } from '../../db/read-cache.ts'
import { sql } from '../../db/sql.ts'
import type { List } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'

/** Up to this many workspaces are read one by one; beyond that, the company's index is read and filtered. */
const fewWorkspaces = 64

/**
 * The records of a list that the caller may see, by `workspaceId`: those in their workspaces (for company
 * admins, in all workspaces) that are not in the trash. Without a list, only the condition is needed.
 */
export async function visibleContent(reader: Reader, actor: Actor, list?: List): Promise<Restriction[]> {
  if (isCompanyAdmin(actor)) return outsideTrash(reader, actor)
  const memberships = await cachedRows<{ id: string }>(
    reader,
    'workspaces of a member',
    sql`${workspacesOf(actor)} LIMIT ${fewWorkspaces + 1}`,
  )
  noteNumber(actor, memberships.length)
  if (memberships.length > fewWorkspaces) return [{ condition: inMyWorkspaces(actor) }]
  const ids = memberships.map(({ id }) => id)
  if (ids.length === 0) return [{ condition: sql`1 = 0`, indexRanges: [] }]
  return [
    {
      condition: sql`t."workspaceId" IN ${sql.list(ids)}`,
      ...(list !== undefined && {
        indexRanges: ids.flatMap((id) => list.where(actor, 'workspaceId', id).indexRanges ?? []),
      }),
    },
  ]
}

const workspacesOf = ({
  companyNo,
  userId,
}: Actor): Sql => sql`SELECT m."workspaceId" AS "id" FROM "members" m
  JOIN "workspaces" w ON w."companyNo" = m."companyNo" AND w."id" = m."workspaceId"
  WHERE m."companyNo" = ${companyNo} AND m."userId" = ${userId} AND w."deletedAt" IS NULL`

/** Milliseconds to remember who has few workspaces. It only decides how a page is read. */
const remembered = 60_000
const mostRemembered = 10_000
const fewUntil = new Map<string, number>()

const nameOf = ({ companyNo, userId }: Actor): string => `${companyNo} ${userId}`

function noteNumber(actor: Actor, workspaces: number): void {
  if (fewUntil.size >= mostRemembered) fewUntil.clear()
  fewUntil.set(nameOf(actor), workspaces > fewWorkspaces ? 0 : clock.now() + remembered)
}

/**
 * The same for a page. Without a cache, the statement that reads the page of a member of few workspaces finds these
 * workspaces itself.
 */
export async function visibleOnPage(reader: Reader, actor: Actor, list: List): Promise<Restriction[]> {
  const visible = () => visibleContent(reader, actor, list)
  const hasFew = (fewUntil.get(nameOf(actor)) ?? 0) > clock.now()
  if (isCompanyAdmin(actor) || readCache(reader) !== undefined || !hasFew) return visible()
  const whole = list.whole(actor)
  const condition = inMyWorkspaces(actor)
  return [
    {
      condition,
      indexRanges: [
        { ...whole, each: workspacesOf(actor), where: sql`${whole.where} AND t."workspaceId" = e."id"` },
      ],
      resolve: async () => (await visible())[0] ?? { condition },
    },
  ]
}

/** Whether the record `t` is in a workspace that the caller is a member of. */
export function inMyWorkspaces({ userId }: Actor): Sql {
  return sql`EXISTS (SELECT 1 FROM "members" m JOIN "workspaces" w
    ON w."companyNo" = m."companyNo" AND w."id" = m."workspaceId"
    WHERE m."companyNo" = t."companyNo" AND m."workspaceId" = t."workspaceId" AND m."userId" = ${userId}
    AND w."deletedAt" IS NULL)`
}

async function outsideTrash(reader: Reader, actor: Actor): Promise<Restriction[]> {
  const inTrash = sql`SELECT w."id" FROM "workspaces" w
    WHERE w."companyNo" = ${actor.companyNo} AND w."deletedAt" IS NOT NULL`
  // Without a cache, the statement that reads the list finds them.
  if (readCache(reader) === undefined)
    return [{ condition: sql`t."workspaceId" NOT IN (${inTrash})`, likely: true }]
  const trashed = await cachedRows<{ id: string }>(
    reader,
    'workspaces in the trash',
    sql`${inTrash} LIMIT ${fewWorkspaces + 1}`,
  )
  if (trashed.length === 0) return []
  const ids = trashed.map(({ id }) => id)
  if (ids.length <= fewWorkspaces)
    return [{ condition: sql`t."workspaceId" NOT IN ${sql.list(ids)}`, likely: true }]
  return [{ condition: outsideTrashedWorkspaces(), likely: true }]
}

export function outsideTrashedWorkspaces(): Sql {
  return sql`NOT EXISTS (SELECT 1 FROM "workspaces" w
    WHERE w."companyNo" = t."companyNo" AND w."id" = t."workspaceId" AND w."deletedAt" IS NOT NULL)`
}

/** The workspaces that the caller is a member of; at most `most` and one more. */
export async function myWorkspaceIds(reader: Reader, actor: Actor, most: number): Promise<string[]> {
  const memberships = await cachedRows<{ id: string }>(
    reader,
    'workspaces to search',
    sql`SELECT "workspaceId" AS "id" FROM "members"
      WHERE "companyNo" = ${actor.companyNo} AND "userId" = ${actor.userId} LIMIT ${most + 1}`,
  )
  return memberships.map(({ id }) => id)
}
