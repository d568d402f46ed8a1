import { problem } from '../../base/errors.ts'
import { type Reader, rows } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import { plannedEachTime, sql } from '../../db/sql.ts'
import { type AccountRow, deepestAccount as deepest } from '../../schema/records/account.ts'

/** The largest number of descendants that can move with an account. */
const mostBelow = 5_000

type Place = Pick<AccountRow, 'companyNo' | 'id' | 'parentAccountId'>

/** The number of ancestors. */
async function depthAbove(reader: Reader, account: Place): Promise<number> {
  let depth = 0
  for (let id = account.parentAccountId; id !== null && depth <= deepest; depth += 1) {
    if (id === account.id) throw problem('conflict', 'An account cannot be inside itself.')
    const row: AccountRow | undefined = await findRow(reader, 'accounts', account.companyNo, id)
    id = row?.parentAccountId ?? null
  }
  return depth
}

/** The number of levels below an account. */
async function depthBelow(reader: Reader, { companyNo, id }: Place): Promise<number> {
  // The cross join fixes the join order; the other order would scan every account at each step.
  const below = await rows<{ depth: number }>(
    reader,
    sql`WITH RECURSIVE "below" ("id", "depth") AS (
        SELECT "id", 0 FROM "accounts" WHERE "companyNo" = ${companyNo} AND "id" = ${id}
        UNION ALL SELECT a."id", b."depth" + 1 FROM "below" b CROSS JOIN "accounts" a
          WHERE b."depth" < ${deepest} AND a."companyNo" = ${companyNo} AND a."parentAccountId" = b."id")
      SELECT "depth" FROM "below" LIMIT ${mostBelow + 2} ${plannedEachTime}`,
  )
  if (below.length > mostBelow + 1)
    throw problem(
      'conflict',
      `More than ${mostBelow.toLocaleString('en')} accounts are inside this one. Move some of them first.`,
    )
  return below.reduce((most, { depth }) => Math.max(most, depth), 0)
}

/** Throws if the account's new parent would create a cycle or a tree that is too deep. */
export async function demandParentFits(reader: Reader, account: Place): Promise<void> {
  if (account.parentAccountId === null) return
  const depth = (await depthAbove(reader, account)) + 1
  if (depth > deepest || depth + (await depthBelow(reader, account)) > deepest)
    throw problem('conflict', `Accounts can be nested at most ${deepest} deep.`)
}
