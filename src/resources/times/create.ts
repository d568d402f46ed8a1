import type { NewRecord } from '../../db/records.ts'
import type { Write } from '../../db/write.ts'
import { type TimeRow, time } from '../../schema/records/time.ts'
import { countMinutes } from './spent.ts'

/** Stores a new entry, updates the sum of its task, and logs it. */
export async function insertTime(tx: Write, values: NewRecord<typeof time>): Promise<TimeRow> {
  const row = await tx.insert(time, values)
  await countMinutes(tx, undefined, row)
  tx.log({ verb: 'created', kind: 'time', recordId: row.id, workspaceId: row.workspaceId })
  return row
}
