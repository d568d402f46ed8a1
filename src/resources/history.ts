import type { Actor } from '../base/actor.ts'
import { openTypesOf } from '../db/change-log/types.ts'
import type { Reader } from '../db/database.ts'
import type { ChangeRow } from '../db/rows/running.ts'
import { sql } from '../db/sql.ts'
import { viewerOf } from '../feed/visible.ts'
import type { Api } from '../http/api.ts'
import { listOf } from '../lists/list.ts'
import { aKind } from '../schema/kind-words.ts'
import { change, loggedColumns, presentLogged } from './changes/logged.ts'

const history = listOf(change, {
  from: '"changes" t',
  sort: [],
  filter: ['type', 'recordId', 'userHash'],
  sortIndexes: ['updatedAt'],
  filterIndexes: ['type', 'recordId', 'userHash'],
  columns: loggedColumns,
})

/** Whether only companies of one organization have records of this kind. */
const isOrganized = (kind: string): boolean => kind === 'account' || kind === 'workspaceGroup'

/** Finds a record for people who may see it; throws otherwise. */
type Find = (reader: Reader, actor: Actor, id: string) => Promise<unknown>

/** The changes of one kind of record. `find` is for people who may see it; `needs` describes who they are. */
export function historyRoute(api: Api, path: string, kind: string, find: Find, needs: string): void {
  // Sign-ins and exports are for the audit log.
  const isShown = { condition: sql`t."type" IN ${sql.list(openTypesOf(kind))}` }
  api.get(
    `${path}/history`,
    {
      summary: `Lists the changes of ${aKind(kind)}, newest first, with the values before and after each.`,
      needs,
      answer: { list: history },
      problems: ['forbidden', ...(isOrganized(kind) ? (['not_for_this_account_type'] as const) : [])],
    },
    async (ctx) => {
      const [id = ''] = Object.values(ctx.params as Record<string, string>)
      await find(ctx.db, ctx.actor, id)
      const viewer = await viewerOf(ctx.db, ctx.actor)
      const parts = [history.where(ctx.actor, 'recordId', id), isShown]
      return ctx.page<ChangeRow>(history, parts, (found) => presentLogged(ctx.db, ctx.site, viewer, found))
    },
  )
}

/** `needs` of records that the members of a workspace see. */
export const seenByMembers = 'A member of its workspace.'
/** `needs` of records that the whole company sees. */
export const seenByDirectory = 'Internal people; external people if they may see the record.'
