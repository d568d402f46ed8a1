import type { Actor } from '../../base/actor.ts'
import { problem } from '../../base/errors.ts'
import type { Reader } from '../../db/database.ts'
import { findRow } from '../../db/records.ts'
import type { CommentRow } from '../../schema/records/comment.ts'
import { findEvent } from '../events.ts'
import { findFile } from '../files/file.ts'
import { findMilestone } from '../milestones.ts'
import { findTask } from '../tasks/task.ts'
import type { Found } from '../workspaces/inside.ts'

type FoundPlace = Found<{ companyNo: number; id: string }>

/** A kind of record that people comment on. */
export interface CommentPlace {
  kind: 'task' | 'file' | 'milestone' | 'event'
  table: 'tasks' | 'files' | 'milestones' | 'events'
  /** The column of a comment that names the record. */
  column: 'taskId' | 'fileId' | 'milestoneId' | 'eventId'
  find: (reader: Reader, actor: Actor, id: string) => Promise<FoundPlace>
}

export const commentPlaces: readonly CommentPlace[] = [
  { kind: 'task', table: 'tasks', column: 'taskId', find: findTask },
  { kind: 'file', table: 'files', column: 'fileId', find: findFile },
  { kind: 'milestone', table: 'milestones', column: 'milestoneId', find: findMilestone },
  { kind: 'event', table: 'events', column: 'eventId', find: findEvent },
]

/** The record that a comment is about. */
function placeOf(row: CommentRow): { place: CommentPlace; id: string } {
  for (const place of commentPlaces) {
    const id = row[place.column]
    if (id !== null) return { place, id }
  }
  throw new Error(`The comment ${row.id} is not on any record`)
}

/** A comment comes back to the record that it is about, where it was. */
export async function demandPlace(reader: Reader, row: CommentRow): Promise<void> {
  const { place, id } = placeOf(row)
  const found = await findRow(reader, place.table, row.companyNo, id)
  if (found === undefined || ('deletedAt' in found && found.deletedAt !== null))
    throw problem('conflict', `The ${place.kind} of the comment is in the trash. Restore it first.`)
  if (found.workspaceId !== row.workspaceId)
    throw problem('conflict', `The ${place.kind} of the comment has moved to another workspace.`)
}
