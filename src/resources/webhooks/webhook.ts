import { demand, mayAdministerCompany, mayAdministerWorkspace, type Role } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { type Fault, invalid, problem } from '../../base/errors.ts'
import { epochName, readEpoch } from '../../db/change-log/feed.ts'
import { changeTypeNames } from '../../db/change-log/types.ts'
import { type Reader, rows, type Sql, type Transaction } from '../../db/database.ts'
import { sql } from '../../db/sql.ts'
import { formatPosition } from '../../feed/position.ts'
import type { ReadContext, Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { type Reach, reasonFor, ruleBrokenBy } from '../../outward/rules.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type WebhookRow, webhook } from '../../schema/records/webhook.ts'
import { findWorkspace } from '../workspaces/workspace.ts'

export const webhooks = listOf(webhook)

const mostWebhooks = 100

/** Counts go no further. */
const mostCounted = 10_000

/** Company admins see all webhooks, others the ones they have created. */
export function visibleWebhooks(actor: Actor): Restriction[] {
  if (isCompanyAdmin(actor)) return []
  const where = sql`t."companyNo" = ${actor.companyNo} AND t."createdBy" = ${actor.userId}`
  const condition = sql`t."createdBy" = ${actor.userId}`
  return [{ condition, indexRanges: [{ from: '"webhooks" t', id: 't."id"', where }] }]
}

/** A webhook with the members that are computed from other tables. */
type ShownWebhook = WebhookRow & { pending: number; failed: number; epoch: string | null }

const countOf = (state: Sql): Sql => sql`(SELECT CAST(count(*) AS integer) FROM (SELECT 1 FROM "deliveries" d
  WHERE d."companyNo" = w."companyNo" AND d."webhookId" = w."id" AND d."state" = ${state} LIMIT ${mostCounted}) q)`

/** Reads webhooks with their counts, in one statement. */
function readShown(reader: Reader, companyNo: number, ids: readonly string[]): Promise<ShownWebhook[]> {
  // The states are literals, so that their partial indexes are used.
  return rows(
    reader,
    sql`SELECT w.*, ${countOf(sql`'Pending'`)} AS "pending", ${countOf(sql`'Failed'`)} AS "failed",
      (SELECT i."value" FROM "installation" i WHERE i."name" = ${epochName(companyNo)}) AS "epoch"
      FROM "webhooks" w WHERE w."companyNo" = ${companyNo} AND w."id" IN ${sql.list(ids)}`,
  )
}

export async function findWebhook(reader: Reader, actor: Actor, id: string): Promise<ShownWebhook> {
  const [row] = await readShown(reader, actor.companyNo, [id])
  if (row === undefined) throw problem('not_found', 'There is no such webhook.')
  demand(
    mayAdministerCompany(actor) || row.createdBy === actor.userId,
    'Only its owner and company admins may see and manage a webhook.',
  )
  return row
}

/** The epoch of the positions, which the first reader creates. */
export const epochOf = async (reader: Reader, { epoch, companyNo }: ShownWebhook): Promise<string> =>
  epoch ?? readEpoch(reader, companyNo)

export async function presentWebhook(reader: Reader, site: Site, row: ShownWebhook): Promise<Representation> {
  const position = formatPosition({ epoch: await epochOf(reader, row), seq: row.seq })
  return present(webhook, site.publicUrl, row.id, { ...row, position })
}

/** The webhooks of a page, in its order. */
export async function presentWebhooks(
  { db, site, actor }: Pick<ReadContext, 'db' | 'site' | 'actor'>,
  found: readonly WebhookRow[],
): Promise<Representation[]> {
  if (found.length === 0) return []
  const shown = await readShown(
    db,
    actor.companyNo,
    found.map(({ id }) => id),
  )
  const byId = new Map(shown.map((row) => [row.id, row]))
  return Promise.all(
    found.map((row) =>
      presentWebhook(db, site, byId.get(row.id) ?? { ...row, pending: 0, failed: 0, epoch: null }),
    ),
  )
}

/** "Company admins, API clients, and Admins of a workspace for that workspace." */
export async function demandMayOwn(
  reader: Reader,
  actor: Actor,
  workspaceIds: readonly string[],
): Promise<void> {
  if (isCompanyAdmin(actor) || actor.clientId !== undefined) return
  const roles: Role[] = []
  for (const id of workspaceIds) roles.push((await findWorkspace(reader, actor, id)).role)
  demand(
    roles.length > 0 && roles.every(mayAdministerWorkspace),
    'Only company admins and API clients may have webhooks for all workspaces. Name workspaces of which you are an Admin.',
  )
}

/** The types that a webhook can name: those of changes, and `kind.*`. */
const knownTypes: ReadonlySet<string> = new Set([
  ...changeTypeNames,
  ...changeTypeNames.map((type) => type.replace(/\..*/, '.*')),
])

export function demandTypes(types: readonly string[] = []): void {
  const faults = types.flatMap((type, n): Fault[] =>
    knownTypes.has(type)
      ? []
      : [
          {
            pointer: `/types/${n}`,
            detail: `"types/${n}" is not a type of change. GET /v1/changeTypes lists them.`,
          },
        ],
  )
  if (faults.length > 0) throw invalid(faults)
}

/** The error names the rule that an address breaks, never what is behind the address. */
export function demandAddress(url: string | undefined, reach: Reach): void {
  if (url === undefined) return
  if (!URL.canParse(url))
    throw invalid([
      { pointer: '/url', detail: '"url" must be an address such as https://hooks.example.com/atrium.' },
    ])
  const broken = ruleBrokenBy(new URL(url), reach)
  if (broken !== undefined)
    throw problem('address_refused', `"url" ${reasonFor(broken)}.`, {
      faults: [{ pointer: '/url', detail: `${reasonFor(broken)}.` }],
    })
}

export async function demandRoom(tx: Transaction, { companyNo }: Actor): Promise<void> {
  const [found] = await rows<{ n: number | string }>(
    tx,
    sql`SELECT count(*) AS "n" FROM "webhooks" WHERE "companyNo" = ${companyNo}`,
  )
  if (Number(found?.n ?? 0) >= mostWebhooks)
    throw problem('too_many_webhooks', `A company can have ${mostWebhooks} webhooks. Delete one first.`)
}

type Subscription = Pick<WebhookRow, 'id' | 'companyNo' | 'createdBy' | 'url' | 'types' | 'workspaceIds'>

/** Two webhooks of one owner must not send the same changes to the same address. */
export async function demandSingle(
  tx: Transaction,
  given: Omit<Subscription, 'id'> & { id?: string },
): Promise<void> {
  const sorted = (json: string): string => JSON.stringify((JSON.parse(json) as string[]).toSorted())
  const own = await tx.query
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'types', 'workspaceIds'])
    .where('companyNo', '=', given.companyNo)
    .where('createdBy', '=', given.createdBy)
    .execute()
  const other = own.find(
    (each) =>
      each.id !== given.id &&
      each.url === given.url &&
      sorted(each.types) === sorted(given.types) &&
      sorted(each.workspaceIds) === sorted(given.workspaceIds),
  )
  if (other !== undefined)
    throw problem('duplicate', `The webhook “${other.name}” already sends these changes to this address.`)
}
