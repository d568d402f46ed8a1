import type { Actor } from '../../base/actor.ts'
import type { Reader } from '../../db/database.ts'
import type { Site } from '../../http/context.ts'
import { listOf } from '../../lists/list.ts'
import { present, type Representation } from '../../schema/present.ts'
import { type TasklistRow, tasklist } from '../../schema/records/tasklist.ts'
import { type Found, findInside } from '../workspaces/inside.ts'

export const tasklists = listOf(tasklist)

/** The task lists of one workspace, which have an order. */
export const tasklistsInOrder = listOf(tasklist, { inOrder: true })

export function presentTasklist(site: Site, row: TasklistRow): Representation {
  return present(tasklist, site.publicUrl, row.id, row)
}

export function findTasklist(reader: Reader, actor: Actor, id: string): Promise<Found<TasklistRow>> {
  return findInside(reader, actor, 'tasklists', id, 'task list')
}
