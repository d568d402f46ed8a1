import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import { type TaskRow, taskStatuses } from '../../db/rows/work.ts'
import { readTagNames } from '../../db/tag-names.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { customFields } from '../../schema/fields/custom.ts'
import {
  choice,
  date,
  integer,
  optionalInteger,
  optionalMoment,
  readOnly,
} from '../../schema/fields/fields.ts'
import { optionalReference, reference, references, tagNames } from '../../schema/fields/reference.ts'
import { name, notes } from '../../schema/fields/text.ts'
import { present, type Representation } from '../../schema/present.ts'
import { resource } from '../../schema/resource.ts'
import { shownNames } from '../tags/names.ts'
import { readSpent, spentMinutes } from '../times/spent.ts'
import { type Found, findInside, findInsideEvenInTrash, visibleInside } from '../workspaces/inside.ts'

export const task = resource('task', 'Something to be done in a workspace.', {
  title: name('What is to be done.', { example: 'Write the press release' }),
  description: notes('More about it.'),
  status: choice('Where it stands. Any status can follow any other.', taskStatuses, { fallback: 'Open' }),
  priority: integer('From 1 (lowest) to 5 (most urgent).', 1, 5, { fallback: 3, example: 4 }),
  startDate: date('The day on which it is to begin.', { example: '2026-03-02' }),
  dueDate: date('The day by which it is to be done.'),
  assignees: references('Those who are to do it (userHashes).', 'user'),
  tags: tagNames('Its tags. Case does not matter; those that do not exist yet are made.'),
  parentTaskId: optionalReference(
    'The task that it is a part of, in the same workspace; at most 8 deep.',
    'task',
  ),
  tasklistId: optionalReference('The task list that it is in, of the same workspace.', 'tasklist'),
  milestoneId: optionalReference('The milestone that it leads to, of the same workspace.', 'milestone'),
  workspaceId: reference('The workspace that it is in; a task moves with its subtasks.', 'workspace', {
    required: true,
  }),
  estimateMinutes: optionalInteger('How many minutes it is expected to take.', 0, 1_000_000_000, {
    example: 90,
    unit: 'minutes',
  }),
  spentMinutes: readOnly(
    integer('The sum of the time entered on it, in minutes.', 0, Number.MAX_SAFE_INTEGER, {
      example: 90,
      unit: 'minutes',
    }),
  ),
  completedAt: optionalMoment('When its status became Completed; null while it is anything else.'),
  customFields: customFields(),
})

/** What a page shows of a task, and no more: what it is sorted by stays in the index. */
const listed = [
  ...['companyNo', 'id', 'tagIds'],
  ...Object.keys(task.fields).filter((name) => name !== 'tags' && name !== 'spentMinutes'),
]

/** What a task belongs to stands in one table, whatever it is. */
const link = { table: 'taskLinks', owner: 'taskId', value: 'targetId', single: true } as const

export const tasks = listOf(task, {
  from: '"tasks" t',
  select: `${listed.map((name) => `t."${name}"`).join(', ')}, ${spentMinutes} AS "spentMinutes"`,
  trash: true,
  sort: ['title', 'status', 'priority', 'startDate', 'dueDate', 'completedAt'],
  filter: [
    'title',
    'status',
    'priority',
    'startDate',
    'dueDate',
    'assignees',
    'tags',
    'parentTaskId',
    'tasklistId',
    'milestoneId',
    'workspaceId',
    'completedAt',
  ],
  // "Entering Completed sets `completedAt`, leaving clears it."
  implied: (field, value) =>
    field === 'status' ? { field: 'completedAt', isThere: value === 'Completed' } : undefined,
  sortIndexes: ['title', 'status', 'priority', 'startDate', 'dueDate', 'completedAt', 'updatedAt'],
  filterIndexes: ['workspaceId', 'externalId'],
  valueTables: {
    assignees: { table: 'taskAssignees', owner: 'taskId', value: 'userId' },
    tags: { table: 'taskTags', owner: 'taskId', value: 'tagId' },
    parentTaskId: link,
    tasklistId: link,
    milestoneId: link,
  },
})

export function visibleTaskIds(reader: Reader, actor: Actor, ids: readonly string[]): Promise<Set<string>> {
  return visibleInside(reader, actor, 'tasks', tasks, ids)
}

export function findTask(reader: Reader, actor: Actor, id: string): Promise<Found<TaskRow>> {
  return findInside(reader, actor, 'tasks', id, 'task')
}

export function findTaskEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<Found<TaskRow>> {
  return findInsideEvenInTrash(reader, actor, 'tasks', id, 'task')
}

/** A row, with what a page has read beside it. */
type Listed = TaskRow & { spentMinutes?: number }

export async function presentTasks(
  reader: Reader,
  site: Site,
  found: readonly Listed[],
): Promise<Representation[]> {
  const [first] = found
  if (first === undefined) return []
  const bare = found.filter((row) => row.spentMinutes === undefined).map(({ id }) => id)
  const spent = await readSpent(reader, first.companyNo, bare)
  const tagIds = found.map((row) => (row.tagIds === '[]' ? [] : (JSON.parse(row.tagIds) as string[])))
  const names = await readTagNames(reader, first.companyNo, tagIds.flat())
  return found.map((row, n) =>
    present(task, site.publicUrl, row.id, row, {
      spentMinutes: row.spentMinutes ?? spent.get(row.id) ?? 0,
      tags: shownNames(tagIds[n] ?? [], names),
    }),
  )
}

export async function presentTask(reader: Reader, site: Site, row: Listed): Promise<Representation> {
  const [shown] = await presentTasks(reader, site, [row])
  if (shown === undefined) throw new Error('A row is shown as one record')
  return shown
}
