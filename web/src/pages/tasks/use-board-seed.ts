import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { IdPage } from '../../api/list-ids.ts'
import { keepNames } from '../../api/names.ts'
import { listKey } from '../../api/refresh.ts'
import { keepRecord } from '../../api/store.ts'
import type { Task } from '../../api/types.ts'
import type { Section } from './sections.ts'
import { addressOf, allOf, cardFields } from './task-data.ts'
import { type SummaryGroup, summaryAddress, type TaskSummary, type Totals } from './use-totals.ts'

interface BoardGroup extends Totals {
  group: string | number | null
  items: Task[]
  links: { next?: string }
}

interface BoardAnswer {
  groups: BoardGroup[]
  total: Totals
  names?: Record<string, string>
}

const perColumn = 30

/** The list of a column. */
export const columnAddress = (workspaceId: string, section: Section, filter: string): string =>
  addressOf({
    path: `/v1/workspaces/${workspaceId}/tasks`,
    filter: allOf(section.filter, filter),
    sort: 'rank',
    limit: perColumn,
    fields: `${cardFields},workspaceId`,
  })

interface SeedGiven {
  workspaceId: string
  sections: readonly Section[]
  filter: string
  /** Whether there is a board to fill. */
  enabled: boolean
}

/**
 * Fills all columns of a board, and their figures, with one request; with two if some columns are stages and others are
 * statuses. Returns whether the columns can be shown: each one loads its own tasks from then on.
 */
export function useBoardSeed({ workspaceId, sections, filter, enabled }: SeedGiven): boolean {
  const client = useQueryClient()
  const isPriority = sections.some(({ fields }) => fields.priority !== undefined)
  const isStage = ({ fields }: Section): boolean => typeof fields.stageId === 'string'
  const groupings = isPriority
    ? ['priority']
    : [...(sections.some(isStage) ? ['stage'] : []), ...(sections.every(isStage) ? [] : ['status'])]
  const key = JSON.stringify([workspaceId, filter, groupings, sections.map((each) => each.key)])
  const [filled, setFilled] = useState<string>()
  const isKnown = sections.every(
    (section) => client.getQueryData([listKey, columnAddress(workspaceId, section, filter)]) !== undefined,
  )
  const { isPending } = useQuery({
    queryKey: ['board', key],
    enabled: enabled && filled !== key && !isKnown,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        groupings.map((groupBy) => {
          const path = `/v1/workspaces/${workspaceId}/board`
          const address = addressOf({ path, filter, limit: perColumn, fields: cardFields })
          return api<BoardAnswer>('GET', `${address}&groupBy=${groupBy}`, { signal })
        }),
      )
      const found = new Map<string, BoardGroup>()
      for (const { groups, names } of answers) {
        keepNames(names)
        for (const each of groups) if (each.group !== null) found.set(String(each.group), each)
      }
      const figures: SummaryGroup[] = []
      for (const section of sections) {
        const { items, links, ...sums } = found.get(section.key) ?? noTasks
        for (const { id, details } of items) keepRecord({ id, details: { ...details, workspaceId } })
        const address = columnAddress(workspaceId, section, filter)
        client.setQueryData<InfiniteData<IdPage, string>>([listKey, address], {
          pages: [{ ids: items.map(({ id }) => id), next: links.next }],
          pageParams: [address],
        })
        const { status } = section
        figures.push(
          isStage(section) || status === undefined
            ? { ...sums, group: section.key, ...(status !== undefined && { subgroup: status }) }
            : { ...sums, group: null, subgroup: status },
        )
      }
      const total = answers[0]?.total
      const summary = summaryAddress(workspaceId, isPriority ? 'priority' : 'status', filter)
      if (total !== undefined)
        client.setQueryData<TaskSummary>(['summary', summary], { groups: figures, total })
      setFilled(key)
      return true
    },
  })
  return !enabled || filled === key || isKnown || !isPending
}

const noTasks: BoardGroup = {
  ...{ group: null, items: [], links: {} },
  ...{ count: 0, estimateMinutes: 0, spentMinutes: 0 },
}
