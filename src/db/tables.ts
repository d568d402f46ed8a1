import type { AccountRow } from '../schema/records/account.ts'
import type { CalendarFeedRow } from '../schema/records/calendar-feed.ts'
import type { ClientKeyRow, ClientRow } from '../schema/records/client.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import type { EventRow } from '../schema/records/event.ts'
import type { FileRow, FileVersionRow } from '../schema/records/file.ts'
import type { FolderRow } from '../schema/records/folder.ts'
import type { InvitationRow } from '../schema/records/invitation.ts'
import type { MilestoneRow } from '../schema/records/milestone.ts'
import type { ReportRow } from '../schema/records/report.ts'
import type { RoleRow } from '../schema/records/role.ts'
import type { SessionRow } from '../schema/records/session.ts'
import type { TagRow } from '../schema/records/tag.ts'
import type { TaskRow } from '../schema/records/task.ts'
import type { TasklistRow } from '../schema/records/tasklist.ts'
import type { TimeRow } from '../schema/records/time.ts'
import type { TimerRow } from '../schema/records/timer.ts'
import type { UserRow } from '../schema/records/user.ts'
import type { WorkspaceRow } from '../schema/records/workspace.ts'
import type { WorkspaceGroupRow } from '../schema/records/workspace-group.ts'
import type { AccessTokenRow, UsedAssertionRow } from './rows/access.ts'
import type {
  BlobRow,
  DeferredAssetRow,
  DoomedBlobRow,
  FileSubscriberRow,
  FileTagRow,
  StorageUseRow,
  UploadPieceRow,
} from './rows/files.ts'
import type { MemberRow } from './rows/places.ts'
import type { Trashable } from './rows/record.ts'
import type {
  AllowanceRow,
  BackupRow,
  ChangeRow,
  IdempotencyKeyRow,
  InstallationRow,
  LeaseRow,
} from './rows/running.ts'
import type {
  MailRow,
  OneTimeCodeRow,
  RecoveryCodeRow,
  SsoDomainRow,
  SsoIdentityRow,
  ThrottleRow,
} from './rows/sign-in.ts'
import type { TagTotalRow, TagUseRow } from './rows/tags.ts'
import type { TaskMinutesRow } from './rows/times.ts'
import type { TaskAssigneeRow, TaskLinkRow, TaskTagRow } from './rows/work.ts'

/**
 * The rows as they are stored: the same camelCase names as in JSON, so that there is no mapper. Times are
 * RFC 3339 texts in UTC with milliseconds and dates are texts: both sort as they read. `…Key` columns hold
 * what a list sorts by and are never missing: a text's folded form, or a value that stands after all
 * others where there is none.
 */
export interface Tables {
  companies: CompanyRow
  users: UserRow
  workspaceGroups: WorkspaceGroupRow
  workspaces: WorkspaceRow
  members: MemberRow
  roles: RoleRow
  accounts: AccountRow
  folders: FolderRow
  milestones: MilestoneRow
  events: EventRow
  tasklists: TasklistRow
  tasks: TaskRow
  taskAssignees: TaskAssigneeRow
  taskTags: TaskTagRow
  taskLinks: TaskLinkRow
  files: FileRow
  fileTags: FileTagRow
  fileVersions: FileVersionRow
  fileSubscribers: FileSubscriberRow
  blobs: BlobRow
  doomedBlobs: DoomedBlobRow
  storageUse: StorageUseRow
  deferredAssets: DeferredAssetRow
  uploadPieces: UploadPieceRow
  tags: TagRow
  tagUses: TagUseRow
  tagTotals: TagTotalRow
  times: TimeRow
  taskMinutes: TaskMinutesRow
  timers: TimerRow
  reports: ReportRow
  calendarFeeds: CalendarFeedRow
  changes: ChangeRow
  clients: ClientRow
  clientKeys: ClientKeyRow
  accessTokens: AccessTokenRow
  usedAssertions: UsedAssertionRow
  allowances: AllowanceRow
  idempotencyKeys: IdempotencyKeyRow
  leases: LeaseRow
  installation: InstallationRow
  sessions: SessionRow
  invitations: InvitationRow
  oneTimeCodes: OneTimeCodeRow
  recoveryCodes: RecoveryCodeRow
  ssoDomains: SsoDomainRow
  ssoIdentities: SsoIdentityRow
  throttles: ThrottleRow
  mails: MailRow
  backups: BackupRow
}

type BooleansOf<R> = { [C in keyof R]: R[C] extends boolean ? C : never }[keyof R]
type BooleanColumn = { [T in keyof Tables]: BooleansOf<Tables[T]> }[keyof Tables]

/** Complete, or it does not compile. `hit` is how a page asks whether a row matches. */
const booleans: Readonly<Record<BooleanColumn | 'hit', true>> = {
  archived: true,
  notGrouped: true,
  compatibility: true,
  template: true,
  allDay: true,
  oneTimeCodesRequired: true,
  mailed: true,
  billable: true,
  shared: true,
  hit: true,
}

export const booleanColumns: ReadonlySet<string> = new Set(Object.keys(booleans))

type TrashedTable = { [T in keyof Tables]: Tables[T] extends Trashable ? T : never }[keyof Tables]

const trashed: Readonly<Record<TrashedTable, true>> = {
  workspaces: true,
  folders: true,
  tasks: true,
  times: true,
  files: true,
  tags: true,
}

/** The tables whose rows can be in the trash. */
export const trashedTables: ReadonlySet<string> = new Set(Object.keys(trashed))

type CompanyTable = { [T in keyof Tables]: Tables[T] extends { companyNo: number } ? T : never }[keyof Tables]

const ofCompany: Readonly<Record<CompanyTable, true>> = {
  users: true,
  workspaceGroups: true,
  workspaces: true,
  members: true,
  roles: true,
  accounts: true,
  folders: true,
  milestones: true,
  events: true,
  tasklists: true,
  tasks: true,
  taskAssignees: true,
  taskTags: true,
  taskLinks: true,
  files: true,
  fileTags: true,
  fileVersions: true,
  fileSubscribers: true,
  blobs: true,
  storageUse: true,
  deferredAssets: true,
  uploadPieces: true,
  tags: true,
  tagUses: true,
  tagTotals: true,
  times: true,
  taskMinutes: true,
  timers: true,
  reports: true,
  calendarFeeds: true,
  changes: true,
  clients: true,
  clientKeys: true,
  accessTokens: true,
  idempotencyKeys: true,
  sessions: true,
  invitations: true,
  oneTimeCodes: true,
  recoveryCodes: true,
  ssoDomains: true,
  ssoIdentities: true,
  mails: true,
  companies: true,
}

/** The tables whose rows belong to a company; its own row stands last. */
export const companyTables: readonly string[] = Object.keys(ofCompany)
