import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import type { TasklistRow } from '../../db/rows/work.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { boolean, date, onlyNew } from '../../schema/fields/fields.ts'
import { optionalReference, reference } from '../../schema/fields/reference.ts'
import { name } from '../../schema/fields/text.ts'
import { present, type Representation } from '../../schema/present.ts'
import { resource } from '../../schema/resource.ts'
import { type Found, findInside, visibleInside } from '../workspaces/inside.ts'

const sentence = 'Tasks of a workspace that belong together; as a template, one to make others from.'

const fields = {
  tasklistName: name('The name of the list.', { example: 'Launch' }),
  startDate: date('The day on which its work is to begin; the tasks of a template are dated from it.', {
    example: '2026-03-02',
  }),
  milestoneId: optionalReference('The milestone that it leads to, in the same workspace.', 'milestone'),
  template: boolean('Whether it is meant as a template for other lists.', { fallback: false }),
  workspaceId: onlyNew(reference('The workspace that it is in.', 'workspace', { required: true })),
}

export const tasklist = resource('tasklist', sentence, fields)

/** What a new list is made of: its fields, and a list whose tasks it gets, which is nothing that it keeps. */
export const newTasklist = resource('tasklist', sentence, {
  ...fields,
  tasklistTemplate: onlyNew(
    optionalReference(
      'A list, template or not, in any workspace of yours, whose tasks are copied. Where both lists have a `startDate`, the dates of the copies move by the days between the two.',
      'tasklist',
    ),
  ),
})

export const tasklists = listOf(tasklist, {
  from: '"tasklists" t',
  sort: ['tasklistName'],
  filter: ['tasklistName', 'milestoneId', 'template', 'workspaceId'],
  sortIndexes: ['tasklistName', 'updatedAt'],
  filterIndexes: ['workspaceId', 'milestoneId', 'externalId'],
})

export function presentTasklist(site: Site, row: TasklistRow): Representation {
  return present(tasklist, site.publicUrl, row.id, row)
}

export function visibleTasklistIds(
  reader: Reader,
  actor: Actor,
  ids: readonly string[],
): Promise<Set<string>> {
  return visibleInside(reader, actor, 'tasklists', tasklists, ids)
}

export function findTasklist(reader: Reader, actor: Actor, id: string): Promise<Found<TasklistRow>> {
  return findInside(reader, actor, 'tasklists', id, 'task list')
}
