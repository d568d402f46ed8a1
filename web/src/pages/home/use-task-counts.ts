import { useRecord } from '../../api/queries.ts'

interface Summary {
  groups: { group: string | number | null; count: number }[]
  total: { count: number }
}

/** How many tasks of a workspace there are, are done, and are late; undefined until it is known. */
export function useTaskCounts(
  workspaceId: string,
): { all: number; open: number; done: number; late: number } | undefined {
  const inside = `workspaceId="${workspaceId}"`
  const summary = (filter: string): string =>
    `/v1/tasks/summary?${new URLSearchParams({ groupBy: 'status', filter })}`
  const all = useRecord<Summary>(summary(inside)).data
  const late = useRecord<Summary>(summary(`${inside} AND overdue=true`)).data
  if (all === undefined || late === undefined) return undefined
  const of = (...names: string[]): number =>
    all.groups.reduce((sum, { group, count }) => (names.includes(String(group)) ? sum + count : sum), 0)
  return {
    // Nobody does a cancelled task any more.
    all: all.total.count - of('Cancelled'),
    open: of('Open', 'In Progress', 'On Hold'),
    done: of('Completed'),
    late: late.total.count,
  }
}
