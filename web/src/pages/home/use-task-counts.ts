import { useRecord } from '../../api/queries.ts'

interface Summary {
  groups: { group: string; subgroup: string | null; count: number; overdue: number }[]
}

/** The tasks of workspaces by this value and by workspace; undefined until they are known. */
export function useTaskSummary(
  workspaceIds: readonly string[],
  by: string,
  more?: Record<string, string>,
): Summary['groups'] | undefined {
  // In one order, so that the answer stays when the workspaces change places.
  const query = { groupBy: `workspace,${by}`, workspaceIds: workspaceIds.toSorted().join(), ...more }
  const isNone = workspaceIds.length === 0
  return useRecord<Summary>(isNone ? undefined : `/v1/tasks/summary?${new URLSearchParams(query)}`).data
    ?.groups
}

/** How many tasks of a workspace there are, are open, are done, and are late; undefined until it is known. */
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
      // Nobody does a cancelled task any more.
      return { all: open + done, open, done, late: own.reduce((sum, { overdue }) => sum + overdue, 0) }
    })
  )
}
