import type { Stage } from '../../api/types.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import type { TaskDetails } from './task-data.ts'

type Status = TaskDetails['status']

export const statuses: readonly Status[] = ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled']

/** How the tasks of a view are grouped. */
export const groups = ['status', 'priority', 'milestone', 'tasklist', 'assignee', 'none'] as const
export type Group = (typeof groups)[number]

/** A column of a board, or a group of a list with a request of its own. */
export interface Section {
  key: string
  label: string
  /** The condition that its tasks fulfil, as the API writes it. */
  filter: string
  /** What a task in it has. */
  fields: Partial<TaskDetails>
  /** What to send for that. */
  sends: Partial<TaskDetails>
  status?: Status
  limit?: number | null
}

const byStatus = (status: Status): Section => ({
  key: status,
  label: status,
  filter: `status="${status}"`,
  fields: { status },
  sends: { status },
  status,
})

/** The stages of the workspace in their order; a status without a stage comes before those of later statuses. */
export function statusSections(stages: readonly Pick<Stage, 'id' | 'details'>[]): Section[] {
  const covered = new Set(stages.map(({ details }) => details.status))
  const sections: Section[] = []
  let rest = statuses.filter((status) => !covered.has(status))
  for (const { id, details } of stages) {
    const { stageName, status, softLimit } = details
    const at = statuses.indexOf(status)
    sections.push(...rest.filter((each) => statuses.indexOf(each) < at).map(byStatus))
    rest = rest.filter((each) => statuses.indexOf(each) > at)
    sections.push({
      ...{ key: id, label: stageName, filter: `stageId="${id}"`, status, limit: softLimit },
      fields: { stageId: id, status },
      sends: { stageId: id },
    })
  }
  return [...sections, ...rest.map(byStatus)]
}

export const prioritySections: readonly Section[] = [5, 4, 3, 2, 1].map((priority) => ({
  key: String(priority),
  label: words.priorities[priority - 1] ?? '',
  filter: `priority=${priority}`,
  fields: { priority },
  sends: { priority },
}))

/** Whether a task belongs to a section. */
export function isIn({ fields }: Section, task: TaskDetails): boolean {
  const { stageId, status, priority } = fields
  if (priority !== undefined) return task.priority === priority
  return stageId === undefined || stageId === null ? task.status === status : task.stageId === stageId
}

/** Rarely looked at, so they start folded. */
export const startsFolded = ({ status }: Section): boolean => status === 'Cancelled'
