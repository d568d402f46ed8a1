import { choice, onlyNew, optionalInteger } from '../fields/fields.ts'
import { reference } from '../fields/reference.ts'
import { name } from '../fields/text.ts'
import { ordered, type RowOf, resource } from '../resource.ts'
import { taskStatuses } from './task.ts'

export const stage = resource(
  'stage',
  'A column of a workspace’s board. It corresponds to one of the statuses of a task.',
  {
    stageName: name('The name of the column.', { example: 'In review' }),
    status: onlyNew(
      choice('The status of the tasks in it.', taskStatuses, { required: true, example: 'In Progress' }),
    ),
    softLimit: optionalInteger('How many tasks should be in it at most. More are allowed.', 1, 10_000, {
      example: 5,
    }),
    workspaceId: onlyNew(reference('The workspace it belongs to.', 'workspace', { required: true })),
  },
  {
    table: 'stages',
    list: { sort: ['stageName'], filter: ['stageName', 'status'], orderedWithin: 'workspaceId' },
    hidden: ordered,
  },
)

export type StageRow = RowOf<typeof stage>
