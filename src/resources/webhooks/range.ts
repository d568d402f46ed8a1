import { type Fault, invalid } from '../../base/errors.ts'
import { readEpoch } from '../../db/change-log/feed.ts'
import type { Reader } from '../../db/database.ts'
import { readPosition } from '../../feed/position.ts'

const mostReplayed = 100_000

/** The numbers of a range of changes, given by positions; `last` is the number that the webhook has reached. */
export async function readRange(
  reader: Reader,
  companyNo: number,
  given: { after: string; until: string | null },
  last: number,
): Promise<{ after: number; until: number }> {
  const reached = { epoch: await readEpoch(reader, companyNo), seq: last }
  const after = given.after === 'start' ? 0 : readPosition(given.after, reached, { pointer: '/after' })
  const until = given.until === null ? last : readPosition(given.until, reached, { pointer: '/until' })
  const faults: Fault[] = []
  if (until <= after) faults.push({ pointer: '/until', detail: '"until" must be later than "after".' })
  if (until - after > mostReplayed)
    faults.push({ pointer: '/until', detail: `A replay can cover at most ${mostReplayed} changes.` })
  if (faults.length > 0) throw invalid(faults)
  return { after, until }
}
