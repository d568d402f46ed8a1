import { boolean, day, integer, onlyNew } from '../fields/fields.ts'
import { optionalReference, reference } from '../fields/reference.ts'
import { notes } from '../fields/text.ts'
import { type RowOf, resource, trash } from '../resource.ts'

/** Minutes that one entry can have: a day. */
export const longestEntry = 1_440

/** Time entries go to the trash only together with their task. */
export const time = resource(
  'time',
  'Time that somebody worked in a workspace, on one of its tasks or on none.',
  {
    date: day('The day of the work.', { required: true, example: '2026-03-02' }),
    minutes: integer('How long it took, in minutes.', 1, longestEntry, {
      required: true,
      example: 90,
      unit: 'minutes',
    }),
    note: notes('What was done.', { example: 'First draft, with the customer' }),
    billable: boolean('Whether to bill it.', { fallback: false }),
    userHash: onlyNew(
      reference(
        'Whose time it is (a userHash). Defaults to you; Admins of the workspace can log time for others.',
        'user',
      ),
    ),
    workspaceId: onlyNew(
      reference('The workspace. Defaults to that of the task; required without one.', 'workspace'),
    ),
    taskId: optionalReference('The task, in the same workspace.', 'task'),
  },
  {
    table: 'times',
    list: {
      sort: ['date', 'minutes'],
      filter: ['date', 'minutes', 'billable', 'userHash', 'workspaceId', 'taskId'],
      filterIndexes: ['userHash', 'workspaceId', 'taskId', 'externalId'],
    },
    hidden: trash,
  },
)

export type TimeRow = RowOf<typeof time>
