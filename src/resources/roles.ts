import { demand, mayAdministerWorkspace } from '../auth/permissions.ts'
import type { Actor } from '../base/actor.ts'
import { clock } from '../base/clock.ts'
import { problem } from '../base/errors.ts'
import { stamp } from '../base/ids.ts'
import type { Reader } from '../db/database.ts'
import { findRow } from '../db/records.ts'
import type { Write } from '../db/write.ts'
import { nothing, one } from '../http/answer.ts'
import type { Api } from '../http/api.ts'
import type { Site } from '../http/context.ts'
import { listOf } from '../lists/list.ts'
import { boolean } from '../schema/fields/fields.ts'
import { references } from '../schema/fields/reference.ts'
import { present, type Representation } from '../schema/present.ts'
import { type RoleRow, role } from '../schema/records/role.ts'
import { type WorkspaceRole, type WorkspaceRow, workspaceRoles } from '../schema/records/workspace.ts'
import { demandAnAdmin, giveRole, takeOut } from './members/membership.ts'
import { demandWritable, findWorkspace } from './workspaces/workspace.ts'

export const roles = listOf(role)

const presentRole = (site: Site, row: RoleRow): Representation => present(role, site.publicUrl, row.id, row)

async function findRole(reader: Reader, actor: Actor, id: string): Promise<RoleRow> {
  const row = await findRow(reader, 'roles', actor.companyNo, id)
  if (row === undefined) throw problem('not_found', 'There is no such role.')
  return row
}

/**
 * Inserts the roles of a new company. Each has a different `createdAt`, so that the list begins with `Reader`.
 */
export async function insertRoles(tx: Write, companyNo: number): Promise<void> {
  const now = clock.now()
  for (const [n, title] of workspaceRoles.entries()) {
    const { id, at } = stamp(now - n)
    await tx.insert(role, { companyNo, id, createdAt: at, createdBy: null, title })
    tx.log({ verb: 'created', kind: 'role', recordId: id })
  }
}

const adding = {
  userIds: references('The people who get the role.', 'user', { required: true, max: 1_000 }),
  clearExisting: boolean('Whether everyone else who has the role is removed from the workspace.', {
    fallback: false,
  }),
}

async function holdersOf(
  reader: Reader,
  { companyNo, id }: WorkspaceRow,
  title: WorkspaceRole,
): Promise<string[]> {
  const found = await reader.query
    .selectFrom('members')
    .select('userId')
    .where('companyNo', '=', companyNo)
    .where('workspaceId', '=', id)
    .where('role', '=', title)
    .execute()
  return found.map(({ userId }) => userId)
}

export function roleRoutes(api: Api): void {
  api.get(
    '/v1/roles',
    {
      summary: 'Lists the roles that members of a workspace can have.',
      needs: 'Anyone who is signed in.',
      answer: { list: roles },
    },
    (ctx) => ctx.page<RoleRow>(roles, [], (found) => found.map((row) => presentRole(ctx.site, row))),
  )

  api.get(
    '/v1/roles/:roleId',
    { summary: 'Shows one role.', needs: 'Anyone who is signed in.', answer: { one: role } },
    async ({ actor, db, site, params }) => one(presentRole(site, await findRole(db, actor, params.roleId))),
  )

  api.post(
    '/v1/workspaces/:workspaceId/roles/:roleId/addUsers',
    {
      summary: 'Gives people a role in the workspace: as new members, or instead of the role they had.',
      needs: 'An Admin of the workspace.',
      body: { members: adding },
      answer: 'nothing',
      problems: ['archived', 'last_admin'],
    },
    async (ctx) => {
      const { actor, tx, params } = ctx
      const workspace = await findWorkspace(tx, actor, params.workspaceId)
      demand(mayAdministerWorkspace(workspace.role), 'Only Admins of the workspace may choose its members.')
      const { title } = await findRole(tx, actor, params.roleId)
      const { userIds, clearExisting } = await ctx.members(adding)
      demandWritable(workspace)
      if (clearExisting) {
        const holders = await holdersOf(tx, workspace, title)
        await takeOut(tx, workspace, [...new Set(holders).difference(new Set(userIds))])
      }
      await giveRole(tx, workspace, actor, userIds, title)
      await demandAnAdmin(tx, workspace)
      return nothing()
    },
  )
}
