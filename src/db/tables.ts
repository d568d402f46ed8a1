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
 * The rows as stored, with the same camelCase names as in JSON, so that no mapper is needed. Times are RFC 3339 texts
 * in UTC with milliseconds, and dates are texts, so both sort chronologically. `…Key` columns hold what a list sorts by
 * and are never null: the folded form of a text, or a value that sorts last where there is none.
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

/** Complete, or it does not compile. `hit`: whether a row matches a page's conditions. */
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

/** Children come before their parents, so that a company can be deleted table by table. */
const ofCompany: Readonly<Record<CompanyTable, true>> = {
  changes: true,
  idempotencyKeys: true,
  mails: true,
  accessTokens: true,
  sessions: true,
  invitations: true,
  oneTimeCodes: true,
  recoveryCodes: true,
  ssoIdentities: true,
  ssoDomains: true,
  clientKeys: true,
  clients: true,
  calendarFeeds: true,
  reports: true,
  timers: true,
  taskMinutes: true,
  times: true,
  fileTags: true,
  fileSubscribers: true,
  fileVersions: true,
  files: true,
  uploadPieces: true,
  deferredAssets: true,
  blobs: true,
  storageUse: true,
  tagUses: true,
  tagTotals: true,
  taskTags: true,
  taskAssignees: true,
  taskLinks: true,
  tags: true,
  tasks: true,
  tasklists: true,
  milestones: true,
  events: true,
  folders: true,
  members: true,
  roles: true,
  workspaces: true,
  accounts: true,
  workspaceGroups: true,
  users: true,
  companies: true,
}

/** The tables with rows of a company, children before their parents; its own row comes last. */
export const companyTables: readonly string[] = Object.keys(ofCompany)
