import { customFields } from '../fields/custom.ts'
import {
  addedLater,
  choice,
  computed,
  date,
  integer,
  optionalInteger,
  optionalMoment,
} from '../fields/fields.ts'
import { optionalReference, reference, references, tagIds, tagNames } from '../fields/reference.ts'
import { name, notes } from '../fields/text.ts'
import { ordered, type RowOf, resource, trash } from '../resource.ts'

export const openStatuses = ['Open', 'In Progress', 'On Hold'] as const
export const closedStatuses = ['Completed', 'Cancelled'] as const
export const taskStatuses = [...openStatuses, ...closedStatuses] as const

export const isClosed = (status: string): boolean => closedStatuses.some((each) => each === status)

/** How deep subtasks can be nested. */
export const deepestTask = 8

/** The tasks of a parent task, a list, a milestone or a stage are found in one table. */
const link = { table: 'taskLinks', owner: 'taskId', value: 'targetId', single: true } as const

export const task = resource(
  'task',
  'Something to be done in a workspace.',
  {
    title: name('What needs to be done.', { example: 'Write the press release' }),
    description: notes('More about it.'),
    status: choice('Its status. Any status can follow any other.', taskStatuses, { fallback: 'Open' }),
    priority: integer('From 1 (lowest) to 5 (most urgent).', 1, 5, { fallback: 3, example: 4 }),
    startDate: date('The day on which it should start.', { example: '2026-03-02' }),
    dueDate: date('The day by which it should be done.'),
    assignees: references('The people assigned to it (userHashes).', 'user'),
    tags: tagNames('Its tags, regardless of case. Names that do not exist yet become tags.'),
    parentTaskId: optionalReference(
      `The task it is a subtask of, in the same workspace. At most ${deepestTask} levels deep.`,
      'task',
    ),
    tasklistId: optionalReference('The task list it is in, of the same workspace.', 'tasklist'),
    milestoneId: optionalReference('The milestone it belongs to, of the same workspace.', 'milestone'),
    workspaceId: reference('The workspace it is in. A task moves together with its subtasks.', 'workspace', {
      required: true,
    }),
    estimateMinutes: optionalInteger('How many minutes it is expected to take.', 0, 1_000_000_000, {
      example: 90,
      unit: 'minutes',
    }),
    spentMinutes: computed(
      integer('The total time logged on it, in minutes.', 0, Number.MAX_SAFE_INTEGER, {
        example: 90,
        unit: 'minutes',
      }),
    ),
    completedAt: optionalMoment('When its status became Completed; null in every other status.'),
    customFields: customFields(),
    // Last, because scripts read the columns of a CSV file by position.
    stageId: addedLater(
      optionalReference(
        'The stage it is in, of the same workspace. It sets the status; a new status picks the first stage for it, or none.',
        'stage',
      ),
    ),
    commentCount: computed(
      integer('How many comments you can see on it.', 0, Number.MAX_SAFE_INTEGER, { example: 3 }),
    ),
  },
  {
    table: 'tasks',
    searched: ['title', 'description'],
    list: {
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
        'stageId',
        'workspaceId',
        'completedAt',
      ],
      filterIndexes: ['workspaceId', 'externalId'],
      orderedWithin: 'workspaceId',
    },
    hidden: { ...trash, ...ordered, tagIds: tagIds() },
    indexes: {
      assignees: { table: 'taskAssignees', owner: 'taskId', value: 'userId' },
      tagIds: { table: 'taskTags', owner: 'taskId', value: 'tagId' },
      parentTaskId: link,
      tasklistId: link,
      milestoneId: link,
      stageId: link,
    },
  },
)

export type TaskRow = RowOf<typeof task>
