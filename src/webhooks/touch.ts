import type { Transaction } from '../db/database.ts'
import { momentAfter } from '../db/records.ts'
import { sql } from '../db/sql.ts'
import type { WebhookRow } from '../schema/records/webhook.ts'

/**
 * Makes the sending process read a webhook again. This is no change of the record, so `updatedAt` stays.
 * `forgetHealth`: nothing is known about its receiver any more.
 */
export async function touch(
  tx: Transaction,
  { companyNo, id, touchedAt }: Pick<WebhookRow, 'companyNo' | 'id' | 'touchedAt'>,
  forgetHealth = false,
): Promise<void> {
  const health = forgetHealth ? { failingSince: null, pausedUntil: null } : {}
  await tx.send(
    sql`UPDATE "webhooks" SET ${sql.set({ touchedAt: momentAfter(touchedAt), ...health })}
      WHERE "companyNo" = ${companyNo} AND "id" = ${id}`,
  )
}
