import { type RecordRows, records } from '../schema/records.ts'
import { storedFields, tableOf } from '../schema/storage.ts'
import type { AccessTokenRow, UsedAssertionRow } from './rows/access.ts'
import type {
  BlobRow,
  DeferredAssetRow,
  DoomedBlobRow,
  FileSubscriberRow,
  FileTagRow,
  FileTextRow,
  MilestoneSubscriberRow,
  MuteRow,
  RecentRow,
  StorageUseRow,
  TaskSubscriberRow,
  UploadPieceRow,
  WorkspaceSubscriberRow,
} from './rows/files.ts'
import type { MemberRow } from './rows/places.ts'
import type {
  AllowanceRow,
  BackupRow,
  CallerWriteRow,
  ChangeRow,
  FeedRow,
  IdempotencyKeyRow,
  InstallationRow,
  LeaseRow,
  MailingRow,
  NotifiedRow,
  SearchEntryRow,
  UnindexedRow,
  UnmailedRow,
  UnnumberedRow,
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
import type {
  CommentReactionRow,
  DueNoticeRow,
  TaskAssigneeRow,
  TaskBlockerRow,
  TaskLinkRow,
  TaskTagRow,
} from './rows/work.ts'

/**
 * The rows as stored, with the same camelCase names as in JSON, so that no mapper is needed. Times are RFC 3339 texts
 * in UTC with milliseconds, and dates are texts, so both sort chronologically. `…Key` columns hold what a list sorts by
 * and are never null: the folded form of a text, or a value that sorts last where there is none.
 */
export interface Tables extends RecordRows, OfCompany, OfInstallation {}

/** The other tables with rows of a company. */
interface OfCompany {
  feed: FeedRow
  unnumbered: UnnumberedRow
  callerWrites: CallerWriteRow
  unindexed: UnindexedRow
  searchEntries: SearchEntryRow
  changes: ChangeRow
  idempotencyKeys: IdempotencyKeyRow
  mails: MailRow
  unmailed: UnmailedRow
  mailings: MailingRow
  accessTokens: AccessTokenRow
  oneTimeCodes: OneTimeCodeRow
  recoveryCodes: RecoveryCodeRow
  ssoIdentities: SsoIdentityRow
  ssoDomains: SsoDomainRow
  taskMinutes: TaskMinutesRow
  fileTags: FileTagRow
  fileSubscribers: FileSubscriberRow
  taskSubscribers: TaskSubscriberRow
  milestoneSubscribers: MilestoneSubscriberRow
  workspaceSubscribers: WorkspaceSubscriberRow
  mutes: MuteRow
  recents: RecentRow
  uploadPieces: UploadPieceRow
  deferredAssets: DeferredAssetRow
  fileTexts: FileTextRow
  blobs: BlobRow
  storageUse: StorageUseRow
  tagUses: TagUseRow
  tagTotals: TagTotalRow
  taskTags: TaskTagRow
  taskAssignees: TaskAssigneeRow
  taskLinks: TaskLinkRow
  taskBlockers: TaskBlockerRow
  dueNotices: DueNoticeRow
  notified: NotifiedRow
  commentReactions: CommentReactionRow
  members: MemberRow
}

interface OfInstallation {
  doomedBlobs: DoomedBlobRow
  usedAssertions: UsedAssertionRow
  allowances: AllowanceRow
  throttles: ThrottleRow
  leases: LeaseRow
  installation: InstallationRow
  backups: BackupRow
}

type Others = OfCompany & OfInstallation
type BooleansOf<R> = { [C in keyof R]: R[C] extends boolean ? C : never }[keyof R]
type OtherBoolean = { [T in keyof Others]: BooleansOf<Others[T]> }[keyof Others]

/** Complete, or it does not compile. `hit`: whether a row matches a page's conditions; `invited`: read with users. */
const otherBooleans: Readonly<Record<OtherBoolean | 'hit' | 'invited', true>> = { hit: true, invited: true }

/** The columns that SQLite stores as 0 and 1. */
export const booleanColumns: ReadonlySet<string> = new Set([
  ...Object.keys(otherBooleans),
  ...records.flatMap((each) =>
    storedFields(each)
      .filter(({ field }) => field.schema.type === 'boolean')
      .map(({ name }) => name),
  ),
])

/** The tables whose rows can be in the trash. */
export const trashedTables: ReadonlySet<string> = new Set(
  records.filter(({ hidden }) => Object.hasOwn(hidden, 'deletedAt')).map(tableOf),
)

/** Children come before their parents. Complete, or it does not compile. */
const ofCompany: Readonly<Record<keyof OfCompany, true>> = {
  feed: true,
  unnumbered: true,
  callerWrites: true,
  unindexed: true,
  searchEntries: true,
  changes: true,
  idempotencyKeys: true,
  mails: true,
  unmailed: true,
  mailings: true,
  accessTokens: true,
  oneTimeCodes: true,
  recoveryCodes: true,
  ssoIdentities: true,
  ssoDomains: true,
  taskMinutes: true,
  fileTags: true,
  fileSubscribers: true,
  taskSubscribers: true,
  milestoneSubscribers: true,
  workspaceSubscribers: true,
  mutes: true,
  recents: true,
  uploadPieces: true,
  deferredAssets: true,
  fileTexts: true,
  blobs: true,
  storageUse: true,
  tagUses: true,
  tagTotals: true,
  taskTags: true,
  taskAssignees: true,
  taskLinks: true,
  taskBlockers: true,
  dueNotices: true,
  notified: true,
  commentReactions: true,
  members: true,
}

/** The tables with rows of a company, children before their parents; its own row comes last. */
export const companyTables: readonly string[] = [
  ...Object.keys(ofCompany),
  ...records.map(tableOf).toReversed(),
]
