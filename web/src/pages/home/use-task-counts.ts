import { useRecord } from '../../api/queries.ts'

interface Summary {
  groups: { group: string; subgroup: string | null; count: number; overdue: number }[]
}

/** Task counts by workspace and by another field. Undefined until loaded. */
export function useTaskSummary(
  workspaceIds: readonly string[],
  by: string,
  more?: Record<string, string>,
): Summary['groups'] | undefined {
  // Sorted, so that reordering the workspaces does not load the summary again.
  const query = {
    groupBy: `workspace,${by}`,
    workspaceIds: workspaceIds.toSorted().join(),
    fields: 'count,overdue',
    ...more,
  }
  const isNone = workspaceIds.length === 0
  return useRecord<Summary>(isNone ? undefined : `/v1/tasks/summary?${new URLSearchParams(query)}`).data
    ?.groups
}

/** Counts the tasks of a workspace: all, open, done and late. Undefined until loaded. */
export function useTaskCounts(
  workspaceIds: readonly string[],
): ((workspaceId: string) => { all: number; open: number; done: number; late: number }) | undefined {
  const groups = useTaskSummary(workspaceIds, 'status')
  return (
    groups &&
    ((workspaceId) => {
      const own = groups.filter(({ group }) => group === workspaceId)
      const of = (...names: string[]): number =>
        own.reduce((sum, { subgroup, count }) => (names.includes(String(subgroup)) ? sum + count : sum), 0)
      const open = of('Open', 'In Progress', 'On Hold')
      const done = of('Completed')
      // Cancelled tasks do not count.
      return { all: open + done, open, done, late: own.reduce((sum, { overdue }) => sum + overdue, 0) }
    })
  )
}
