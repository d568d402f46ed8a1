import { demandFreeExternalId, insertRow } from '../../db/records.ts'
import type { TimeRow } from '../../db/rows/times.ts'
import type { Write } from '../../db/write.ts'
import { countMinutes } from './spent.ts'

/** Stores a new entry, with the sum of its task, and logs it. */
export async function insertTime(tx: Write, row: TimeRow): Promise<void> {
  await demandFreeExternalId(tx, 'times', row, row.externalId)
  await insertRow(tx, 'times', row)
  await countMinutes(tx, undefined, row)
  tx.log({ verb: 'created', kind: 'time', recordId: row.id, workspaceId: row.workspaceId })
}
