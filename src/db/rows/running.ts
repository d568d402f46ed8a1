import type { NotificationReason } from '../../schema/records/notification.ts'

/** The change log, contract section 10. */
export interface ChangeRow {
  companyNo: number
  id: string
  createdAt: string
  type: string
  kind: string
  recordId: string
  workspaceId: string | null
  otherWorkspaceId: string | null
  userId: string | null
  clientId: string | null
  requestId: string
  /** The address of a sign-in or sign-in attempt. */
  address: string | null
  /** Whether external people may not see it; null: they may. */
  internalOnly: boolean | null
  /** JSON list of the names of the changed fields. */
  fields: string
  /** JSON of the values before the change, by field. Null if an earlier version wrote it. */
  previous: string | null
}

/** Up to which change of a company people have been notified. */
export interface NotifiedRow {
  companyNo: number
  seq: number
}

/** News that waits to be mailed to a person. */
export interface UnmailedRow {
  companyNo: number
  id: string
  userId: string
  notificationId: string
  /** The `firstAt` that the notification got with this news: another one means that the person has read it since. */
  since: string
  reason: NotificationReason
  actorId: string | null
  at: string
  commentId: string | null
  /** When to decide whether to mail it. */
  dueAt: string
}

/** A mail about notifications that a person got within the last hour. */
export interface MailingRow {
  companyNo: number
  id: string
  userId: string
  createdAt: string
}

/** The number of a change in its company: without gaps, in the order in which readers can see them. */
export interface FeedRow {
  companyNo: number
  seq: number
  changeId: string
}

/** A change that waits for its number. */
export interface UnnumberedRow {
  /** The order in which transactions logged their changes. */
  place: number
  companyNo: number
  changeId: string
}

/** A transaction in which a person wrote; see `Replica`. */
export interface CallerWriteRow {
  companyNo: number
  userId: string
  xid: string
  createdAt: string
}

export interface AllowanceRow {
  key: string
  left: number
  /** Seconds since the epoch, by the database's clock. */
  at: number
}

export interface IdempotencyKeyRow {
  companyNo: number
  /** The API client or the user. */
  scope: string
  key: string
  requestHash: string
  status: number
  headers: string
  body: string
  createdAt: string
}

/**
 * Reasons why a backup failed. `lacking_contents`: it succeeded, but content was missing in the service itself. `gone`:
 * its folder no longer holds a backup.
 */
export const backupFailures = [
  'disk_full',
  'unavailable',
  'refused',
  'stopped',
  'lacking_contents',
  'gone',
  'failed',
] as const

export type BackupFailure = (typeof backupFailures)[number]

/** The result of a backup. */
export interface BackupRow {
  id: string
  startedAt: string
  /** Null while it runs, or if it was stopped. */
  endedAt: string | null
  rowCount: number | null
  byteCount: number | null
  failure: BackupFailure | null
}

export interface LeaseRow {
  name: string
  owner: string
  expiresAt: string
}

/** A fact about the installation; see `src/db/installation.ts`. */
export interface InstallationRow {
  name: string
  value: string
}

/** The words of a record, for the search. */
export interface SearchEntryRow {
  place: number
  companyNo: number
  recordId: string
  kind: string
  workspaceId: string | null
  words: string
}

/** A record that has changed since it was last put into the search index. */
export interface UnindexedRow {
  place: number
  companyNo: number
  kind: string
  recordId: string
}
