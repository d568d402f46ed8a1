import { type Actor, seesInternal } from '../../base/actor.ts'
import { workspaceTypes } from '../../db/change-log/types.ts'
import type { ChangeRow } from '../../db/rows/running.ts'
import { sql } from '../../db/sql.ts'
import { viewerOf } from '../../feed/visible.ts'
import type { Answer } from '../../http/answer.ts'
import type { Api } from '../../http/api.ts'
import type { ReadContext } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'
import { visibleOnPage } from '../workspaces/visible-content.ts'
import { enterWorkspace } from '../workspaces/workspace.ts'
import { change, loggedColumns, presentLogged } from './logged.ts'

export const activity = listOf(change, {
  from: '"changes" t',
  sort: [],
  filter: ['type', 'recordId', 'workspaceId', 'userHash', 'kind'],
  sortIndexes: ['updatedAt'],
  filterIndexes: ['type', 'recordId', 'workspaceId', 'userHash', 'kind'],
  columns: loggedColumns,
})

/** Changes inside workspaces that people other than company admins may see. */
function open(actor: Actor): Restriction[] {
  const types = { condition: sql`t."type" IN ${sql.list(workspaceTypes)}`, likely: true }
  return seesInternal(actor)
    ? [types]
    : [types, { condition: sql`(t."internalOnly" IS NULL OR NOT t."internalOnly")`, likely: true }]
}

async function pageOf(ctx: ReadContext, restrictions: readonly Restriction[]): Promise<Answer> {
  const viewer = await viewerOf(ctx.db, ctx.actor)
  return ctx.page<ChangeRow>(activity, [...restrictions, ...open(ctx.actor)], (found) =>
    presentLogged(ctx.db, ctx.site, viewer, found),
  )
}

export function activityRoutes(api: Api): void {
  api.get(
    '/v1/workspaces/:workspaceId/activity',
    {
      summary:
        'Lists what happened in a workspace, newest first, with the values before and after each change.',
      needs: 'A member of the workspace; external people do not see internal comments.',
      answer: { list: activity },
      problems: ['forbidden'],
    },
    async (ctx) => {
      const { id } = await enterWorkspace(ctx.db, ctx.actor, ctx.params.workspaceId)
      const whole = activity.whole(ctx.actor)
      const within = (column: string): Restriction['indexRanges'] => [
        { ...whole, where: sql`${whole.where} AND t.${sql.id(column)} = ${id}` },
      ]
      return pageOf(ctx, [
        {
          condition: sql`(t."workspaceId" = ${id} OR t."otherWorkspaceId" = ${id})`,
          // A record that left is in the second one.
          indexRanges: [...(within('workspaceId') ?? []), ...(within('otherWorkspaceId') ?? [])],
        },
      ])
    },
  )

  api.get(
    '/v1/users/me/activity',
    {
      summary:
        'Lists what happened in your workspaces, newest first, with the values before and after each change.',
      needs: 'Anyone who is signed in.',
      answer: { list: activity },
    },
    async (ctx) => pageOf(ctx, await visibleOnPage(ctx.db, ctx.actor, activity)),
  )
}
