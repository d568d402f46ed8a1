import type { CompanyPermission, Organization, UserType } from '../actor.ts'

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
  tasks: TaskRow
  taskAssignees: TaskAssigneeRow
  taskTags: TaskTagRow
  tags: TagRow
  changes: ChangeRow
  clients: ClientRow
  clientKeys: ClientKeyRow
  accessTokens: AccessTokenRow
  usedAssertions: UsedAssertionRow
  allowances: AllowanceRow
  idempotencyKeys: IdempotencyKeyRow
  leases: LeaseRow
}

/** What every record has. `companyNo` is a small number that begins every key. */
export interface RecordRow {
  companyNo: number
  id: string
  externalId: string | null
  createdAt: string
  updatedAt: string
  createdBy: string | null
}

/** What goes to the trash before it is purged. */
export interface Trashable {
  deletedAt: string | null
  deletedBy: string | null
}

export interface CompanyRow extends RecordRow {
  companyName: string
  organization: Organization
}

export interface UserRow extends RecordRow {
  email: string
  emailKey: string
  fullName: string
  fullNameKey: string
  userType: UserType
  status: 'Active' | 'Inactive'
  /** JSON list of {@link CompanyPermission}. */
  permissions: string
  timeZone: string
  lastSeenAt: string | null
  passwordHash: string | null
}

export function readPermissions(row: Pick<UserRow, 'permissions'>): CompanyPermission[] {
  return JSON.parse(row.permissions) as CompanyPermission[]
}

export interface WorkspaceGroupRow extends RecordRow {
  workspaceGroupName: string
  workspaceGroupNameKey: string
  /** The group `Not Grouped`, made with the company. */
  notGrouped: boolean
}

export interface WorkspaceRow extends RecordRow, Trashable {
  workspaceName: string
  workspaceNameKey: string
  urlShortName: string
  urlShortNameKey: string
  description: string | null
  workspaceType: string
  archived: boolean
  accountId: string | null
  workspaceGroupId: string | null
  /** JSON list. */
  customFields: string
}

export const workspaceRoles = ['Reader', 'Contributor', 'Admin'] as const
export type WorkspaceRole = (typeof workspaceRoles)[number]

export interface MemberRow {
  companyNo: number
  workspaceId: string
  userId: string
  role: WorkspaceRole
  externalId: string | null
  createdAt: string
  updatedAt: string
  createdBy: string | null
}

export const taskStatuses = ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled'] as const
export type TaskStatus = (typeof taskStatuses)[number]

export interface TaskRow extends RecordRow, Trashable {
  workspaceId: string
  parentTaskId: string | null
  title: string
  titleKey: string
  description: string | null
  status: TaskStatus
  priority: number
  startDate: string | null
  dueDate: string | null
  completedAt: string | null
  estimateMinutes: number | null
  /** JSON list of user ids; `taskAssignees` is its index. */
  assignees: string
  /** JSON list of tag ids; `taskTags` is its index. */
  tagIds: string
  /** JSON list. */
  customFields: string
}

export interface TaskAssigneeRow {
  companyNo: number
  userId: string
  taskId: string
}

export interface TaskTagRow {
  companyNo: number
  tagId: string
  taskId: string
}

export interface TagRow extends RecordRow {
  tagName: string
  tagNameKey: string
}

/** The change log, contract section 10. `seq` is numbered by the feed. */
export interface ChangeRow {
  companyNo: number
  id: string
  seq: number | null
  at: string
  type: string
  kind: string
  recordId: string
  workspaceId: string | null
  otherWorkspaceId: string | null
  userId: string | null
  clientId: string | null
  requestId: string
  /** JSON list of the names of the fields that changed. */
  fields: string
}

/** An API client: a program of the company that acts as one of its users. */
export interface ClientRow extends RecordRow {
  name: string
  nameKey: string
  actAs: string
  compatibility: boolean
  status: 'Active' | 'Revoked'
  lastUsedAt: string | null
}

/** One of a client's keys; the private half is not kept. */
export interface ClientKeyRow extends RecordRow {
  clientId: string
  /** SPKI, as PEM. */
  publicKey: string
  fingerprint: string
  status: 'Active' | 'Revoked'
  lastUsedAt: string | null
}

export interface UsedAssertionRow {
  clientId: string
  jti: string
  expiresAt: string
}

export interface AllowanceRow {
  key: string
  left: number
  /** Seconds since the epoch, by the engine's clock. */
  at: number
}

/** Opaque tokens are kept as a hash only. */
export interface AccessTokenRow {
  hash: string
  companyNo: number
  userId: string
  clientId: string | null
  /** The client's key that it was issued for. */
  keyId: string | null
  scope: string
  issuedAt: string
  expiresAt: string
  revokedAt: string | null
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

export interface LeaseRow {
  name: string
  owner: string
  expiresAt: string
}

type BooleansOf<R> = { [C in keyof R]: R[C] extends boolean ? C : never }[keyof R]
type BooleanColumn = { [T in keyof Tables]: BooleansOf<Tables[T]> }[keyof Tables]

/** Complete, or it does not compile. `hit` is how a page asks whether a row matches. */
const booleans: Readonly<Record<BooleanColumn | 'hit', true>> = {
  archived: true,
  notGrouped: true,
  compatibility: true,
  hit: true,
}

export const booleanColumns: ReadonlySet<string> = new Set(Object.keys(booleans))

type TrashedTable = { [T in keyof Tables]: Tables[T] extends Trashable ? T : never }[keyof Tables]

const trashed: Readonly<Record<TrashedTable, true>> = { workspaces: true, tasks: true }

/** The tables whose rows can be in the trash. */
export const trashedTables: ReadonlySet<string> = new Set(Object.keys(trashed))
