import type { Member, Milestone, Tasklist } from '../../api/types.ts'
import { taskTexts as words } from '../../texts/tasks.ts'
import { nest } from './grouping.ts'
import type { Group, Section } from './sections.ts'
import { shownTask, type TaskDetails } from './task-data.ts'
import { spanOf } from './timeline-scale.ts'

/** The key of the section of tasks that have no milestone, list or assignee. */
export const without = 'none'

export interface Named {
  milestones: readonly Milestone[]
  tasklists: readonly Tasklist[]
  members: readonly Member[]
}

const section = (key: string, label: string, filter: string, fields: Partial<TaskDetails> = {}): Section => ({
  ...{ key, label, filter, fields },
  sends: fields,
})

/** The groups of a timeline, each with a request of its own. */
export function timelineSections(
  group: Group,
  own: readonly Section[],
  { milestones, tasklists, members }: Named,
): readonly Section[] {
  switch (group) {
    case 'milestone':
      return [
        ...milestones.map(({ id, details }) =>
          section(id, details.title, `milestoneId="${id}"`, { milestoneId: id }),
        ),
        section(without, words.noneOf.milestone, 'milestoneId="none"'),
      ]
    case 'tasklist':
      return [
        ...tasklists.map(({ id, details }) =>
          section(id, details.tasklistName, `tasklistId="${id}"`, { tasklistId: id }),
        ),
        section(without, words.noneOf.tasklist, 'tasklistId="none"'),
      ]
    case 'assignee':
      return [
        ...members.map(({ id, details }) =>
          section(id, details.fullName, `assignees="${id}"`, { assignees: [id] }),
        ),
        section(without, words.noneOf.assignee, 'unassigned=true'),
      ]
    case 'none':
      return [section(without, words.allTasks, '')]
    default:
      return own
  }
}

/** What is loaded of a section. */
export interface Loaded {
  ids: readonly string[]
  more: boolean
  isLoading: boolean
  error: Error | null
  /** Loads the next page, or the first one again after it failed. */
  load: () => void
}

/** The tasks of a section that have dates. A task of several people is shown below the first one. */
export function datedOf(ids: readonly string[], { fields }: Section): string[] {
  const [assignee] = fields.assignees ?? []
  return ids.filter((id) => {
    const task = shownTask(id)
    if (task === null || task === undefined || spanOf(task) === undefined) return false
    return assignee === undefined || task.assignees[0] === assignee
  })
}

export type TimelineLine =
  | { kind: 'milestones' }
  | { kind: 'group'; section: Section; ids: readonly string[]; more: boolean }
  | { kind: 'state'; section: Section; loaded: Loaded | undefined }
  | { kind: 'task'; id: string; depth: number; section: Section }

interface LinesGiven {
  sections: readonly Section[]
  loaded: ReadonlyMap<string, Loaded>
  isFolded: (section: Section) => boolean
  /** Whether the section has no tasks at all, and nothing else to show. */
  isEmpty: (section: Section) => boolean
  withMilestones: boolean
}

/** Every line of a timeline from top to bottom. All are equally high, so only the visible ones are rendered. */
export function linesOf({ sections, loaded, isFolded, isEmpty, withMilestones }: LinesGiven): TimelineLine[] {
  const lines: TimelineLine[] = withMilestones ? [{ kind: 'milestones' }] : []
  for (const section of sections) {
    const known = loaded.get(section.key)
    const ids = known?.ids ?? []
    if (isEmpty(section) && ids.length === 0) continue
    lines.push({ kind: 'group', section, ids, more: known?.more ?? true })
    if (isFolded(section)) continue
    const tasks = new Map(
      ids.flatMap((id) => {
        const task = shownTask(id)
        return task ? [[id, task] as const] : []
      }),
    )
    for (const { id, depth } of nest(
      ids.filter((id) => tasks.has(id)),
      tasks,
    ))
      lines.push({ kind: 'task', id, depth: Math.min(depth, 8), section })
    if (known === undefined || known.isLoading || known.error !== null)
      lines.push({ kind: 'state', section, loaded: known })
  }
  return lines
}
