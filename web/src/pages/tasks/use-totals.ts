import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import type { Group, Section } from './sections.ts'
import { allOf } from './task-data.ts'

/** The figures of some tasks. */
export interface Totals {
  count: number
  estimateMinutes: number
  spentMinutes: number
}

export interface SummaryGroup extends Totals {
  group: string | number | null
  subgroup?: string | number | null
}

export interface TaskSummary {
  groups: SummaryGroup[]
  total: Totals
}

export interface GroupTotals {
  /** The figures of a section of a board or list, or of a milestone or task list; undefined until they are known. */
  of: (key: string | null) => Totals | undefined
  all: Totals | undefined
  /** Why they cannot be read: a filter that the service does not understand. */
  error: Error | null
}

/** The groupings of the API for each grouping of a view. */
const groupings: Readonly<Record<Group, string>> = {
  status: 'stage,status',
  priority: 'priority',
  milestone: 'milestone',
  tasklist: 'tasklist',
  // The list shows a task below its first assignee only, which the API cannot count.
  assignee: 'status',
  none: 'status',
}

export function summaryAddress(workspaceId: string, group: Group, filter: string): string {
  const query = new URLSearchParams({
    groupBy: groupings[group],
    // The filter of the person comes first, so that a message about it counts its columns as they do.
    filter: allOf(filter, `workspaceId="${workspaceId}"`),
    fields: 'count,estimateMinutes,spentMinutes',
  })
  return `/v1/tasks/summary?${query}`
}

/** Counts and sums of all tasks that match, however many of them are loaded. */
export function useTotals(
  workspaceId: string,
  group: Group,
  filter: string,
  sections: readonly Section[],
  enabled: boolean,
): GroupTotals {
  const address = summaryAddress(workspaceId, group, filter)
  const { data, error } = useQuery({
    queryKey: ['summary', address],
    enabled,
    queryFn: ({ signal }) => api<TaskSummary>('GET', address, { signal }),
  })
  return {
    error,
    all: data?.total,
    of: (key) =>
      data === undefined || group === 'assignee'
        ? undefined
        : group === 'none'
          ? data.total
          : totalsOf(data.groups, key, sections),
  }
}

/** The sum of the groups that make up a section, or of those with this value. */
function totalsOf(groups: readonly SummaryGroup[], key: string | null, sections: readonly Section[]): Totals {
  const section = sections.find((each) => each.key === key)
  // A section for a status has the tasks of all stages, as its request does.
  const isByStatus = section?.status !== undefined && section.status === key
  const isPart = ({ group, subgroup }: SummaryGroup): boolean =>
    isByStatus ? subgroup === key : group === null ? key === null : String(group) === key
  const sum: Totals = { count: 0, estimateMinutes: 0, spentMinutes: 0 }
  for (const each of groups.filter(isPart)) {
    sum.count += each.count
    sum.estimateMinutes += each.estimateMinutes
    sum.spentMinutes += each.spentMinutes
  }
  return sum
}
