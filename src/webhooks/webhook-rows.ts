import type { Actor } from '../base/actor.ts'
import { type Reader, rows, type Sql } from '../db/database.ts'
import { sql } from '../db/sql.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import { readPermissions, type UserRow } from '../schema/records/user.ts'
import type { WebhookRow } from '../schema/records/webhook.ts'

/** A webhook with everything that decides whether and as whom it sends. */
export interface LoadedWebhook extends WebhookRow {
  companyId: string
  organization: CompanyRow['organization']
  companyDeletedAt: string | null
  ownerStatus: string | null
  ownerType: UserRow['userType'] | null
  ownerPermissions: string | null
  ownerTimeZone: string | null
  clientStatus: string | null
}

const loaded = (where: Sql): Sql => sql`SELECT w.*, c."id" AS "companyId", c."organization",
    c."deletedAt" AS "companyDeletedAt", u."status" AS "ownerStatus", u."userType" AS "ownerType",
    u."permissions" AS "ownerPermissions", u."timeZone" AS "ownerTimeZone", p."status" AS "clientStatus"
  FROM "webhooks" w JOIN "companies" c ON c."companyNo" = w."companyNo"
  LEFT JOIN "users" u ON u."companyNo" = w."companyNo" AND u."id" = w."createdBy"
  LEFT JOIN "clients" p ON p."companyNo" = w."companyNo" AND p."id" = w."clientId"
  WHERE ${where}`

/** The webhooks that may have something to send. */
export const readActive = (reader: Reader): Promise<LoadedWebhook[]> =>
  rows(reader, loaded(sql`w."status" = 'Active'`))

export const readOfCompany = (reader: Reader, companyNo: number): Promise<LoadedWebhook[]> =>
  rows(reader, loaded(sql`w."companyNo" = ${companyNo}`))

export async function readOne(reader: Reader, { companyNo, id }: Pick<WebhookRow, 'companyNo' | 'id'>) {
  const [found] = await rows<LoadedWebhook>(
    reader,
    loaded(sql`w."companyNo" = ${companyNo} AND w."id" = ${id}`),
  )
  return found
}

/** The companies in which a caller has changed a webhook since then. */
export async function readTouched(reader: Reader, since: string): Promise<number[]> {
  const found = await rows<{ companyNo: number }>(
    reader,
    sql`SELECT DISTINCT "companyNo" FROM "webhooks" WHERE "touchedAt" > ${since}`,
  )
  return found.map(({ companyNo }) => companyNo)
}

/** The companies, with an active webhook, that have changes that no process has read yet. */
export async function readBehind(reader: Reader): Promise<number[]> {
  const found = await rows<{ companyNo: number }>(
    reader,
    sql`SELECT DISTINCT w."companyNo" FROM "webhooks" w WHERE w."status" = 'Active' AND EXISTS
      (SELECT 1 FROM "feed" f WHERE f."companyNo" = w."companyNo" AND f."seq" > w."seq")`,
  )
  return found.map(({ companyNo }) => companyNo)
}

/** Whether it is active, and its company, its owner and the API client that created it still are. */
export function canSend(webhook: LoadedWebhook): boolean {
  const { status, companyDeletedAt, ownerStatus, clientId, clientStatus } = webhook
  const mayOwnerAct = ownerStatus === 'Active' && (clientId === null || clientStatus === 'Active')
  return status === 'Active' && companyDeletedAt === null && mayOwnerAct
}

/** The owner as a caller, with their current permissions. */
export function ownerOf(webhook: LoadedWebhook): Actor {
  return {
    companyNo: webhook.companyNo,
    companyId: webhook.companyId,
    organization: webhook.organization,
    userId: webhook.createdBy ?? '',
    userType: webhook.ownerType ?? 'External',
    permissions:
      webhook.ownerPermissions === null ? [] : readPermissions({ permissions: webhook.ownerPermissions }),
    timeZone: webhook.ownerTimeZone ?? 'UTC',
    clientId: webhook.clientId ?? undefined,
    compatibility: false,
    requestId: `webhook:${webhook.id}`,
  }
}
