import type { NumberedChange } from '../db/change-log/feed.ts'
import type { WebhookRow } from '../schema/records/webhook.ts'

/** The part of a webhook that selects changes. */
type ChangeFilter = Pick<WebhookRow, 'types' | 'workspaceIds' | 'fields'>

const listIn = (json: string): string[] => JSON.parse(json) as string[]

/** Whether a webhook selects a change; its owner must also be allowed to see it. */
export function matcherOf(webhook: ChangeFilter): (change: NumberedChange) => boolean {
  const types = new Set(listIn(webhook.types))
  const workspaceIds = new Set(listIn(webhook.workspaceIds))
  const fields = new Set(listIn(webhook.fields))
  const isIn = (id: string | null): boolean => id !== null && workspaceIds.has(id)
  return ({ type, kind, workspaceId, otherWorkspaceId, fields: changedFields }) => {
    if (types.size > 0 && !types.has(type) && !types.has(`${kind}.*`)) return false
    if (workspaceIds.size > 0 && !isIn(workspaceId) && !isIn(otherWorkspaceId)) return false
    if (fields.size === 0) return true
    const changed = listIn(changedFields)
    return changed.length === 0 || changed.some((name) => fields.has(name))
  }
}
