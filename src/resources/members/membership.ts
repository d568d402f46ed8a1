import type { Actor } from '../../actor.ts'
import { inChunks, type Transaction } from '../../db/database.ts'
import { insertRows } from '../../db/records.ts'
import type { WorkspaceRole, WorkspaceRow } from '../../db/rows/places.ts'
import type { Write } from '../../db/write.ts'
import { problem } from '../../errors.ts'

type Place = Pick<WorkspaceRow, 'companyNo' | 'id'>

/** Makes people members with a role, or gives it to those who are members with another; logs what changed. */
export async function giveRole(
  tx: Write,
  { companyNo, id: workspaceId }: Place,
  { userId: createdBy }: Pick<Actor, 'userId'>,
  userIds: readonly string[],
  role: WorkspaceRole,
): Promise<void> {
  const now = new Date().toISOString()
  const dates = { createdAt: now, updatedAt: now, createdBy }
  for (const ids of inChunks(userIds)) {
    const before = await tx.query
      .selectFrom('members')
      .select(['userId', 'role'])
      .where('companyNo', '=', companyNo)
      .where('workspaceId', '=', workspaceId)
      .where('userId', 'in', ids)
      .execute()
    const roles = new Map(before.map((row) => [row.userId, row.role]))
    const added = ids.filter((id) => !roles.has(id))
    const others = ids.filter((id) => roles.has(id) && roles.get(id) !== role)
    const fresh = { companyNo, workspaceId, role, externalId: null, ...dates }
    await insertRows(
      tx,
      'members',
      added.map((userId) => ({ ...fresh, userId })),
    )
    if (others.length > 0)
      await tx.query
        .updateTable('members')
        .set({ role, updatedAt: now })
        .where('companyNo', '=', companyNo)
        .where('workspaceId', '=', workspaceId)
        .where('userId', 'in', others)
        .execute()
    const change = { kind: 'member', workspaceId, fields: ['role'] }
    for (const recordId of added) tx.log({ ...change, recordId, verb: 'created' })
    for (const recordId of others) tx.log({ ...change, recordId, verb: 'updated' })
  }
}

/** Takes members out of a workspace, and logs it. */
export async function takeOut(
  tx: Write,
  { companyNo, id: workspaceId }: Place,
  userIds: readonly string[],
): Promise<void> {
  for (const ids of inChunks(userIds)) {
    await tx.query
      .deleteFrom('members')
      .where('companyNo', '=', companyNo)
      .where('workspaceId', '=', workspaceId)
      .where('userId', 'in', ids)
      .execute()
    for (const recordId of ids) tx.log({ verb: 'deleted', kind: 'member', recordId, workspaceId })
  }
}

/** "The last Admin cannot be removed", nor become anything less: asked when the change is made. */
export async function demandAnAdmin(tx: Transaction, { companyNo, id }: Place): Promise<void> {
  const admins = await tx.query
    .selectFrom('members')
    .select('userId')
    .where('companyNo', '=', companyNo)
    .where('workspaceId', '=', id)
    .where('role', '=', 'Admin')
    .limit(1)
    .execute()
  if (admins.length === 0)
    throw problem(
      'last_admin',
      'This would leave the workspace without an Admin; make somebody else one first.',
    )
}
