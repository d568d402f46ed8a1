import type { Actor } from '../../base/actor.ts'
import { clock } from '../../base/clock.ts'
import { problem } from '../../base/errors.ts'
import { inChunks, type Transaction } from '../../db/database.ts'
import { insertRows, momentAfter } from '../../db/records.ts'
import type { MemberRow } from '../../db/rows/places.ts'
import type { Write } from '../../db/write.ts'
import type { WorkspaceRole, WorkspaceRow } from '../../schema/records/workspace.ts'

type Place = Pick<WorkspaceRow, 'companyNo' | 'id'>

type Maker = Pick<Actor, 'userId'>

/** Adds people who are not members yet. */
async function addMembers(tx: Write, members: readonly MemberRow[]): Promise<void> {
  await insertRows(tx, 'members', members)
  for (const { userId: recordId, workspaceId } of members)
    tx.log({ verb: 'created', kind: 'member', recordId, workspaceId, fields: ['role'] })
}

function newMember(
  { companyNo, id: workspaceId }: Place,
  { userId: createdBy }: Maker,
  userId: string,
  role: WorkspaceRole,
): MemberRow {
  const now = clock.timestamp()
  const dates = { createdAt: now, updatedAt: now, createdBy }
  return { companyNo, workspaceId, userId, role, externalId: null, ...dates }
}

/** Adds a person who is not a member yet. */
export async function addMember(
  tx: Write,
  place: Place,
  maker: Maker,
  userId: string,
  role: WorkspaceRole,
): Promise<MemberRow> {
  const row = newMember(place, maker, userId, role)
  await addMembers(tx, [row])
  return row
}

/** Adds people as members with a role, or changes the role of existing members. Logs every change. */
export async function giveRole(
  tx: Write,
  place: Place,
  maker: Maker,
  userIds: readonly string[],
  role: WorkspaceRole,
): Promise<void> {
  const { companyNo, id: workspaceId } = place
  for (const ids of inChunks(userIds)) {
    const before = await tx.query
      .selectFrom('members')
      .select(['userId', 'role', 'updatedAt'])
      .where('companyNo', '=', companyNo)
      .where('workspaceId', '=', workspaceId)
      .where('userId', 'in', ids)
      .execute()
    const roles = new Map(before.map((row) => [row.userId, row.role]))
    const added = ids.filter((id) => !roles.has(id))
    await addMembers(
      tx,
      added.map((id) => newMember(place, maker, id, role)),
    )
    const others = ids.filter((id) => roles.has(id) && roles.get(id) !== role)
    const latest = before.map((row) => row.updatedAt).reduce((one, other) => (one > other ? one : other), '')
    if (others.length > 0)
      await tx.query
        .updateTable('members')
        .set({ role, updatedAt: momentAfter(latest) })
        .where('companyNo', '=', companyNo)
        .where('workspaceId', '=', workspaceId)
        .where('userId', 'in', others)
        .execute()
    for (const recordId of others)
      tx.log({
        ...{ verb: 'updated', kind: 'member', recordId, workspaceId, fields: ['role'] },
        previous: { role: roles.get(recordId) },
      })
  }
}

/** Removes members from a workspace, and logs it. */
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

/** "The last Admin cannot be removed", nor lose the role. Call after the change. */
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
      'This would leave the workspace without an Admin. Make somebody else an Admin first.',
    )
}
