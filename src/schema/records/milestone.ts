import { customFields } from '../fields/custom.ts'
import { choice, date, onlyNew } from '../fields/fields.ts'
import { reference, texts } from '../fields/reference.ts'
import { name, notes } from '../fields/text.ts'
import { type RowOf, resource } from '../resource.ts'
import { taskStatuses } from './task.ts'

export const milestone = resource(
  'milestone',
  'A goal that the work of a workspace leads to.',
  {
    title: name('The goal.', { example: 'Design approved' }),
    description: notes('More about it.'),
    status: choice('Its status. Any status can follow any other.', taskStatuses, { fallback: 'Open' }),
    startDate: date('The day on which work towards it starts.', { example: '2026-03-02' }),
    dueDate: date('The day by which it should be reached; not before `startDate`.'),
    reminders: texts('Your own notes on when to remind whom. Empty texts are dropped.', {
      example: ['1 day before'],
    }),
    workspaceId: onlyNew(reference('The workspace it is in.', 'workspace', { required: true })),
    customFields: customFields(),
  },
  {
    table: 'milestones',
    searched: ['title', 'description'],
    list: {
      sort: ['title', 'status', 'startDate', 'dueDate'],
      filter: ['title', 'status', 'startDate', 'dueDate', 'workspaceId'],
      filterIndexes: ['workspaceId', 'externalId'],
    },
  },
)

export type MilestoneRow = RowOf<typeof milestone>
