import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client.ts'
import { type DueGroup, dueConditions } from './due-groups.ts'
import { allOf } from './task-data.ts'
import { myFilter } from './task-views.ts'
import type { TaskSummary, Totals } from './use-totals.ts'

type DueTotals = Readonly<Record<DueGroup | 'all', Pick<Totals, 'count' | 'estimateMinutes'>>>

/** The figures of each group of My tasks, however many tasks are loaded. Undefined until they are known. */
export function useDueTotals(filter: string, now: string, enabled: boolean): DueTotals | undefined {
  const addressOf = (condition = ''): string =>
    `/v1/tasks/summary?${new URLSearchParams({
      filter: allOf(myFilter(filter), condition),
      fields: 'count,estimateMinutes',
    })}`
  const { data } = useQuery({
    queryKey: ['summary', addressOf(), now],
    enabled,
    queryFn: async ({ signal }): Promise<DueTotals> => {
      const read = async (condition?: string): Promise<Totals> =>
        (await api<TaskSummary>('GET', addressOf(condition), { signal })).total
      const { overdue, today, week, later } = dueConditions(now)
      const [all, ...dated] = await Promise.all([read(), read(overdue), read(today), read(week), read(later)])
      // A task may get a date between the requests.
      const without = (field: 'count' | 'estimateMinutes'): number =>
        Math.max(
          0,
          dated.reduce((left, each) => left - each[field], all[field]),
        )
      const none = { count: without('count'), estimateMinutes: without('estimateMinutes') }
      return { all, overdue: dated[0], today: dated[1], week: dated[2], later: dated[3], none }
    },
  })
  return enabled ? data : undefined
}
