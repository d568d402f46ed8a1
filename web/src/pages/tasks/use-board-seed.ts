import { type InfiniteData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client.ts'
import type { IdPage } from '../../api/list-ids.ts'
import { keepNames } from '../../api/names.ts'
import { listKey } from '../../api/refresh.ts'
import { keepRecord, type Representation } from '../../api/store.ts'
import {
  type BoardGrouping,
  boardAddress,
  columnContinued,
  columnFields,
  commonFields,
  perColumn,
} from './board-request.ts'
import type { Section } from './sections.ts'
import { addressOf, allOf } from './task-data.ts'
import { type SummaryGroup, summaryAddress, type TaskSummary, type Totals } from './use-totals.ts'

interface BoardColumn extends Totals {
  items: Representation[]
  links: { next?: string }
}

interface BoardAnswer {
  groupBy: BoardGrouping
  groups: (BoardColumn & { group: string | number | null })[]
  total: Totals
  names?: Record<string, string>
}

/** The list of a column. */
export const columnAddress = (workspaceId: string, section: Section, filter: string): string =>
  addressOf({
    path: `/v1/workspaces/${workspaceId}/tasks`,
    filter: allOf(section.filter, filter),
    sort: 'rank',
    limit: perColumn,
    fields: columnFields,
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
  const groupings: readonly BoardGrouping[] = isPriority
    ? ['priority']
    : (['stage', 'status'] as const).filter((by) =>
        sections.some((each) => isStage(each) === (by === 'stage')),
      )
  const key = JSON.stringify([workspaceId, filter, groupings, sections.map((each) => each.key)])
  const [filled, setFilled] = useState<string>()
  const isKnown =
    enabled &&
    sections.every(
      (section) => client.getQueryData([listKey, columnAddress(workspaceId, section, filter)]) !== undefined,
    )
  const { isPending } = useQuery({
    queryKey: ['board', key],
    enabled: enabled && filled !== key && !isKnown,
    gcTime: 0,
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        groupings.map((groupBy) =>
          api<BoardAnswer>('GET', boardAddress(workspaceId, groupBy, filter), { signal }),
        ),
      )
      const found = new Map<string, BoardColumn>()
      for (const { groupBy, groups, names } of answers) {
        keepNames(names)
        for (const { group, ...rest } of groups) {
          if (group === null) continue
          const common = commonFields(workspaceId, groupBy, group)
          const items = rest.items.map(({ id, details }) => ({ id, details: { ...details, ...common } }))
          found.set(String(group), { ...rest, items })
        }
      }
      const figures: SummaryGroup[] = []
      for (const section of sections) {
        const { items, links, ...sums } = found.get(section.key) ?? noTasks
        for (const item of items) keepRecord(item)
        const address = columnAddress(workspaceId, section, filter)
        client.setQueryData<InfiniteData<IdPage, string>>([listKey, address], {
          pages: [{ ids: items.map(({ id }) => id), next: columnContinued(links.next) }],
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

const noTasks: BoardColumn = { items: [], links: {}, count: 0, estimateMinutes: 0, spentMinutes: 0 }
