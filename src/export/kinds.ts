import { createPublicKey } from 'node:crypto'
import type { Tables } from '../db/tables.ts'
import { mondayOf } from '../query/days.ts'
import { fingerprintOf } from '../schema/fields/credentials.ts'
import { deepestAccount } from '../schema/records/account.ts'
import type { CommentRow } from '../schema/records/comment.ts'
import { favoriteKinds } from '../schema/records/favorite.ts'
import type { FileRow } from '../schema/records/file.ts'
import { deepestFolder } from '../schema/records/folder.ts'
import { type QuietHours, quietFault } from '../schema/records/notification-settings.ts'
import { deepestTask } from '../schema/records/task.ts'
import { type RecordRows, records } from '../schema/records.ts'
import { tableOf } from '../schema/storage.ts'
import { type ExportRules, type Kind, oneOf, recordKind } from './kind.ts'
import {
  changes,
  commentReactions,
  dueNotices,
  fileSubscribers,
  members,
  milestoneSubscribers,
  mutes,
  oneTimeCodes,
  recoveryCodes,
  ssoIdentities,
  taskBlockers,
  taskSubscribers,
  workspaceSubscribers,
} from './table-kinds.ts'

type PlacedFile = Pick<FileRow, 'workspaceId' | 'folderId' | 'taskId' | 'milestoneId'>

const placeOf = ({ workspaceId, folderId, taskId, milestoneId }: PlacedFile): string =>
  folderId ?? taskId ?? milestoneId ?? workspaceId

/** Whether http:// is allowed depends on a setting, which is checked when the provider is contacted. */
function ssoFault({ ssoIssuer, ssoClientId }: Readonly<Record<string, unknown>>): string | undefined {
  if (ssoIssuer === null) return undefined
  const issuer = String(ssoIssuer)
  if (!/^https?:\/\//.test(issuer) || !URL.canParse(issuer))
    return 'must have an "ssoIssuer" that begins with https://'
  return ssoClientId === null ? 'must have an "ssoClientId" with its "ssoIssuer"' : undefined
}

function commentFault(row: Readonly<Record<string, unknown>>): string | undefined {
  const { taskId, fileId, milestoneId, eventId, parentCommentId, resolvedAt } = row as unknown as CommentRow
  const places = [taskId, fileId, milestoneId, eventId].filter((id) => id !== null)
  if (places.length !== 1) return 'must be about one task, file, milestone or event'
  if (parentCommentId !== null && resolvedAt !== null)
    return 'is a reply with a "resolvedAt": a reply is resolved with the comment that it replies to'
  return undefined
}

function favoriteFault(row: Readonly<Record<string, unknown>>): string | undefined {
  const { kind, recordId } = row
  const wrong = favoriteKinds.filter((each) => row[`${each}Id`] !== (each === kind ? recordId : null))
  return wrong.length === 0 ? undefined : 'must have its "recordId" in the field of its "kind" alone'
}

/** One for each person and record until it is done. */
const liveNotification = {
  what: 'userHash and recordId',
  of: ({ userHash, recordId, doneAt }: Readonly<Record<string, unknown>>): string | undefined =>
    doneAt === null ? `${userHash} ${recordId}` : undefined,
}

/** Rules that a resource does not declare, or the reason why its table is not exported. */
const special: Readonly<Partial<Record<keyof RecordRows, ExportRules | string>>> = {
  // A deleted company that is imported is there again.
  companies: {
    fault: ssoFault,
    derived: { deletedAt: () => null },
  },
  users: { unique: [oneOf('emailKey')] },
  settings: { unique: [oneOf('userHash')] },
  notificationSettings: {
    unique: [oneOf('userHash')],
    fault: ({ quietFrom, quietUntil, quietDays }) =>
      quietFault({ quietFrom, quietUntil, quietDays } as QuietHours)?.detail,
  },
  roles: { unique: [oneOf('title')] },
  workspaceGroups: {
    unique: [{ what: 'notGrouped', of: ({ notGrouped }) => (notGrouped === true ? 'true' : undefined) }],
  },
  accounts: { tree: { parent: 'parentAccountId', deepest: deepestAccount } },
  workspaces: { unique: [oneOf('urlShortNameKey')] },
  folders: {
    unique: [oneOf('workspaceId', 'parentFolderId', 'folderNameKey')],
    tree: { parent: 'parentFolderId', deepest: deepestFolder },
  },
  milestones: {
    fault: ({ startDate, dueDate }) =>
      startDate !== null && dueDate !== null && String(dueDate) < String(startDate)
        ? 'has a "dueDate" before its "startDate"'
        : undefined,
  },
  events: {
    fault: ({ startsAt, endsAt }) =>
      String(endsAt) < String(startsAt) ? 'has an "endsAt" before its "startsAt"' : undefined,
  },
  tags: { unique: [oneOf('tagNameKey')] },
  tasks: {
    tree: { parent: 'parentTaskId', deepest: deepestTask },
    // Lists rely on this.
    fault: ({ status, completedAt }) =>
      (status === 'Completed') === (completedAt !== null)
        ? undefined
        : 'must have a "completedAt" exactly when its "status" is Completed',
  },
  timers: { unique: [oneOf('userHash')] },
  timesheets: {
    unique: [oneOf('userHash', 'week')],
    fault: ({ week }) =>
      String(week) === mondayOf(String(week)) ? undefined : 'must have a "week" that is a Monday',
  },
  files: {
    unique: [oneOf('placeId', 'fileNameKey')],
    derived: { placeId: (row) => placeOf(row as unknown as PlacedFile) },
  },
  fileVersions: { unique: [oneOf('fileId', 'version')], key: ['fileId', 'id'] },
  comments: { fault: commentFault },
  favorites: { unique: [oneOf('userHash', 'recordId')], fault: favoriteFault },
  notifications: { unique: [liveNotification] },
  clientKeys: {
    fault: ({ publicKey, fingerprint }) =>
      fingerprint === fingerprintOf(createPublicKey(String(publicKey)))
        ? undefined
        : 'must have the "fingerprint" of its "publicKey"',
  },
  // Signing keys stay behind, and an imported copy sends nothing until somebody resumes it.
  webhooks: {
    derived: {
      status: () => 'Paused',
      statusReason: () => 'copied',
      secrets: () => '',
      publicKey: () => null,
      seq: () => 0,
      delivered: () => 0,
      lastSuccessAt: () => null,
      failingSince: () => null,
      pausedUntil: () => null,
      replayAfter: () => null,
      replayUntil: () => null,
      replayTypes: () => '[]',
      touchedAt: ({ updatedAt }) => updatedAt,
    },
  },
  sessions: 'gives access',
  invitations: 'gives access',
  calendarFeeds: 'gives access',
  deliveries: 'is unfinished',
}

/** Every other table: how it is exported, or why it is not. The types require all of them. */
const others: Readonly<Record<Exclude<keyof Tables, keyof RecordRows>, Kind | string>> = {
  oneTimeCodes,
  recoveryCodes,
  ssoIdentities,
  members,
  taskBlockers,
  fileSubscribers,
  taskSubscribers,
  milestoneSubscribers,
  workspaceSubscribers,
  mutes,
  commentReactions,
  dueNotices,
  changes,

  feed: 'derived from changes',
  unnumbered: 'derived from changes',
  callerWrites: 'only concerns the replica of this installation',
  notified: 'derived from changes',
  searchEntries: 'derived from the records',
  unindexed: 'derived from the records',
  taskAssignees: 'derived from tasks',
  taskTags: 'derived from tasks',
  taskLinks: 'derived from tasks',
  taskMinutes: 'derived from times',
  fileTags: 'derived from files',
  tagUses: 'derived from tasks and files',
  tagTotals: 'derived from tasks and files',
  ssoDomains: 'derived from companies',
  blobs: 'derived from the content of files',
  fileTexts: 'derived from the content of files',
  storageUse: 'derived from the content of files',
  accessTokens: 'gives access',
  mails: 'gives access',
  unmailed: 'is unfinished',
  mailings: 'belongs to the installation',
  recents: 'is of no use elsewhere',
  deferredAssets: 'is unfinished',
  uploadPieces: 'is unfinished',
  doomedBlobs: 'belongs to the installation',
  usedAssertions: 'belongs to the installation',
  allowances: 'belongs to the installation',
  throttles: 'belongs to the installation',
  idempotencyKeys: 'belongs to the installation',
  leases: 'belongs to the installation',
  installation: 'belongs to the installation',
  backups: 'belongs to the installation',
}

/** In the order in which they are written and read: records follow the records they refer to. */
export const kinds: readonly Kind[] = [
  ...records.map((each) => {
    const own = special[tableOf(each) as keyof RecordRows]
    return typeof own === 'string' ? own : recordKind(each, own)
  }),
  ...Object.values(others),
].filter((each) => typeof each !== 'string')
