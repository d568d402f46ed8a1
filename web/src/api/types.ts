/** Generated from the description by `npm run docs`. */

/** The responses of the methods under `/auth`. */
export type AuthAnswers = {
  'POST /auth/setup-links': { expiresAt: string; making: { done: number; total: number } | null }
  'POST /auth/setup': {
    signedIn: boolean
    next: 'oneTimeCode' | 'enrolment' | null
    csrfToken: string | null
    user: {
      userHash: string
      email: string
      fullName: string
      companyId: string
      companyName: string
      hasTimer: boolean
      hasCalendarAddress: boolean
    } | null
    hasCompany: boolean
    hasSingleSignOn: boolean
  }
  'GET /auth/session': {
    signedIn: boolean
    next: 'oneTimeCode' | 'enrolment' | null
    csrfToken: string | null
    user: {
      userHash: string
      email: string
      fullName: string
      companyId: string
      companyName: string
      hasTimer: boolean
      hasCalendarAddress: boolean
    } | null
    hasCompany: boolean
    hasSingleSignOn: boolean
  }
  'POST /auth/sign-in': {
    signedIn: boolean
    next: 'oneTimeCode' | 'enrolment' | null
    csrfToken: string | null
    user: {
      userHash: string
      email: string
      fullName: string
      companyId: string
      companyName: string
      hasTimer: boolean
      hasCalendarAddress: boolean
    } | null
    hasCompany: boolean
    hasSingleSignOn: boolean
  }
  'POST /auth/sign-in/code': {
    signedIn: boolean
    next: 'oneTimeCode' | 'enrolment' | null
    csrfToken: string | null
    user: {
      userHash: string
      email: string
      fullName: string
      companyId: string
      companyName: string
      hasTimer: boolean
      hasCalendarAddress: boolean
    } | null
    hasCompany: boolean
    hasSingleSignOn: boolean
  }
  'POST /auth/token': { access_token: string; token_type: string; expires_in: number; scope: string }
  'POST /auth/one-time-codes': { seed: string; address: string }
  'POST /auth/one-time-codes/confirm': { recoveryCodes: string[] }
  'POST /auth/one-time-codes/recovery-codes': { recoveryCodes: string[] }
  'POST /auth/one-time-codes/remove': undefined
  'POST /auth/invitations': {
    purpose: 'Invitation' | 'Password reset'
    email: string
    fullName: string
    companyName: string
    expiresAt: string
  }
  'POST /auth/invitations/accept': {
    signedIn: boolean
    next: 'oneTimeCode' | 'enrolment' | null
    csrfToken: string | null
    user: {
      userHash: string
      email: string
      fullName: string
      companyId: string
      companyName: string
      hasTimer: boolean
      hasCalendarAddress: boolean
    } | null
    hasCompany: boolean
    hasSingleSignOn: boolean
  }
  'POST /auth/password-resets': undefined
  'POST /auth/password': {
    signedIn: boolean
    next: 'oneTimeCode' | 'enrolment' | null
    csrfToken: string | null
    user: {
      userHash: string
      email: string
      fullName: string
      companyId: string
      companyName: string
      hasTimer: boolean
      hasCalendarAddress: boolean
    } | null
    hasCompany: boolean
    hasSingleSignOn: boolean
  }
  'POST /auth/sso': { location: string }
  'POST /auth/sign-out': undefined
}

/** What `GET /v1/company/backup` answers. */
export type BackupState = {
  state: 'none' | 'waiting' | 'fine' | 'failed' | 'overdue'
  running: boolean
  everyHours: number | null
  lastGoodAt: string | null
  last: {
    startedAt: string
    seconds: number
    rows: number | null
    bytes: number | null
    failure:
      | 'disk_full'
      | 'unavailable'
      | 'refused'
      | 'stopped'
      | 'lacking_contents'
      | 'gone'
      | 'failed'
      | null
  } | null
}

/** A node in a tree that holds workspaces and further accounts, in companies that organize them in accounts. */
export type Account = {
  id: string
  permalink: string
  details: {
    accountName: string
    parentAccountId: string | null
    description: string | null
    customFields: { fieldApiId: string; value: string | number | boolean | null | string[] }[]
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type AccountChanges = {
  accountName?: string
  parentAccountId?: string | null
  description?: string | null
  customFields?: { fieldApiId: string; value: string | number | boolean | null | string[] }[] | null
  externalId?: string | null
}

/** One page of a list. */
export type AccountList = { items: Account[]; links: Links; names?: Names }

/** Something that happened in the company: a change to a record, a successful or failed sign-in, an export. Entries cannot be changed. */
export type AuditEntry = {
  id: string
  permalink: string
  details: {
    type: string
    kind: string
    recordId: string
    workspaceId: string | null
    otherWorkspaceId: string | null
    userHash: string | null
    clientId: string | null
    requestId: string
    address: string | null
    fields: string[]
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type AuditEntryList = { items: AuditEntry[]; links: Links; names?: Names }

/** The secret address at which calendar programs can subscribe to a person’s tasks and events. */
export type CalendarFeed = {
  id: string
  permalink: string
  details: {
    lastUsedAt: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** A change of a record: who changed what, and the values before. */
export type Change = {
  id: string
  permalink: string
  details: {
    type: string
    recordId: string
    workspaceId: string | null
    otherWorkspaceId: string | null
    userHash: string | null
    clientId: string | null
    requestId: string
    fields: string[]
    previous: Record<string, unknown>
    kind: string
    after: Record<string, unknown>
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type ChangeList = { items: Change[]; links: Links; names?: Names }

/** An API client: a program that acts as one user, with exactly that user’s permissions. */
export type Client = {
  id: string
  permalink: string
  details: {
    name: string
    actAs: string
    compatibility: boolean
    keys: {
      keyId: string
      fingerprint: string
      status: 'Active' | 'Revoked'
      createdAt: string
      lastUsedAt: string | null
    }[]
    lastUsedAt: string | null
    status: 'Active' | 'Revoked'
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type ClientChanges = { name?: string; actAs?: string; externalId?: string | null }

/** A key that an API client signs with. The service stores only its public half. */
export type ClientKey = {
  id: string
  permalink: string
  details: {
    clientId: string
    fingerprint: string
    status: 'Active' | 'Revoked'
    lastUsedAt: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type ClientKeyList = { items: ClientKey[]; links: Links; names?: Names }

/** One page of a list. */
export type ClientList = { items: Client[]; links: Links; names?: Names }

/** A comment on a task, file, milestone or event. */
export type Comment = {
  id: string
  permalink: string
  details: {
    body: string
    parentCommentId: string | null
    mentions: string[]
    files: string[]
    internalOnly: boolean
    editedAt: string | null
    resolved: boolean
    resolvedAt: string | null
    resolvedBy: string | null
    workspaceId: string
    taskId: string | null
    fileId: string | null
    milestoneId: string | null
    eventId: string | null
    reactions: { emoji: string; count: number; own: boolean }[]
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type CommentChanges = { body?: string; files?: string[] | null; externalId?: string | null }

/** One page of a list. */
export type CommentList = { items: Comment[]; links: Links; names?: Names }

/** A company and everything its people share. Other companies cannot see it. */
export type Company = {
  id: string
  permalink: string
  details: {
    companyName: string
    organization: 'accounts' | 'workspaceGroups'
    oneTimeCodesRequired: boolean
    ssoIssuer: string | null
    ssoClientId: string | null
    ssoClientSecret: string | null
    ssoDomains: string[]
    ssoCreates: 'Nobody' | 'Internal' | 'External'
    fileStatuses: string[]
    limits: { fileBytes: number; zipBytes: number; storageBytes: number | null; usedBytes: number }
    deletedAt: string | null
    workspaceAdminsMayInvite: boolean
    zipBytes: number | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type CompanyChanges = {
  companyName?: string
  oneTimeCodesRequired?: boolean | null
  ssoIssuer?: string | null
  ssoClientId?: string | null
  ssoClientSecret?: string | null
  ssoDomains?: string[] | null
  ssoCreates?: 'Nobody' | 'Internal' | 'External' | null
  fileStatuses?: string[] | null
  workspaceAdminsMayInvite?: boolean | null
  zipBytes?: number | null
  externalId?: string | null
}

/** A change on its way to a webhook. Deliveries stay in the log for 30 days. */
export type Delivery = {
  id: string
  permalink: string
  details: {
    changeId: string
    type: string
    recordId: string
    position: string
    state: 'Pending' | 'Delivered' | 'Failed' | 'Skipped'
    dueAt: string | null
    attempts: { at: string; status: number | null; error: string | null; milliseconds: number }[]
    lastStatus: number | null
    lastError: string | null
    response: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type DeliveryList = { items: Delivery[]; links: Links; names?: Names }

/** An entry in the calendar of a workspace. */
export type Event = {
  id: string
  permalink: string
  details: {
    title: string
    description: string | null
    location: string | null
    startsAt: string
    endsAt: string
    allDay: boolean
    workspaceId: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type EventChanges = {
  title?: string
  description?: string | null
  location?: string | null
  startsAt?: string
  endsAt?: string
  allDay?: boolean | null
  externalId?: string | null
}

/** One page of a list. */
export type EventList = { items: Event[]; links: Links; names?: Names }

/** A record that a person has marked as a favorite. Nobody else can see it. */
export type Favorite = {
  id: string
  permalink: string
  details: {
    kind: 'workspace' | 'task' | 'file' | 'folder' | 'milestone' | 'tasklist'
    recordId: string
    name: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type FavoriteList = { items: Favorite[]; links: Links; names?: Names }

/** A document in a workspace, with all of its versions. */
export type File = {
  id: string
  permalink: string
  details: {
    fileName: string
    description: string | null
    status: string
    tags: string[]
    workspaceId: string
    folderId: string | null
    taskId: string | null
    milestoneId: string | null
    version: number
    size: number
    mimeType: string
    sha256: string
    locked: boolean
    lockedBy: string | null
    lockExpiresAt: string | null
    commentCount: number
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type FileChanges = {
  fileName?: string
  description?: string | null
  status?: string
  tags?: string[] | null
  workspaceId?: string
  folderId?: string | null
  taskId?: string | null
  milestoneId?: string | null
  externalId?: string | null
}

/** One page of a list. */
export type FileList = { items: File[]; links: Links; names?: Names }

/** A version of a file: its content, who stored it and when. */
export type FileVersion = {
  id: string
  permalink: string
  details: {
    version: number
    size: number
    mimeType: string
    sha256: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type FileVersionList = { items: FileVersion[]; links: Links; names?: Names }

/** A folder for files in a workspace. Folders can be nested. */
export type Folder = {
  id: string
  permalink: string
  details: {
    folderName: string
    parentFolderId: string | null
    workspaceId: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type FolderChanges = {
  folderName?: string
  parentFolderId?: string | null
  externalId?: string | null
}

/** One page of a list. */
export type FolderList = { items: Folder[]; links: Links; names?: Names }

/** A link that lets one person choose a password, once: their first, or a new one. */
export type Invitation = {
  id: string
  permalink: string
  details: {
    userHash: string
    email: string
    purpose: 'Invitation' | 'Password reset'
    status: 'Pending' | 'Accepted' | 'Revoked'
    expiresAt: string
    acceptedAt: string | null
    mailed: boolean
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type InvitationChanges = { externalId?: string | null }

/** One page of a list. */
export type InvitationList = { items: Invitation[]; links: Links; names?: Names }

/** Relative paths of other pages, with all parameters of the request. Without `first` and `previous` this is the first page; without `next` and `last` it is the last. */
export type Links = { first?: string; last?: string; previous?: string; next?: string }

/** A person in a workspace; its id is the userHash. */
export type Member = {
  id: string
  permalink: string
  details: {
    userHash: string
    fullName: string
    email: string
    role: 'Reader' | 'Contributor' | 'Admin'
    invited: boolean
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type MemberList = { items: Member[]; links: Links; names?: Names }

/** A goal that the work of a workspace leads to. */
export type Milestone = {
  id: string
  permalink: string
  details: {
    title: string
    description: string | null
    status: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled'
    startDate: string | null
    dueDate: string | null
    reminders: string[]
    workspaceId: string
    customFields: { fieldApiId: string; value: string | number | boolean | null | string[] }[]
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type MilestoneChanges = {
  title?: string
  description?: string | null
  status?: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled' | null
  startDate?: string | null
  dueDate?: string | null
  reminders?: string[] | null
  customFields?: { fieldApiId: string; value: string | number | boolean | null | string[] }[] | null
  externalId?: string | null
}

/** One page of a list. */
export type MilestoneList = { items: Milestone[]; links: Links; names?: Names }

/** With `expand=names`: the names of the people, workspaces and other records that the response refers to, by id, as far as you may see them. For a comment, the first 200 characters of its text. */
export type Names = Record<string, unknown>

/** The fields of the new record. */
export type NewAccount = {
  accountName: string
  parentAccountId?: string | null
  description?: string | null
  customFields?: { fieldApiId: string; value: string | number | boolean | null | string[] }[] | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewClient = {
  name: string
  actAs: string
  compatibility?: boolean | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewComment = {
  body: string
  parentCommentId?: string | null
  files?: string[] | null
  internalOnly?: boolean | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewEventInWorkspace = {
  title: string
  description?: string | null
  location?: string | null
  startsAt: string
  endsAt?: string
  allDay?: boolean | null
  workspaceId?: string
  externalId?: string | null
}

/** The fields of the new record. */
export type NewFolderInWorkspace = {
  folderName: string
  parentFolderId?: string | null
  workspaceId?: string
  externalId?: string | null
}

/** The fields of the new record. */
export type NewInvitation = { userHash: string; mailed?: boolean | null; externalId?: string | null }

/** The fields of the new record. */
export type NewMilestoneInWorkspace = {
  title: string
  description?: string | null
  status?: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled' | null
  startDate?: string | null
  dueDate?: string | null
  reminders?: string[] | null
  workspaceId?: string
  customFields?: { fieldApiId: string; value: string | number | boolean | null | string[] }[] | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewReport = {
  reportName: string
  source: 'tasks' | 'times' | 'files' | 'workspaces' | 'users'
  columns?: string[] | null
  filter?: string | null
  sort?: string | null
  shared?: boolean | null
  workspaceId?: string | null
  layout?: 'list' | 'board' | 'timeline' | 'calendar' | 'chart' | null
  groupBy?: string | null
  dateField?: string | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewStageInWorkspace = {
  stageName: string
  status: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled'
  softLimit?: number | null
  workspaceId?: string
  externalId?: string | null
}

/** The fields of the new record. */
export type NewStepInTask = { title: string; taskId?: string; externalId?: string | null }

/** The fields of the new record. */
export type NewTag = { tagName: string; externalId?: string | null }

/** The fields of the new record. */
export type NewTask = {
  title: string
  description?: string | null
  status?: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled' | null
  priority?: number | null
  startDate?: string | null
  dueDate?: string | null
  assignees?: string[] | null
  tags?: string[] | null
  parentTaskId?: string | null
  tasklistId?: string | null
  milestoneId?: string | null
  workspaceId: string
  estimateMinutes?: number | null
  customFields?: { fieldApiId: string; value: string | number | boolean | null | string[] }[] | null
  stageId?: string | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewTaskInWorkspace = {
  title: string
  description?: string | null
  status?: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled' | null
  priority?: number | null
  startDate?: string | null
  dueDate?: string | null
  assignees?: string[] | null
  tags?: string[] | null
  parentTaskId?: string | null
  tasklistId?: string | null
  milestoneId?: string | null
  workspaceId?: string
  estimateMinutes?: number | null
  customFields?: { fieldApiId: string; value: string | number | boolean | null | string[] }[] | null
  stageId?: string | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewTasklist = {
  tasklistName: string
  startDate?: string | null
  milestoneId?: string | null
  template?: boolean | null
  workspaceId: string
  tasklistTemplate?: string | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewTasklistInWorkspace = {
  tasklistName: string
  startDate?: string | null
  milestoneId?: string | null
  template?: boolean | null
  workspaceId?: string
  tasklistTemplate?: string | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewTime = {
  date: string
  minutes: number
  note?: string | null
  billable?: boolean | null
  userHash?: string
  workspaceId?: string
  taskId?: string | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewTimesheet = {
  week: string
  userHash?: string
  note?: string | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewUser = {
  email: string
  fullName: string
  userType?: 'Internal' | 'External' | null
  status?: 'Active' | 'Inactive' | null
  permissions?: ('companyAdmin' | 'createWorkspaces' | 'manageAccounts' | 'approveTime')[] | null
  timeZone?: string | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewWebhook = {
  name: string
  url: string
  types?: string[] | null
  workspaceIds?: string[] | null
  fields?: string[] | null
  payload?: 'thin' | 'record' | null
  order?: 'record' | 'all' | 'none' | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewWorkspace = {
  workspaceName: string
  urlShortName?: string
  description?: string | null
  workspaceType?: string | null
  accountId?: string | null
  workspaceGroupId?: string | null
  customFields?: { fieldApiId: string; value: string | number | boolean | null | string[] }[] | null
  readersMayComment?: boolean | null
  externalId?: string | null
}

/** The fields of the new record. */
export type NewWorkspaceGroup = { workspaceGroupName: string; externalId?: string | null }

/** Activity on a record that concerns you. A record has one notification until you mark it as done. */
export type Notification = {
  id: string
  permalink: string
  details: {
    reason: 'mention' | 'assigned' | 'reply' | 'comment' | 'due' | 'review' | 'status' | 'file'
    recordKind: 'task' | 'file' | 'milestone' | 'event' | 'timesheet'
    recordId: string
    workspaceId: string | null
    commentId: string | null
    actors: string[]
    count: number
    firstAt: string
    lastAt: string
    read: boolean
    done: boolean
    snoozed: boolean
    readAt: string | null
    doneAt: string | null
    snoozedUntil: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type NotificationList = { items: Notification[]; links: Links; names?: Names }

/** When a person gets mail about their notifications. `hourly` and `daily` send digests: on the hour, and at 08:00 in the person’s time zone. */
export type NotificationSettings = {
  id: string
  permalink: string
  details: {
    mention: 'now' | 'hourly' | 'daily' | 'never'
    assigned: 'now' | 'hourly' | 'daily' | 'never'
    reply: 'now' | 'hourly' | 'daily' | 'never'
    comment: 'now' | 'hourly' | 'daily' | 'never'
    due: 'now' | 'hourly' | 'daily' | 'never'
    review: 'now' | 'hourly' | 'daily' | 'never'
    status: 'now' | 'hourly' | 'daily' | 'never'
    file: 'now' | 'hourly' | 'daily' | 'never'
    quietFrom: string | null
    quietUntil: string | null
    quietDays: ('sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday')[]
    mailAvailable: boolean
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type NotificationSettingsChanges = {
  mention?: 'now' | 'hourly' | 'daily' | 'never' | null
  assigned?: 'now' | 'hourly' | 'daily' | 'never' | null
  reply?: 'now' | 'hourly' | 'daily' | 'never' | null
  comment?: 'now' | 'hourly' | 'daily' | 'never' | null
  due?: 'now' | 'hourly' | 'daily' | 'never' | null
  review?: 'now' | 'hourly' | 'daily' | 'never' | null
  status?: 'now' | 'hourly' | 'daily' | 'never' | null
  file?: 'now' | 'hourly' | 'daily' | 'never' | null
  quietFrom?: string | null
  quietUntil?: string | null
  quietDays?: ('sunday' | 'monday' | 'tuesday' | 'wednesday' | 'thursday' | 'friday' | 'saturday')[] | null
  externalId?: string | null
}

/** What went wrong (RFC 9457). */
export type Problem = {
  type: string
  title: string
  status: number
  detail: string
  message: string
  code: string
  requestId: string
  errors?: { pointer?: string; parameter?: string; detail: string; column?: number }[]
}

/** A saved list: a source, and which of its records and fields to show. */
export type Report = {
  id: string
  permalink: string
  details: {
    reportName: string
    source: 'tasks' | 'times' | 'files' | 'workspaces' | 'users'
    columns: string[]
    filter: string | null
    sort: string | null
    shared: boolean
    workspaceId: string | null
    layout: 'list' | 'board' | 'timeline' | 'calendar' | 'chart'
    groupBy: string | null
    dateField: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type ReportChanges = {
  reportName?: string
  columns?: string[] | null
  filter?: string | null
  sort?: string | null
  shared?: boolean | null
  layout?: 'list' | 'board' | 'timeline' | 'calendar' | 'chart' | null
  groupBy?: string | null
  dateField?: string | null
  externalId?: string | null
}

/** One page of a list. */
export type ReportList = { items: Report[]; links: Links; names?: Names }

/** A role that a member of a workspace can have. Every company has the same three. */
export type Role = {
  id: string
  permalink: string
  details: {
    title: 'Reader' | 'Contributor' | 'Admin'
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type RoleList = { items: Role[]; links: Links; names?: Names }

/** A sign-in session: one browser in which somebody is signed in. It is deleted when it ends. */
export type Session = {
  id: string
  permalink: string
  details: {
    userHash: string
    method: 'Password' | 'Single sign-on' | 'Invitation' | 'Password reset' | 'Setup'
    address: string
    userAgent: string | null
    lastUsedAt: string
    expiresAt: string
    current: boolean
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type SessionList = { items: Session[]; links: Links; names?: Names }

/** How a person wants the web application to look and behave. */
export type Settings = {
  id: string
  permalink: string
  details: {
    theme: 'system' | 'light' | 'dark'
    density: 'comfortable' | 'compact'
    weekStart: 'monday' | 'saturday' | 'sunday'
    dateFormat: 'automatic' | 'YYYY-MM-DD' | 'DD.MM.YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY'
    durationFormat: 'clock' | 'decimal'
    startPage: 'home' | 'workspaces' | 'inbox' | 'tasks' | 'calendar' | 'time' | 'files' | 'reports'
    singleKeys: boolean
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type SettingsChanges = {
  theme?: 'system' | 'light' | 'dark' | null
  density?: 'comfortable' | 'compact' | null
  weekStart?: 'monday' | 'saturday' | 'sunday' | null
  dateFormat?: 'automatic' | 'YYYY-MM-DD' | 'DD.MM.YYYY' | 'DD/MM/YYYY' | 'MM/DD/YYYY' | null
  durationFormat?: 'clock' | 'decimal' | null
  startPage?: 'home' | 'workspaces' | 'inbox' | 'tasks' | 'calendar' | 'time' | 'files' | 'reports' | null
  singleKeys?: boolean | null
  externalId?: string | null
}

/** A column of a workspace’s board. It corresponds to one of the statuses of a task. */
export type Stage = {
  id: string
  permalink: string
  details: {
    stageName: string
    status: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled'
    softLimit: number | null
    workspaceId: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type StageChanges = { stageName?: string; softLimit?: number | null; externalId?: string | null }

/** One page of a list. */
export type StageList = { items: Stage[]; links: Links; names?: Names }

/** A step of a task: a line of its checklist. */
export type Step = {
  id: string
  permalink: string
  details: {
    title: string
    doneAt: string | null
    doneBy: string | null
    taskId: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type StepChanges = { title?: string; externalId?: string | null }

/** One page of a list. */
export type StepList = { items: Step[]; links: Links; names?: Names }

/** Somebody who follows a record; its id is the userHash. */
export type Subscriber = {
  id: string
  permalink: string
  details: {
    userHash: string
    fullName: string
    email: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type SubscriberList = { items: Subscriber[]; links: Links; names?: Names }

/** A name that tasks and files can be tagged with, stored once per company. */
export type Tag = {
  id: string
  permalink: string
  details: {
    tagName: string
    fileCount: number | null
    taskCount: number | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type TagChanges = { tagName?: string; externalId?: string | null }

/** One page of a list. */
export type TagList = { items: Tag[]; links: Links; names?: Names }

/** Something to be done in a workspace. */
export type Task = {
  id: string
  permalink: string
  details: {
    title: string
    description: string | null
    status: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled'
    priority: number
    startDate: string | null
    dueDate: string | null
    assignees: string[]
    tags: string[]
    parentTaskId: string | null
    tasklistId: string | null
    milestoneId: string | null
    workspaceId: string
    estimateMinutes: number | null
    spentMinutes: number
    completedAt: string | null
    customFields: { fieldApiId: string; value: string | number | boolean | null | string[] }[]
    stageId: string | null
    commentCount: number
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type TaskChanges = {
  title?: string
  description?: string | null
  status?: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled' | null
  priority?: number | null
  startDate?: string | null
  dueDate?: string | null
  assignees?: string[] | null
  tags?: string[] | null
  parentTaskId?: string | null
  tasklistId?: string | null
  milestoneId?: string | null
  workspaceId?: string
  estimateMinutes?: number | null
  customFields?: { fieldApiId: string; value: string | number | boolean | null | string[] }[] | null
  stageId?: string | null
  externalId?: string | null
}

/** One page of a list. */
export type TaskList = { items: Task[]; links: Links; names?: Names }

/** A list of tasks in a workspace, or a template for such lists. */
export type Tasklist = {
  id: string
  permalink: string
  details: {
    tasklistName: string
    startDate: string | null
    milestoneId: string | null
    template: boolean
    workspaceId: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type TasklistChanges = {
  tasklistName?: string
  startDate?: string | null
  milestoneId?: string | null
  template?: boolean | null
  externalId?: string | null
}

/** One page of a list. */
export type TasklistList = { items: Tasklist[]; links: Links; names?: Names }

/** Time that somebody worked in a workspace, on one of its tasks or on none. */
export type Time = {
  id: string
  permalink: string
  details: {
    date: string
    minutes: number
    note: string | null
    billable: boolean
    userHash: string
    workspaceId: string
    taskId: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type TimeChanges = {
  date?: string
  minutes?: number
  note?: string | null
  billable?: boolean | null
  taskId?: string | null
  externalId?: string | null
}

/** One page of a list. */
export type TimeList = { items: Time[]; links: Links; names?: Names }

/** The running timer of a person. */
export type Timer = {
  id: string
  permalink: string
  details: {
    startedAt: string
    workspaceId: string
    taskId: string | null
    note: string | null
    billable: boolean
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** A week of a person’s time entries, to be approved. */
export type Timesheet = {
  id: string
  permalink: string
  details: {
    week: string
    userHash: string
    state: 'open' | 'submitted' | 'approved' | 'returned'
    note: string | null
    submittedAt: string | null
    decidedAt: string | null
    decidedBy: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type TimesheetChanges = { note?: string | null; externalId?: string | null }

/** One page of a list. */
export type TimesheetList = { items: Timesheet[]; links: Links; names?: Names }

/** A file in the trash; it can be restored for 30 days. */
export type TrashedFile = {
  id: string
  permalink: string
  details: {
    fileName: string
    version: number
    size: number
    mimeType: string
    sha256: string
    workspaceId: string
    folderId: string | null
    taskId: string | null
    milestoneId: string | null
    deletedAt: string
    deletedBy: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type TrashedFileList = { items: TrashedFile[]; links: Links; names?: Names }

/** A folder in the trash; it can be restored for 30 days. */
export type TrashedFolder = {
  id: string
  permalink: string
  details: {
    folderName: string
    parentFolderId: string | null
    workspaceId: string
    deletedAt: string
    deletedBy: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type TrashedFolderList = { items: TrashedFolder[]; links: Links; names?: Names }

/** A task in the trash; it can be restored for 30 days. */
export type TrashedTask = {
  id: string
  permalink: string
  details: {
    title: string
    description: string | null
    status: 'Open' | 'In Progress' | 'On Hold' | 'Completed' | 'Cancelled'
    priority: number
    dueDate: string | null
    parentTaskId: string | null
    workspaceId: string
    deletedAt: string
    deletedBy: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type TrashedTaskList = { items: TrashedTask[]; links: Links; names?: Names }

/** A workspace in the trash; it can be restored for 30 days, with everything in it. */
export type TrashedWorkspace = {
  id: string
  permalink: string
  details: {
    workspaceName: string
    urlShortName: string
    description: string | null
    workspaceType: string
    accountId: string | null
    workspaceGroupId: string | null
    deletedAt: string
    deletedBy: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** One page of a list. */
export type TrashedWorkspaceList = { items: TrashedWorkspace[]; links: Links; names?: Names }

/** An upload, in progress or finished, that is not a file yet. It belongs to its uploader. */
export type Upload = {
  id: string
  permalink: string
  details: {
    fileName: string
    mimeType: string
    size: number
    received: number
    sha256: string | null
    expiresAt: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** A person of the company, or an account that an integration acts as. */
export type User = {
  id: string
  userHash: string
  permalink: string
  details: {
    email: string
    fullName: string
    userType: 'Internal' | 'External'
    status: 'Active' | 'Inactive'
    permissions: ('companyAdmin' | 'createWorkspaces' | 'manageAccounts' | 'approveTime')[]
    timeZone: string
    lastSeenAt: string | null
    invited: boolean
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type UserChanges = {
  email?: string
  fullName?: string
  userType?: 'Internal' | 'External' | null
  status?: 'Active' | 'Inactive' | null
  permissions?: ('companyAdmin' | 'createWorkspaces' | 'manageAccounts' | 'approveTime')[] | null
  timeZone?: string | null
  externalId?: string | null
}

/** One page of a list. */
export type UserList = { items: User[]; links: Links; names?: Names }

/** An address to which the service sends changes as they happen, signed as Standard Webhooks describes. */
export type Webhook = {
  id: string
  permalink: string
  details: {
    name: string
    url: string
    types: string[]
    workspaceIds: string[]
    fields: string[]
    payload: 'thin' | 'record'
    order: 'record' | 'all' | 'none'
    status: 'Active' | 'Paused' | 'Disabled'
    statusReason: 'paused' | 'copied' | 'ownerInactive' | 'gone' | 'failing' | null
    publicKey: string | null
    position: string
    pending: number
    failed: number
    delivered: number
    lastSuccessAt: string | null
    failingSince: string | null
    pausedUntil: string | null
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type WebhookChanges = {
  name?: string
  url?: string
  types?: string[] | null
  workspaceIds?: string[] | null
  fields?: string[] | null
  payload?: 'thin' | 'record' | null
  order?: 'record' | 'all' | 'none' | null
  externalId?: string | null
}

/** One page of a list. */
export type WebhookList = { items: Webhook[]; links: Links; names?: Names }

/** A place where people work together on tasks, files and time, open to its members. */
export type Workspace = {
  id: string
  permalink: string
  details: {
    workspaceName: string
    urlShortName: string
    description: string | null
    workspaceType: string
    archived: boolean
    accountId: string | null
    workspaceGroupId: string | null
    customFields: { fieldApiId: string; value: string | number | boolean | null | string[] }[]
    readersMayComment: boolean
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type WorkspaceChanges = {
  workspaceName?: string
  urlShortName?: string
  description?: string | null
  workspaceType?: string | null
  accountId?: string | null
  workspaceGroupId?: string | null
  customFields?: { fieldApiId: string; value: string | number | boolean | null | string[] }[] | null
  readersMayComment?: boolean | null
  externalId?: string | null
}

/** A group of workspaces, in companies that organize them in groups. */
export type WorkspaceGroup = {
  id: string
  permalink: string
  details: {
    workspaceGroupName: string
    createdAt: string
    updatedAt: string
    createdBy: string | null
    externalId: string | null
  }
  names?: Names
}

/** The fields to change. */
export type WorkspaceGroupChanges = { workspaceGroupName?: string; externalId?: string | null }

/** One page of a list. */
export type WorkspaceGroupList = { items: WorkspaceGroup[]; links: Links; names?: Names }

/** One page of a list. */
export type WorkspaceList = { items: Workspace[]; links: Links; names?: Names }
