import { stamp } from '../base/ids.ts'
import type { NumberedChange } from '../db/change-log/feed.ts'
import { type Database, type Reader, rows, type Sql, type Transaction } from '../db/database.ts'
import { insertRows } from '../db/records.ts'
import { sql } from '../db/sql.ts'
import type { Attempt, DeliveryRow, DeliveryState, WebhookRow } from '../schema/records/webhook.ts'

type Key = Pick<WebhookRow, 'companyNo' | 'id'>

/** A delivery that is due, with its change. */
export interface DueDelivery {
  id: string
  webhookId: string
  attempts: readonly Attempt[]
  change: NumberedChange
}

/** Deliveries that are prepared ahead for one webhook. The rest of the feed waits. */
const mostPending = 2_000

/** Whether a webhook has as many deliveries waiting as it may have. */
export async function hasMostPending(reader: Reader, { companyNo, id }: Key): Promise<boolean> {
  const found = await rows(
    reader,
    sql`SELECT 1 AS "one" FROM "deliveries" WHERE "companyNo" = ${companyNo} AND "webhookId" = ${id}
      AND "state" = 'Pending' LIMIT 1 OFFSET ${mostPending - 1}`,
  )
  return found.length > 0
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
    answer: null,
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

/** Makes the failed deliveries of a webhook, or one delivery, pending again. */
export async function retryDeliveries(
  tx: Transaction,
  { companyNo, id }: Key,
  which: { deliveryId: string } | 'failed',
  now: string,
): Promise<number> {
  const only = which === 'failed' ? sql`"state" = 'Failed'` : sql`"id" = ${which.deliveryId}`
  const updated = await rows(
    tx,
    sql`UPDATE "deliveries" SET "state" = 'Pending', "dueAt" = ${now}, "attempts" = '[]', "updatedAt" = ${now}
      WHERE "companyNo" = ${companyNo} AND "webhookId" = ${id} AND ${only} RETURNING "id"`,
  )
  return updated.length
}

/** Gives up all waiting deliveries of a webhook. */
export async function skipPending(tx: Transaction, { companyNo, id }: Key, now: string): Promise<void> {
  await rows(
    tx,
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
    record: sql`NOT EXISTS (SELECT 1 FROM "deliveries" e WHERE e."companyNo" = d."companyNo"
      AND e."webhookId" = d."webhookId" AND e."recordId" = d."recordId" AND e."state" = 'Pending'
      AND e."seq" < d."seq" AND e."dueAt" > ${later})`,
    all: sql`d."seq" < coalesce((SELECT min(e."seq") FROM "deliveries" e WHERE e."companyNo" = ${companyNo}
      AND e."webhookId" = ${id} AND e."state" = 'Pending' AND e."dueAt" > ${now}), 9007199254740991)`,
  }
  const key = order === 'none' ? sql`d."id"` : sql`d."recordId"`
  const known = except.length === 0 ? sql`1 = 1` : sql`${key} NOT IN ${sql.list(except)}`
  const sorted = leastTried && order !== 'all' ? sql`length(d."attempts"), d."seq"` : sql`d."seq"`
  const found = await rows<NumberedChange & { deliveryId: string; tried: string }>(
    reader,
    sql`SELECT c.*, d."seq", d."id" AS "deliveryId", d."attempts" AS "tried" FROM "deliveries" d
      JOIN "changes" c ON c."companyNo" = d."companyNo" AND c."id" = d."changeId"
      WHERE d."companyNo" = ${companyNo} AND d."webhookId" = ${id} AND d."state" = 'Pending' AND d."dueAt" <= ${now}
      AND ${earlier[order]} AND ${known} ORDER BY ${sorted} LIMIT ${limit}`,
  )
  return found.map(({ deliveryId, tried, ...change }) => ({
    id: deliveryId,
    webhookId: id,
    attempts: JSON.parse(tried) as Attempt[],
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
  id: string
  state: DeliveryState
  dueAt: string | null
  attempts: string
  lastStatus: number | null
  lastError: string | null
  answer: string | null
  updatedAt: string
}

const resultColumns = [
  'state',
  'dueAt',
  'attempts',
  'lastStatus',
  'lastError',
  'answer',
  'updatedAt',
] as const

export async function storeResults(tx: Transaction, all: readonly StoredResult[]): Promise<void> {
  if (all.length === 0) return
  if (tx.engine === 'postgres') {
    const assignments = resultColumns.map((name) => sql`${sql.id(name)} = v.${sql.id(name)}`)
    await rows(
      tx,
      sql`UPDATE "deliveries" d SET ${sql.join(assignments)}
        FROM json_populate_recordset(NULL::"deliveries", ${JSON.stringify(all)}::json) v
        WHERE d."companyNo" = v."companyNo" AND d."webhookId" = v."webhookId" AND d."id" = v."id"`,
    )
    return
  }
  for (const each of all)
    await rows(
      tx,
      sql`UPDATE "deliveries" SET "state" = ${each.state}, "dueAt" = ${each.dueAt}, "attempts" = ${each.attempts},
        "lastStatus" = ${each.lastStatus}, "lastError" = ${each.lastError}, "answer" = ${each.answer},
        "updatedAt" = ${each.updatedAt}
        WHERE "companyNo" = ${each.companyNo} AND "webhookId" = ${each.webhookId} AND "id" = ${each.id}`,
    )
}
