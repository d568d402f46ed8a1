import { problem } from '../../base/errors.ts'
import { isId } from '../../base/ids.ts'
import { sql } from '../../db/sql.ts'
import type { ReadContext } from '../../http/context.ts'
import type { QueryParameter } from '../../http/operation.ts'
import type { List } from '../../lists/list.ts'
import type { Restriction } from '../../lists/plans.ts'

const most = 50

/** Filters have no OR, so they can name only one workspace. */
export const workspaceIds: QueryParameter = {
  sentence: `Only records of these workspaces: up to ${most} ids, joined by commas.`,
  schema: { type: 'string' },
  example: '034xoOp7QM7UE5C1GyMpSt',
}

/** The records of the workspaces that the request names, if it names any. */
export function inNamedWorkspaces(ctx: ReadContext, list: List): Restriction[] {
  const text = ctx.parameter('workspaceIds')
  if (text === undefined) return []
  const ids = [...new Set(text.split(','))]
  if (ids.length > most || !ids.every(isId)) {
    const detail = `The parameter workspaceIds takes up to ${most} ids of workspaces, joined by commas.`
    throw problem('invalid_request', detail, { faults: [{ parameter: 'workspaceIds', detail }] })
  }
  return [
    {
      condition: sql`t."workspaceId" IN ${sql.list(ids)}`,
      indexRanges: ids.flatMap((id) => list.where(ctx.actor, 'workspaceId', id).indexRanges ?? []),
    },
  ]
}
