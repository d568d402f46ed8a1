import type { Actor } from '../../actor.ts'
import type { Reader } from '../../db/database.ts'
import { existingIds, findRow } from '../../db/records.ts'
import { type TaskRow, taskStatuses } from '../../db/rows/work.ts'
import { readTagNames } from '../../db/tag-names.ts'
import { isGone } from '../../db/trash.ts'
import { Problem, problem } from '../../errors.ts'
import type { Site } from '../../http/context.ts'
import { customFields } from '../../http/custom-fields.ts'
import { choice, date, integer, onlyNew, optionalInteger, optionalMoment } from '../../http/fields.ts'
import { listOf } from '../../http/list.ts'
import { optionalReference, reference, references, tagNames } from '../../http/reference-fields.ts'
import { resource } from '../../http/resource.ts'
import { type Shown, show } from '../../http/shown.ts'
import { name, notes } from '../../http/text-fields.ts'
import { shownNames } from '../tags/names.ts'
import { visibleContent } from '../workspaces/visible-content.ts'
import { enterWorkspace, type FoundWorkspace } from '../workspaces/workspace.ts'

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
  workspaceId: onlyNew(reference('The workspace that it is in.', 'workspace', { required: true })),
  estimateMinutes: optionalInteger('How many minutes it is expected to take.', 0, 1_000_000_000, {
    example: 90,
  }),
  completedAt: optionalMoment('When its status became Completed; null while it is anything else.'),
  customFields: customFields(),
})

/** What a page shows of a task, and no more: what it is sorted by stays in the index. */
const listed = ['companyNo', 'id', 'tagIds', ...Object.keys(task.fields).filter((name) => name !== 'tags')]

export const tasks = listOf(task, {
  from: '"tasks" t',
  select: listed.map((name) => `t."${name}"`).join(', '),
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
    'workspaceId',
    'completedAt',
  ],
  sortIndexes: ['title', 'status', 'priority', 'startDate', 'dueDate', 'completedAt', 'updatedAt'],
  filterIndexes: ['workspaceId', 'externalId'],
  valueTables: {
    assignees: { table: 'taskAssignees', owner: 'taskId', value: 'userId' },
    tags: { table: 'taskTags', owner: 'taskId', value: 'tagId' },
    parentTaskId: { table: 'taskLinks', owner: 'taskId', value: 'targetId' },
  },
})

export async function visibleTaskIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  const conditions = [
    { sql: 't."deletedAt" IS NULL', values: [] },
    ...(await visibleContent(reader, actor, tasks)).map((part) => part.condition),
  ]
  return existingIds(reader, 'tasks', actor.companyNo, ids, {
    sql: conditions.map(({ sql }) => `(${sql})`).join(' AND '),
    values: conditions.flatMap(({ values }) => [...values]),
  })
}

export interface FoundTask {
  row: TaskRow
  workspace: FoundWorkspace
}

export async function findTask(reader: Reader, actor: Actor, id: string): Promise<FoundTask> {
  const found = await findTaskEvenInTrash(reader, actor, id)
  if (found.row.deletedAt !== null) throw noTask()
  return found
}

export async function findTaskEvenInTrash(reader: Reader, actor: Actor, id: string): Promise<FoundTask> {
  const row = await findRow(reader, 'tasks', actor.companyNo, id)
  if (row === undefined || isGone(row)) throw noTask()
  const workspace = await enterWorkspace(reader, actor, row.workspaceId).catch((error: unknown) => {
    // What is in a workspace that is in the trash is gone with it.
    throw error instanceof Problem && error.status === 404 ? noTask() : error
  })
  return { row, workspace }
}

const noTask = (): Error => problem('not_found', 'There is no such task.')

export async function showTasks(reader: Reader, site: Site, found: readonly TaskRow[]): Promise<Shown[]> {
  const [first] = found
  if (first === undefined) return []
  const tagIds = found.map((row) => JSON.parse(row.tagIds) as string[])
  const names = await readTagNames(reader, first.companyNo, tagIds.flat())
  return found.map((row, n) =>
    show(task, site.publicUrl, row.id, {
      ...row,
      tags: shownNames(tagIds[n] ?? [], names),
    }),
  )
}

export async function showTask(reader: Reader, site: Site, row: TaskRow): Promise<Shown> {
  const [shown] = await showTasks(reader, site, [row])
  if (shown === undefined) throw new Error('A row is shown as one record')
  return shown
}
