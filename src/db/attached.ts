import type { AttachedKind } from './change-log/types.ts'
import type { Tables } from './tables.ts'

type Table = keyof Tables

/** A table of links that serves as the index of a column. */
interface Links {
  table: Table
  /** The columns with the id of the attached record and of its parent. */
  owner: string
  value: string
}

/**
 * How the rows of a table follow their parent record when it goes to the trash, is restored, moves to another
 * workspace, or is purged.
 *
 * - `keep`: nothing. Nobody can reach the rows while their parent is in the trash.
 * - `together`: the row goes to the trash, comes back and moves with its parent, at the same moment. The table has
 *   `id`, `workspaceId`, `deletedAt` and `deletedBy`.
 * - `index`: the rows repeat a column of a record, and change with that record (`value-index.ts`).
 * - `count`: the rows are subtracted from the totals and added again (`tag-counts.ts`).
 * - `clear`: a background job removes the tag from the records that have it (`tag-clearing.ts`).
 * - `delete`: purged with the parent. `delete living`: the same, where rows in the trash are purged with another
 *   parent.
 * - `detach`: the column becomes null.
 * - `refuse`: the parent cannot be deleted while it has such rows. `refuse living`: rows in the trash do not count.
 */
interface Rules {
  trash: 'keep' | 'together' | 'index' | 'count'
  restore: 'keep' | 'together' | 'index' | 'count'
  move: 'keep' | 'together' | 'index'
  purge: 'keep' | 'index' | 'clear' | 'delete' | 'delete living' | 'detach' | 'refuse' | 'refuse living'
}

type Column = { [T in Table]: { table: T; column: keyof Tables[T] & string } }[Table]

export type Attachment = Column &
  Rules & {
    parent: Table
    /** The record kind in the change log. If absent, the rows are covered by their parent's entry. */
    kind?: AttachedKind
    /** How to find the rows, including those in the trash, if no index begins with the column. */
    foundBy?: string | Links
  }

const untouched = { trash: 'keep', restore: 'keep', move: 'keep', purge: 'keep' } as const
const deleted = { ...untouched, purge: 'delete' } as const
const deletedLiving = { ...untouched, purge: 'delete living' } as const
const counted = { ...deleted, trash: 'count', restore: 'count' } as const
const refused = { ...untouched, purge: 'refuse' } as const
const refusedLiving = { ...untouched, purge: 'refuse living' } as const
const cleared = { ...untouched, purge: 'clear' } as const
const together = { trash: 'together', restore: 'together', move: 'together', purge: 'delete' } as const
const togetherUntilPurged = { ...together, purge: 'keep' } as const
const detached = { ...together, purge: 'detach' } as const
const index = { trash: 'index', restore: 'index', move: 'index', purge: 'index' } as const

const byLinks = { foundBy: { table: 'taskLinks', owner: 'taskId', value: 'targetId' } } as const
const byPlace = { foundBy: 'placeId' } as const

/**
 * Every column that refers to a parent. Trash, restore, move and purge process them in this order.
 * `test/rules/attached.test.ts` finds missing columns.
 */
export const attached: readonly Attachment[] = [
  // Subtasks that outlive their parent become top-level tasks.
  { parent: 'tasks', table: 'tasks', column: 'parentTaskId', kind: 'task', ...byLinks, ...detached },
  { parent: 'tasks', table: 'times', column: 'taskId', kind: 'time', ...together },
  { parent: 'tasks', table: 'taskMinutes', column: 'taskId', ...deleted },
  { parent: 'tasks', table: 'steps', column: 'taskId', ...deleted },
  // A task that moves to another workspace leaves the others behind: see `tasks/blockers.ts`.
  { parent: 'tasks', table: 'taskBlockers', column: 'taskId', ...deleted },
  { parent: 'tasks', table: 'comments', column: 'taskId', kind: 'comment', ...together },
  { parent: 'tasks', table: 'taskSubscribers', column: 'taskId', ...deleted },
  { parent: 'tasks', table: 'mutes', column: 'taskId', ...deleted },
  { parent: 'tasks', table: 'favorites', column: 'taskId', ...deleted },
  { parent: 'tasks', table: 'notifications', column: 'taskId', ...together },
  { parent: 'tasks', table: 'dueNotices', column: 'taskId', ...deleted },
  { parent: 'tasks', table: 'taskBlockers', column: 'blockerId', ...deleted },
  { parent: 'tasks', table: 'files', column: 'taskId', kind: 'file', ...byPlace, ...together },
  // A timer runs on without its task. When it stops, its time is logged without a task, or wherever the task is by then.
  { parent: 'tasks', table: 'timers', column: 'taskId', ...untouched },
  { parent: 'tasks', table: 'taskAssignees', column: 'taskId', ...index },
  { parent: 'tasks', table: 'taskTags', column: 'taskId', ...index },
  { parent: 'tasks', table: 'taskLinks', column: 'taskId', ...index },
  { parent: 'tasks', table: 'taskLinks', column: 'targetId', ...index },

  { parent: 'files', table: 'fileVersions', column: 'fileId', ...deleted },
  { parent: 'files', table: 'fileSubscribers', column: 'fileId', ...deleted },
  { parent: 'files', table: 'comments', column: 'fileId', kind: 'comment', ...together },
  { parent: 'files', table: 'mutes', column: 'fileId', ...deleted },
  { parent: 'files', table: 'favorites', column: 'fileId', ...deleted },
  { parent: 'files', table: 'notifications', column: 'fileId', ...together },
  { parent: 'files', table: 'fileTags', column: 'fileId', ...index },

  // A subfolder went to the trash with its parent or earlier, so it is purged on its own schedule.
  { parent: 'folders', table: 'folders', column: 'parentFolderId', kind: 'folder', ...togetherUntilPurged },
  { parent: 'folders', table: 'files', column: 'folderId', kind: 'file', ...byPlace, ...together },
  { parent: 'folders', table: 'favorites', column: 'folderId', ...deleted },

  // A record restored from the trash loses a list or milestone that was deleted in the meantime.
  { parent: 'milestones', table: 'tasks', column: 'milestoneId', ...byLinks, ...refusedLiving },
  { parent: 'milestones', table: 'tasklists', column: 'milestoneId', ...refused },
  { parent: 'milestones', table: 'files', column: 'milestoneId', ...refusedLiving },
  { parent: 'milestones', table: 'comments', column: 'milestoneId', kind: 'comment', ...together },
  { parent: 'milestones', table: 'milestoneSubscribers', column: 'milestoneId', ...deleted },
  { parent: 'milestones', table: 'mutes', column: 'milestoneId', ...deleted },
  { parent: 'milestones', table: 'favorites', column: 'milestoneId', ...deleted },
  { parent: 'milestones', table: 'notifications', column: 'milestoneId', ...together },
  { parent: 'events', table: 'comments', column: 'eventId', kind: 'comment', ...together },
  { parent: 'events', table: 'notifications', column: 'eventId', ...together },
  { parent: 'timesheets', table: 'notifications', column: 'timesheetId', ...deleted },
  // Replies by others are kept: they become top-level comments once their parent is purged.
  { parent: 'comments', table: 'comments', column: 'parentCommentId', ...untouched, purge: 'detach' },
  { parent: 'comments', table: 'commentReactions', column: 'commentId', ...deleted },
  { parent: 'tasklists', table: 'tasks', column: 'tasklistId', ...byLinks, ...refusedLiving },
  { parent: 'tasklists', table: 'favorites', column: 'tasklistId', ...deleted },
  // Deleting a stage moves its tasks to another one first.
  { parent: 'stages', table: 'tasks', column: 'stageId', ...byLinks, ...untouched, purge: 'detach' },

  // The contents of a workspace are out of reach while it is in the trash, and are purged before it.
  { parent: 'workspaces', table: 'comments', column: 'workspaceId', kind: 'comment', ...deleted },
  { parent: 'workspaces', table: 'files', column: 'workspaceId', kind: 'file', ...deleted },
  { parent: 'workspaces', table: 'tasks', column: 'workspaceId', kind: 'task', ...deleted },
  // An entry in the trash went there with its task, and is purged with it.
  { parent: 'workspaces', table: 'times', column: 'workspaceId', kind: 'time', ...deletedLiving },
  { parent: 'workspaces', table: 'notifications', column: 'workspaceId', ...deletedLiving },
  { parent: 'workspaces', table: 'folders', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'tasklists', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'stages', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'milestones', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'events', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'reports', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'tagUses', column: 'workspaceId', ...counted },
  { parent: 'workspaces', table: 'members', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'workspaceSubscribers', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'mutes', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'favorites', column: 'workspaceId', ...deleted },
  { parent: 'workspaces', table: 'timers', column: 'workspaceId', ...untouched },

  { parent: 'workspaceGroups', table: 'workspaces', column: 'workspaceGroupId', ...refused },
  { parent: 'accounts', table: 'accounts', column: 'parentAccountId', ...refused },
  { parent: 'accounts', table: 'workspaces', column: 'accountId', ...refused },

  { parent: 'tags', table: 'taskTags', column: 'tagId', ...cleared },
  { parent: 'tags', table: 'fileTags', column: 'tagId', ...cleared },
  { parent: 'tags', table: 'tagUses', column: 'tagId', ...cleared },
  { parent: 'tags', table: 'tagTotals', column: 'tagId', ...cleared },
  { parent: 'tags', table: 'tags', column: 'mergedInto', ...cleared },

  { parent: 'users', table: 'members', column: 'userId', ...refused },
  { parent: 'users', table: 'taskAssignees', column: 'userId', ...refused },
  { parent: 'users', table: 'times', column: 'userHash', ...refused },
  { parent: 'users', table: 'timesheets', column: 'userHash', ...refused },
  { parent: 'users', table: 'clients', column: 'actAs', ...refused },
  { parent: 'users', table: 'settings', column: 'userHash', ...deleted },
  { parent: 'users', table: 'notificationSettings', column: 'userHash', ...deleted },
  { parent: 'users', table: 'sessions', column: 'userId', ...deleted },
  { parent: 'users', table: 'invitations', column: 'userId', ...deleted },
  { parent: 'users', table: 'oneTimeCodes', column: 'userId', ...deleted },
  { parent: 'users', table: 'recoveryCodes', column: 'userId', ...deleted },
  { parent: 'users', table: 'ssoIdentities', column: 'userId', ...deleted },
  // Another user may have subscribed them.
  { parent: 'users', table: 'fileSubscribers', column: 'userId', ...deleted },
  { parent: 'users', table: 'taskSubscribers', column: 'userId', ...deleted },
  { parent: 'users', table: 'milestoneSubscribers', column: 'userId', ...deleted },
  { parent: 'users', table: 'workspaceSubscribers', column: 'userId', ...deleted },
  { parent: 'users', table: 'notifications', column: 'userHash', ...deleted },
  { parent: 'users', table: 'dueNotices', column: 'userId', ...deleted },
  { parent: 'users', table: 'unmailed', column: 'userId', ...deleted },
  { parent: 'users', table: 'mailings', column: 'userId', ...deleted },
  // Only people who have signed in have these, and they are never deleted.
  { parent: 'users', table: 'accessTokens', column: 'userId', ...untouched },
  { parent: 'users', table: 'calendarFeeds', column: 'userHash', ...untouched },
  { parent: 'users', table: 'deferredAssets', column: 'userId', ...untouched },
  { parent: 'users', table: 'files', column: 'lockedBy', ...untouched },
  { parent: 'users', table: 'taskMinutes', column: 'userHash', ...untouched },
  { parent: 'users', table: 'timers', column: 'userHash', ...untouched },
  { parent: 'users', table: 'commentReactions', column: 'userId', ...untouched },
  { parent: 'users', table: 'mutes', column: 'userId', ...untouched },
  { parent: 'users', table: 'favorites', column: 'userHash', ...untouched },
  { parent: 'users', table: 'recents', column: 'userHash', ...untouched },
]

export function attachedTo(parent: Table): Attachment[] {
  return attached.filter((each) => each.parent === parent)
}

/** The records that are purged by their own age in the trash, in this order, with their names in the change log. */
export const purgedByAge = [
  { table: 'files', kind: 'file' },
  { table: 'tasks', kind: 'task' },
  { table: 'folders', kind: 'folder' },
  { table: 'workspaces', kind: 'workspace' },
  { table: 'comments', kind: 'comment' },
] as const
