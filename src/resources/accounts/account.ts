import { demand, maySeeDirectory } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { existingIds, findRow } from '../../db/records.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type AccountRow, account } from '../../schema/records/account.ts'
import { demandOrganization } from '../company.ts'

export const accounts = listOf(account)

export const presentAccount = (site: Site, row: AccountRow): Representation =>
  present(account, site.publicUrl, row.id, row)

/** In a company without accounts, an account id is refused with an explanation rather than as unknown. */
export async function visibleAccountIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  demandOrganization(actor, 'accounts')
  return maySeeDirectory(actor) ? existingIds(reader, 'accounts', actor.companyNo, ids) : new Set()
}

/** Only internal people see the tree; external people see only their workspaces. */
export function demandSeesAccounts(actor: Actor): void {
  demandOrganization(actor, 'accounts')
  demand(maySeeDirectory(actor), 'External people may not see accounts.')
}

export async function findAccount(reader: Reader, actor: Actor, id: string): Promise<AccountRow> {
  demandOrganization(actor, 'accounts')
  const row = await findRow(reader, 'accounts', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such account.')
  demandSeesAccounts(actor)
  return row
}
