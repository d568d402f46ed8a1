import { demand, mayAdministerCompany, mayAdministerWorkspace, type Role } from '../../auth/permissions.ts'
import { type Actor, isCompanyAdmin } from '../../base/actor.ts'
import { type Fault, invalid, problem } from '../../base/errors.ts'
import { readEpoch } from '../../db/change-log/feed.ts'
import { changeTypeNames } from '../../db/change-log/types.ts'
import { type Reader, rows, type Transaction } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { sql } from '../../db/sql.ts'
import { formatPosition } from '../../feed/position.ts'
import type { Site } from '../../http/context.ts'
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

export async function findWebhook(reader: Reader, actor: Actor, id: string): Promise<WebhookRow> {
  const row = await findRow(reader, 'webhooks', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such webhook.')
  demand(
    mayAdministerCompany(actor) || row.createdBy === actor.userId,
    'Only its owner and company admins may see and manage a webhook.',
  )
  return row
}

async function countOf(
  reader: Reader,
  { companyNo, id }: WebhookRow,
  state: 'Pending' | 'Failed',
): Promise<number> {
  const found = await rows<{ n: number | string }>(
    reader,
    state === 'Pending'
      ? sql`SELECT count(*) AS "n" FROM (SELECT 1 FROM "deliveries" WHERE "companyNo" = ${companyNo}
          AND "webhookId" = ${id} AND "state" = 'Pending' LIMIT ${mostCounted}) q`
      : sql`SELECT count(*) AS "n" FROM (SELECT 1 FROM "deliveries" WHERE "companyNo" = ${companyNo}
          AND "webhookId" = ${id} AND "state" = 'Failed' LIMIT ${mostCounted}) q`,
  )
  return Number(found[0]?.n ?? 0)
}

export async function presentWebhook(reader: Reader, site: Site, row: WebhookRow): Promise<Representation> {
  const epoch = await readEpoch(reader, row.companyNo)
  return present(webhook, site.publicUrl, row.id, {
    ...row,
    position: formatPosition({ epoch, seq: row.seq }),
    pending: await countOf(reader, row, 'Pending'),
    failed: await countOf(reader, row, 'Failed'),
  })
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
            detail: `"types/${n}" names no type of changes. GET /v1/changeTypes lists them.`,
          },
        ],
  )
  if (faults.length > 0) throw invalid(faults)
}

/** Says which rule an address breaks, never what is there. */
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

type Wishes = Pick<WebhookRow, 'id' | 'companyNo' | 'createdBy' | 'url' | 'types' | 'workspaceIds'>

/** Two webhooks of one owner must not send the same changes to the same address. */
export async function demandSingle(
  tx: Transaction,
  given: Omit<Wishes, 'id'> & { id?: string },
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
