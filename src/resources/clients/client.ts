import { demand, mayAdministerCompany } from '../../auth/permissions.ts'
import type { Actor } from '../../base/actor.ts'
import { invalid, problem } from '../../base/errors.ts'
import type { Reader, Transaction } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type ClientKeyRow, type ClientRow, client } from '../../schema/records/client.ts'
import { readPermissions, type UserRow } from '../../schema/records/user.ts'

export const clients = listOf(client)

export async function presentClients(
  reader: Reader,
  site: Site,
  found: readonly ClientRow[],
): Promise<Representation[]> {
  const [first] = found
  if (first === undefined) return []
  const keys = await reader.query
    .selectFrom('clientKeys')
    .selectAll()
    .where('companyNo', '=', first.companyNo)
    .where(
      'clientId',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  return found.map((row) =>
    present(client, site.publicUrl, row.id, {
      ...row,
      keys: keys
        .filter(({ clientId }) => clientId === row.id)
        .map(({ id, fingerprint, status, createdAt, lastUsedAt }: ClientKeyRow) => ({
          keyId: id,
          fingerprint,
          status,
          createdAt,
          lastUsedAt,
        })),
    }),
  )
}

export async function presentClient(reader: Reader, site: Site, row: ClientRow): Promise<Representation> {
  const [shown] = await presentClients(reader, site, [row])
  if (shown === undefined) throw new Error('A row is shown as one record')
  return shown
}

export async function findClient(reader: Reader, actor: Actor, id: string): Promise<ClientRow> {
  const row = await findRow(reader, 'clients', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such client.')
  demand(mayAdministerCompany(actor), 'Only company admins may see and manage API clients.')
  return row
}

/** "Only a user with `createWorkspaces` and `manageAccounts` (or a company admin) can be chosen." */
export async function demandCanBeActedAs(tx: Transaction, companyNo: number, userId: string): Promise<void> {
  const user = await tx.query
    .selectFrom('users')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const fault = unfitToBeActedAs(user)
  if (fault !== undefined) throw invalid([{ pointer: '/actAs', detail: `"actAs" ${fault}` }])
}

export function unfitToBeActedAs(user: Pick<UserRow, 'status' | 'permissions'>): string | undefined {
  if (user.status !== 'Active') return 'names a user who is not active.'
  const has = readPermissions(user)
  const fits =
    has.includes('companyAdmin') || (has.includes('createWorkspaces') && has.includes('manageAccounts'))
  return fits
    ? undefined
    : 'must name a user with the permissions createWorkspaces and manageAccounts, or a company admin.'
}
