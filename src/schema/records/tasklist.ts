import { boolean, date, onlyNew } from '../fields/fields.ts'
import { optionalReference, reference } from '../fields/reference.ts'
import { name } from '../fields/text.ts'
import { ordered, type RowOf, resource } from '../resource.ts'

const sentence = 'A list of tasks in a workspace, or a template for such lists.'

const fields = {
  tasklistName: name('The name of the list.', { example: 'Launch' }),
  startDate: date('The day on which its work should start. Tasks copied from a template are dated from it.', {
    example: '2026-03-02',
  }),
  milestoneId: optionalReference('The milestone it belongs to, in the same workspace.', 'milestone'),
  template: boolean('Whether it is meant as a template for other lists.', { fallback: false }),
  workspaceId: onlyNew(reference('The workspace it is in.', 'workspace', { required: true })),
}

export const tasklist = resource('tasklist', sentence, fields, {
  table: 'tasklists',
  searched: ['tasklistName'],
  list: {
    sort: ['tasklistName'],
    filter: ['tasklistName', 'milestoneId', 'template', 'workspaceId'],
    filterIndexes: ['workspaceId', 'milestoneId', 'externalId'],
    orderedWithin: 'workspaceId',
  },
  hidden: ordered,
})

/** What a new list can be created with: its fields, and a list to copy tasks from, which is not stored. */
export const newTasklist = resource('tasklist', sentence, {
  ...fields,
  tasklistTemplate: onlyNew(
    optionalReference(
      'A list, template or not, in any of your workspaces, whose tasks are copied. If both lists have a `startDate`, the dates of the copies shift by the days between the two.',
      'tasklist',
    ),
  ),
})

export type TasklistRow = RowOf<typeof tasklist>
