import { clock } from '../base/clock.ts'
import { stamp } from '../base/ids.ts'
import { joinChange, type NumberedChange } from '../db/change-log/feed.ts'
import { type Database, type Reader, rows, type Sql, type Transaction } from '../db/database.ts'
import { insertRows, momentAfter } from '../db/records.ts'
import { sql } from '../db/sql.ts'
import type { Attempt, DeliveryRow, DeliveryState, WebhookRow } from '../schema/records/webhook.ts'

type Key = Pick<WebhookRow, 'companyNo' | 'id'>

/** A delivery that is due, with its change. */
export interface DueDelivery {
  id: string
  webhookId: string
  attempts: readonly Attempt[]
  /** The attempts as they are stored. */
  known: string
  change: NumberedChange
}

/** A delivery whose change the owner may see. */
export interface LoadedDelivery extends DueDelivery {
  /** The epoch of the company's positions. */
  epoch: string
}

/** Deliveries that are prepared ahead for one webhook. The rest of the feed waits. */
const mostPending = 2_000

/** The webhooks of a company that have as many deliveries waiting as they may have. */
export async function readFull(reader: Reader, companyNo: number): Promise<Set<string>> {
  const found = await rows<{ id: string }>(
    reader,
    sql`SELECT w."id" FROM "webhooks" w WHERE w."companyNo" = ${companyNo} AND EXISTS (SELECT 1 FROM "deliveries" d
      WHERE d."companyNo" = w."companyNo" AND d."webhookId" = w."id" AND d."state" = 'Pending'
      LIMIT 1 OFFSET ${mostPending - 1})`,
  )
  return new Set(found.map(({ id }) => id))
}

export interface Advance extends Key {
  from: number
  to: number
  changes: readonly NumberedChange[]
}

/** Stores deliveries and moves the positions of webhooks, in one transaction. Returns those that have moved. */
export function advance(db: Database, all: readonly Advance[], now: string): Promise<Advance[]> {
  return db.transaction(async (tx) => {
    const moved: Advance[] = []
    for (const each of all) {
      const updated = await rows(
        tx,
        sql`UPDATE "webhooks" SET "seq" = ${each.to} WHERE "companyNo" = ${each.companyNo} AND "id" = ${each.id}
          AND "seq" <= ${each.from} AND "status" = 'Active' RETURNING "id"`,
      )
      if (updated.length > 0) moved.push(each)
    }
    await insertRows(
      tx,
      'deliveries',
      moved.flatMap((each) => each.changes.map((change) => newDelivery(each, change, now))),
    )
    return moved
  })
}

function newDelivery({ companyNo, id: webhookId }: Key, change: NumberedChange, now: string): DeliveryRow {
  const { id, at } = stamp()
  return {
    companyNo,
    id,
    webhookId,
    seq: change.seq,
    changeId: change.id,
    type: change.type,
    recordId: change.recordId,
    state: 'Pending',
    dueAt: now,
    attempts: '[]',
    lastStatus: null,
    lastError: null,
    response: null,
    externalId: null,
    createdAt: at,
    updatedAt: at,
    createdBy: null,
  }
}

/** The deliveries of changes that are sent again: existing ones become pending, missing ones are added. */
export async function addAgain(
  tx: Transaction,
  webhook: Key,
  changes: readonly NumberedChange[],
  now: string,
): Promise<void> {
  if (changes.length === 0) return
  const columns = Object.keys(
    newDelivery(webhook, changes[0] as NumberedChange, now),
  ) as (keyof DeliveryRow)[]
  const values = changes.map((change) => {
    const row = newDelivery(webhook, change, now)
    return columns.map((name) => row[name])
  })
  await rows(
    tx,
    sql`INSERT INTO "deliveries" (${sql.ids(columns)}) VALUES ${sql.values(values)}
      ON CONFLICT ("companyNo", "webhookId", "seq") DO UPDATE SET "state" = 'Pending', "dueAt" = excluded."dueAt",
        "attempts" = '[]', "updatedAt" = excluded."updatedAt" WHERE "deliveries"."state" <> 'Pending'`,
  )
}

/** Makes the failed deliveries of a webhook pending again, and those that wait for their next attempt due immediately. */
export async function retryAll(tx: Transaction, { companyNo, id }: Key, now: string): Promise<void> {
  await tx.send(
    sql`UPDATE "deliveries" SET "state" = 'Pending', "dueAt" = ${now}, "attempts" = '[]', "updatedAt" = ${now}
      WHERE "companyNo" = ${companyNo} AND "webhookId" = ${id}
      AND ("state" = 'Failed' OR "state" = 'Pending' AND "dueAt" > ${now})`,
  )
}

/** Makes one delivery pending again, and returns its new row. */
export async function retryDelivery(tx: Transaction, row: DeliveryRow): Promise<DeliveryRow> {
  const updatedAt = momentAfter(row.updatedAt)
  const set = { state: 'Pending', dueAt: clock.timestamp(), attempts: '[]', updatedAt } as const
  await tx.send(
    sql`UPDATE "deliveries" SET ${sql.set(set)} WHERE "companyNo" = ${row.companyNo}
      AND "webhookId" = ${row.webhookId} AND "id" = ${row.id}`,
  )
  return { ...row, ...set }
}

/** Gives up all waiting deliveries of a webhook. */
export async function skipPending(tx: Transaction, { companyNo, id }: Key, now: string): Promise<void> {
  await tx.send(
    sql`UPDATE "deliveries" SET "state" = 'Skipped', "dueAt" = NULL, "updatedAt" = ${now}
      WHERE "companyNo" = ${companyNo} AND "webhookId" = ${id} AND "state" = 'Pending'`,
  )
}

interface Wanted {
  order: WebhookRow['order']
  now: string
  limit: number
  /** Records, or deliveries if the order is `none`, that are in memory already. */
  except: readonly string[]
  /** Begins with the delivery that has been tried least, to probe a failing receiver. */
  leastTried: boolean
}

/** Deliveries that may be sent now, oldest first. None of them has to wait for one that is due later. */
export async function readDue(
  reader: Reader,
  { companyNo, id }: Key,
  { order, now, limit, except, leastTried }: Wanted,
): Promise<DueDelivery[]> {
  // A probe must be the first of its record.
  const later = leastTried ? '' : now
  const earlier: Record<WebhookRow['order'], Sql> = {
    none: sql`1 = 1`,
    record: sql`NOT EXISTS (SELECT 1 FROM "deliveries" e WHERE e."companyNo" = f."companyNo"
      AND e."webhookId" = f."webhookId" AND e."recordId" = f."recordId" AND e."state" = 'Pending'
      AND e."seq" < f."seq" AND e."dueAt" > ${later})`,
    all: sql`f."seq" < coalesce((SELECT min(e."seq") FROM "deliveries" e WHERE e."companyNo" = ${companyNo}
      AND e."webhookId" = ${id} AND e."state" = 'Pending' AND e."dueAt" > ${now}), 9007199254740991)`,
  }
  const key = order === 'none' ? sql`f."id"` : sql`f."recordId"`
  const known = except.length === 0 ? sql`1 = 1` : sql`${key} NOT IN ${sql.list(except)}`
  const sorted = leastTried && order !== 'all' ? sql`length(f."attempts"), f."seq"` : sql`f."seq"`
  const found = await rows<NumberedChange & { deliveryId: string; tried: string }>(
    reader,
    sql`SELECT c.*, f."seq", f."id" AS "deliveryId", f."attempts" AS "tried" FROM "deliveries" f
      ${joinChange[reader.engine]}
      WHERE f."companyNo" = ${companyNo} AND f."webhookId" = ${id} AND f."state" = 'Pending' AND f."dueAt" <= ${now}
      AND ${earlier[order]} AND ${known} ORDER BY ${sorted} LIMIT ${limit}`,
  )
  return found.map(({ deliveryId, tried, ...change }) => ({
    id: deliveryId,
    webhookId: id,
    attempts: JSON.parse(tried) as Attempt[],
    known: tried,
    change,
  }))
}

/** When the next delivery of a webhook is due. */
export async function readNextDue(reader: Reader, { companyNo, id }: Key): Promise<string | undefined> {
  const [found] = await rows<{ dueAt: string | null }>(
    reader,
    sql`SELECT min("dueAt") AS "dueAt" FROM "deliveries" WHERE "companyNo" = ${companyNo} AND "webhookId" = ${id}
      AND "state" = 'Pending'`,
  )
  return found?.dueAt ?? undefined
}

/** The new state of a delivery after an attempt. */
export interface StoredResult {
  companyNo: number
  webhookId: string
  seq: number
  id: string
  /** The attempts before this one, as they were loaded. */
  known: string
  state: DeliveryState
  dueAt: string | null
  attempts: string
  lastStatus: number | null
  lastError: string | null
  response: string | null
  updatedAt: string
}

/**
 * Stores results, and returns the ids of the stored ones. The result of an attempt is dropped if the delivery has
 * changed since it was loaded: another process took over, or a caller requested it again.
 */
export async function storeResults(tx: Transaction, all: readonly StoredResult[]): Promise<Set<string>> {
  if (all.length === 0) return new Set()
  const json = JSON.stringify(all.map(({ id: deliveryId, ...result }) => ({ ...result, deliveryId })))
  const given = {
    postgres: sql`json_to_recordset(${json}::json) AS v("companyNo" integer, "webhookId" text, "seq" bigint,
      "deliveryId" text, "known" text, "state" text, "dueAt" text, "attempts" text, "lastStatus" integer,
      "lastError" text, "response" text, "updatedAt" text)`,
    sqlite: sql`(SELECT "value" ->> 'companyNo' AS "companyNo", "value" ->> 'webhookId' AS "webhookId",
      "value" ->> 'seq' AS "seq", "value" ->> 'deliveryId' AS "deliveryId", "value" ->> 'known' AS "known",
      "value" ->> 'state' AS "state", "value" ->> 'dueAt' AS "dueAt", "value" ->> 'attempts' AS "attempts",
      "value" ->> 'lastStatus' AS "lastStatus", "value" ->> 'lastError' AS "lastError",
      "value" ->> 'response' AS "response", "value" ->> 'updatedAt' AS "updatedAt" FROM json_each(${json})) v`,
  }
  // The number as well: without statistics PostgreSQL would read all deliveries of the webhook for each result.
  const stored = await rows<{ id: string }>(
    tx,
    sql`UPDATE "deliveries" AS d SET "state" = v."state", "dueAt" = v."dueAt", "attempts" = v."attempts",
      "lastStatus" = v."lastStatus", "lastError" = v."lastError", "response" = v."response", "updatedAt" = v."updatedAt"
      FROM ${given[tx.engine]}
      WHERE d."companyNo" = v."companyNo" AND d."webhookId" = v."webhookId" AND d."seq" = v."seq"
      AND d."id" = v."deliveryId" AND d."attempts" = v."known" AND (d."state" = 'Pending' OR v."state" = 'Delivered')
      RETURNING "id"`,
  )
  return new Set(stored.map(({ id }) => id))
}
