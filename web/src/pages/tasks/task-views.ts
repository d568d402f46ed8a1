import type { Report } from '../../api/types.ts'
import type { ViewState } from '../views/view-acts.ts'
import { allOf } from './task-data.ts'
import type { View } from './view-state.ts'

/** The part of the address of a workspace's tasks that a view keeps. */
export const stateOf = ({ layout, group, filter }: Pick<View, 'layout' | 'group' | 'filter'>): ViewState => ({
  layout,
  groupBy: group === 'none' ? null : group,
  filter: filter === '' ? null : filter,
})

/** The address of a view, which contains everything about it and works without it. */
export function addressOfView({ id, details }: Report): string {
  const { workspaceId, layout, groupBy, filter } = details
  const query = new URLSearchParams({
    ...(layout !== 'list' && { layout }),
    group: groupBy ?? 'none',
    ...(filter !== null && filter !== '' && { filter }),
    view: id,
  })
  return `/p/workspace/${workspaceId}/tasks?${query}`
}

/** The tasks that My tasks shows: of each reader their own. */
const mine = 'assignees="me" AND open=true'

export const myFilter = (filter: string): string => allOf(mine, filter)

export const isOfMyTasks = ({ details }: Report): boolean =>
  details.workspaceId === null && (details.filter ?? '').startsWith(mine)

export function addressOfMyView({ id, details }: Report): string {
  const filter = (details.filter ?? '').slice(mine.length + ' AND '.length)
  return `/tasks?${new URLSearchParams({ ...(filter !== '' && { filter }), view: id })}`
}
