import { demand, mayAdministerWorkspace } from '../../auth/permissions.ts'
import { problem } from '../../base/errors.ts'
import { sql } from '../../db/sql.ts'
import { nothing, one } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import { findUser } from '../users.ts'
import { demandWritable, enterWorkspace, findWorkspace } from '../workspaces/workspace.ts'
import { findMember, type ListedMember, member, members, presentMember, role } from './member.ts'
import { demandAnAdmin, giveRole, takeOut } from './membership.ts'

export function memberRoutes(api: Api): void {
  api.get(
    '/v1/workspaces/:workspaceId/members',
    {
      summary: 'Lists the members of a workspace.',
      needs: 'A member of the workspace.',
      answer: { list: members },
    },
    async (ctx) => {
      const { id } = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      const condition = sql`t."workspaceId" = ${id}`
      const where = sql`t."companyNo" = ${ctx.actor.companyNo} AND t."workspaceId" = ${id}`
      const from = '"members" t CROSS JOIN "users" u'
      const joined = {
        ...where,
        sql: `${where.sql} AND u."companyNo" = t."companyNo" AND u."id" = t."userId"`,
      }
      const part = { condition, indexRanges: [{ from, id: 't."userId"', where: joined }] }
      return ctx.page<ListedMember>(members, [part], (found) =>
        found.map((row) => presentMember(ctx.site, row)),
      )
    },
  )

  api.get(
    '/v1/workspaces/:workspaceId/members/:userHash',
    {
      summary: 'Shows one member of a workspace.',
      needs: 'A member of the workspace.',
      answer: { one: member },
    },
    async ({ actor, db, site, params }) => {
      await enterWorkspace(db, actor, params.workspaceId)
      const found = await findMember(db, actor, params.workspaceId, params.userHash)
      if (found === undefined) throw problem('not_found', 'There is no such member.')
      return one(presentMember(site, found))
    },
  )

  api.put(
    '/v1/workspaces/:workspaceId/members/:userHash',
    {
      summary: 'Adds a person as a member, or changes the role of a member.',
      needs: 'An Admin of the workspace.',
      body: { members: { role }, optional: true },
      answer: 'nothing',
      problems: ['archived', 'last_admin'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const workspace = await findWorkspace(tx, actor, params.workspaceId)
      demand(mayAdministerWorkspace(workspace.role), 'Only Admins of the workspace may choose its members.')
      const person = await findUser(tx, actor, params.userHash)
      const before = await findMember(tx, actor, workspace.id, person.id)
      const current = before && presentMember(site, before)
      ctx.match(current)
      const wanted = await ctx.state(member, ['role'], current)
      demandWritable(workspace)
      const now = wanted.role ?? before?.role ?? 'Contributor'
      await giveRole(tx, workspace, actor, [person.id], now)
      if (before?.role === 'Admin' && now !== 'Admin') await demandAnAdmin(tx, workspace)
      return nothing()
    },
  )

  api.delete(
    '/v1/workspaces/:workspaceId/members/:userHash',
    {
      summary: 'Removes a person from the workspace.',
      needs: 'An Admin of the workspace; members may remove themselves.',
      answer: 'nothing',
      problems: ['archived', 'last_admin'],
    },
    async (ctx) => {
      const { actor, tx, site, params } = ctx
      const workspace = await findWorkspace(tx, actor, params.workspaceId)
      const own = params.userHash === actor.userId && workspace.role !== undefined
      demand(
        own || mayAdministerWorkspace(workspace.role),
        'Only Admins of the workspace may choose its members.',
      )
      const person = await findUser(tx, actor, params.userHash)
      const before = await findMember(tx, actor, workspace.id, person.id)
      ctx.match(before && presentMember(site, before))
      if (before === undefined) return nothing()
      demandWritable(workspace)
      await takeOut(tx, workspace, [person.id])
      if (before.role === 'Admin') await demandAnAdmin(tx, workspace)
      return nothing()
    },
  )
}
