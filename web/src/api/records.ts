/** Generated from the description by `npm run docs`. */

import type {
  Account,
  AuditEntry,
  CalendarFeed,
  Change,
  Client,
  ClientKey,
  Comment,
  Company,
  Delivery,
  Event,
  Favorite,
  File,
  FileVersion,
  Folder,
  Invitation,
  Member,
  Milestone,
  Notification,
  NotificationSettings,
  Report,
  Role,
  Session,
  Settings,
  Stage,
  Step,
  Subscriber,
  Tag,
  Task,
  Tasklist,
  Time,
  Timer,
  Timesheet,
  TrashedFile,
  TrashedFolder,
  TrashedTask,
  TrashedWorkspace,
  Upload,
  User,
  Webhook,
  Workspace,
  WorkspaceGroup,
} from './types.ts'

/** How many days a deleted company can be restored. */
export const restorableDays = 14

export interface KnownField {
  label: string
  about: string
  type: 'text' | 'number' | 'boolean' | 'date' | 'date-time' | 'object' | 'customFields'
  /** It holds a list of such values. */
  many?: true
  choices?: readonly string[]
  /** What a number counts. */
  unit?: 'minutes' | 'bytes'
  /** The end of a short scale that starts at 1. */
  scale?: number
  /** The kind of the record whose id it is. */
  refersTo?: string
  /** Only the service sets it. */
  readOnly?: true
  /** The value of a new record that is created without one. */
  fallback?: string | number | boolean
  /** The fields of an object. */
  fields?: Readonly<Record<string, KnownField>>
}

export interface KnownKind {
  /** What one is called, and what several are. */
  one: string
  many: string
  about: string
  /** The field that a record is called by. */
  nameField?: string
  /** The path that reads one; its last parameter is the id. */
  path?: string
  /** Where no path reads one: the list that has it, below the record that it belongs to. */
  listed?: string
  /** The kind of the record below which it is found. */
  parent?: string
  fields: Readonly<Record<string, KnownField>>
  /** The lists below it, and those that can be filtered by it. */
  lists: readonly { path: ListPath; of: string; by?: string }[]
}

export interface KnownList {
  of: string
  sort: readonly string[]
  /** The operators that each field takes. */
  filter: Readonly<Record<string, readonly Operator[]>>
}

export type Operator = '=' | '>' | '<' | '>=' | '<=' | 'startsWith' | 'contains'

export type ListPath =
  | '/v1/users'
  | '/v1/users/{userHash}/history'
  | '/v1/users/me/favorites'
  | '/v1/accounts'
  | '/v1/accounts/{accountId}/accounts'
  | '/v1/accounts/{accountId}/history'
  | '/v1/invitations'
  | '/v1/sessions'
  | '/v1/audit'
  | '/v1/workspaceGroups'
  | '/v1/workspaceGroups/{groupId}/history'
  | '/v1/workspaces'
  | '/v1/workspaces/{workspaceId}/history'
  | '/v1/accounts/{accountId}/workspaces'
  | '/v1/accounts/{accountId}/companyWorkspaces'
  | '/v1/workspaceGroups/{groupId}/workspaces'
  | '/v1/workspaceGroups/{groupId}/companyWorkspaces'
  | '/v1/trash/workspaces'
  | '/v1/workspaces/{workspaceId}/members'
  | '/v1/workspaces/{workspaceId}/folders'
  | '/v1/folders/{folderId}/history'
  | '/v1/workspaces/{workspaceId}/trash/folders'
  | '/v1/milestones'
  | '/v1/workspaces/{workspaceId}/milestones'
  | '/v1/milestones/{milestoneId}/history'
  | '/v1/events'
  | '/v1/workspaces/{workspaceId}/events'
  | '/v1/events/{eventId}/history'
  | '/v1/roles'
  | '/v1/tasklists'
  | '/v1/workspaces/{workspaceId}/tasklists'
  | '/v1/milestones/{milestoneId}/tasklists'
  | '/v1/tasklists/{tasklistId}/history'
  | '/v1/workspaces/{workspaceId}/stages'
  | '/v1/tasks'
  | '/v1/workspaces/{workspaceId}/tasks'
  | '/v1/tasklists/{tasklistId}/tasks'
  | '/v1/tasks/{taskId}/history'
  | '/v1/workspaces/{workspaceId}/trash/tasks'
  | '/v1/tasks/{taskId}/blockers'
  | '/v1/tasks/{taskId}/blocked'
  | '/v1/tasks/{taskId}/steps'
  | '/v1/tasks/{taskId}/comments'
  | '/v1/files/{fileId}/comments'
  | '/v1/milestones/{milestoneId}/comments'
  | '/v1/events/{eventId}/comments'
  | '/v1/comments/{commentId}/history'
  | '/v1/tags'
  | '/v1/tags/{tagId}/history'
  | '/v1/times'
  | '/v1/workspaces/{workspaceId}/times'
  | '/v1/tasks/{taskId}/times'
  | '/v1/times/{timeId}/history'
  | '/v1/timesheets'
  | '/v1/timesheets/{timesheetId}/history'
  | '/v1/reports'
  | '/v1/reports/{reportId}/history'
  | '/v1/workspaces/allFiles'
  | '/v1/workspaces/{workspaceId}/allFiles'
  | '/v1/workspaces/{workspaceId}/files'
  | '/v1/folders/{folderId}/files'
  | '/v1/tasks/{taskId}/files'
  | '/v1/milestones/{milestoneId}/files'
  | '/v1/files/{fileId}/history'
  | '/v1/workspaces/{workspaceId}/trash'
  | '/v1/files/{fileId}/versions'
  | '/v1/files/{fileId}/subscribers'
  | '/v1/tasks/{taskId}/subscribers'
  | '/v1/milestones/{milestoneId}/subscribers'
  | '/v1/workspaces/{workspaceId}/subscribers'
  | '/v1/users/me/notifications'
  | '/v1/workspaces/{workspaceId}/activity'
  | '/v1/users/me/activity'
  | '/v1/clients'
  | '/v1/clients/{clientId}/keys'
  | '/v1/webhooks'
  | '/v1/webhooks/{webhookId}/deliveries'

/** The type of the records of each kind. */
export interface RecordTypes {
  account: Account
  auditEntry: AuditEntry
  calendarFeed: CalendarFeed
  change: Change
  client: Client
  clientKey: ClientKey
  comment: Comment
  company: Company
  delivery: Delivery
  event: Event
  favorite: Favorite
  file: File
  fileVersion: FileVersion
  folder: Folder
  invitation: Invitation
  member: Member
  milestone: Milestone
  notification: Notification
  notificationSettings: NotificationSettings
  report: Report
  role: Role
  session: Session
  settings: Settings
  stage: Stage
  step: Step
  subscriber: Subscriber
  tag: Tag
  task: Task
  tasklist: Tasklist
  time: Time
  timer: Timer
  timesheet: Timesheet
  trashedFile: TrashedFile
  trashedFolder: TrashedFolder
  trashedTask: TrashedTask
  trashedWorkspace: TrashedWorkspace
  upload: Upload
  user: User
  webhook: Webhook
  workspace: Workspace
  workspaceGroup: WorkspaceGroup
}

export const records: Readonly<Record<string, KnownKind>> = {
  account: {
    one: 'Account',
    many: 'Accounts',
    about:
      'A node in a tree that holds workspaces and further accounts, in companies that organize them in accounts.',
    nameField: 'accountName',
    path: '/v1/accounts/{accountId}',
    fields: {
      accountName: { label: 'Name', about: 'The name of the account.', type: 'text' },
      parentAccountId: {
        label: 'Parent account',
        about: 'The account it is in; null at the top. At most 16 levels deep.',
        type: 'text',
        refersTo: 'account',
      },
      description: { label: 'Description', about: 'What the account is for.', type: 'text' },
      customFields: {
        label: 'Custom fields',
        about:
          'Your own values, each under a name you choose. A change sets only the names it lists. At most 100 per record and 320 KiB in total.',
        type: 'customFields',
        many: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/accounts/{accountId}/accounts', of: 'account' },
      { path: '/v1/accounts/{accountId}/history', of: 'change' },
      { path: '/v1/accounts/{accountId}/workspaces', of: 'workspace' },
      { path: '/v1/trash/workspaces', of: 'trashedWorkspace', by: 'accountId' },
    ],
  },
  auditEntry: {
    one: 'Audit entry',
    many: 'Audit log',
    about:
      'Something that happened in the company: a change to a record, a successful or failed sign-in, an export. Entries cannot be changed.',
    nameField: 'type',
    path: '/v1/audit/{entryId}',
    fields: {
      type: {
        label: 'Type',
        about:
          'The kind of record and what happened to it: `task.updated`, `session.signedIn`, `user.signInFailed`, `list.exported`…',
        type: 'text',
        readOnly: true,
      },
      kind: { label: 'Kind', about: 'The kind of the record.', type: 'text', readOnly: true },
      recordId: {
        label: 'Record ID',
        about:
          'The id of the record. For an exported list: the id of the record that contains it, or of the company.',
        type: 'text',
        readOnly: true,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace of the record, if any.',
        type: 'text',
        refersTo: 'workspace',
        readOnly: true,
      },
      otherWorkspaceId: {
        label: 'Other workspace',
        about: 'For a move: the workspace that the record came from.',
        type: 'text',
        refersTo: 'workspace',
        readOnly: true,
      },
      userHash: {
        label: 'Person',
        about: 'Who did it; null if it was the service or somebody unknown.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      clientId: {
        label: 'API client',
        about: 'The API client that acted for them, if any.',
        type: 'text',
        refersTo: 'client',
        readOnly: true,
      },
      requestId: {
        label: 'Request ID',
        about: 'The id of the request in the service log.',
        type: 'text',
        readOnly: true,
      },
      address: {
        label: 'Address',
        about: 'For sign-in events: the address they came from.',
        type: 'text',
        readOnly: true,
      },
      fields: {
        label: 'Fields',
        about:
          'The fields that changed. For a sign-in: its method, or what was wrong. For an export: the list, its filter, and the number of records if there were few.',
        type: 'text',
        many: true,
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  calendarFeed: {
    one: 'Calendar feed',
    many: 'Calendar feeds',
    about: 'The secret address at which calendar programs can subscribe to a person’s tasks and events.',
    path: '/v1/users/me/calendar',
    fields: {
      lastUsedAt: {
        label: 'Last used',
        about: 'When it was last fetched, to the hour.',
        type: 'date-time',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  change: {
    one: 'Change',
    many: 'History',
    about: 'A change of a record: who changed what, and the values before.',
    nameField: 'type',
    listed: '/v1/users/{userHash}/history',
    parent: 'user',
    fields: {
      type: {
        label: 'Type',
        about: 'The kind of record and what happened to it.',
        type: 'text',
        readOnly: true,
      },
      recordId: {
        label: 'Record',
        about: 'The id of the record.',
        type: 'text',
        refersTo: 'record',
        readOnly: true,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace of the record then, if you see it.',
        type: 'text',
        refersTo: 'workspace',
        readOnly: true,
      },
      otherWorkspaceId: {
        label: 'Other workspace',
        about: 'For a move: the workspace that the record came from, if you see it.',
        type: 'text',
        refersTo: 'workspace',
        readOnly: true,
      },
      userHash: {
        label: 'Person',
        about: 'Who did it; null if it was the service.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      clientId: {
        label: 'API client',
        about: 'The API client that acted for them, if any.',
        type: 'text',
        refersTo: 'client',
        readOnly: true,
      },
      requestId: { label: 'Request ID', about: 'The id of the request.', type: 'text', readOnly: true },
      fields: {
        label: 'Fields',
        about: 'The fields that changed.',
        type: 'text',
        many: true,
        readOnly: true,
      },
      previous: {
        label: 'Previous',
        about:
          'The values of those fields before the change. A value of more than 1,024 characters of JSON is `{"omitted": <length>}`.',
        type: 'object',
        readOnly: true,
      },
      kind: { label: 'Kind', about: 'The kind of the record.', type: 'text', readOnly: true },
      after: {
        label: 'After',
        about:
          'The values of those fields after the change, as far as they are known: not of records that are gone. A value of more than 1,024 characters of JSON is `{"omitted": <length>}`.',
        type: 'object',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  client: {
    one: 'API client',
    many: 'API clients',
    about: 'An API client: a program that acts as one user, with exactly that user’s permissions.',
    nameField: 'name',
    path: '/v1/clients/{clientId}',
    fields: {
      name: { label: 'Name', about: 'What the client is for.', type: 'text' },
      actAs: {
        label: 'Acts as',
        about:
          'The user it acts as (a userHash), who must have the permissions to create workspaces and manage accounts.',
        type: 'text',
        refersTo: 'user',
      },
      compatibility: {
        label: 'Compatibility',
        about:
          'For integrations written for the earlier service: bare ids and plain-text messages, unknown members ignored. Set when the client is created.',
        type: 'boolean',
        fallback: false,
      },
      keys: {
        label: 'Keys',
        about: 'The keys that the client signs with, oldest first.',
        type: 'object',
        many: true,
        readOnly: true,
        fields: {
          keyId: { label: 'Key ID', about: 'The id of the key.', type: 'text' },
          fingerprint: {
            label: 'Fingerprint',
            about: 'SHA-256 of the public key, to tell keys apart.',
            type: 'text',
          },
          status: { label: 'Status', about: '', type: 'text', choices: ['Active', 'Revoked'] },
          createdAt: { label: 'Created', about: '', type: 'date-time' },
          lastUsedAt: { label: 'Last used', about: '', type: 'date-time' },
        },
      },
      lastUsedAt: {
        label: 'Last used',
        about: 'When the client last got a token, to the minute.',
        type: 'date-time',
        readOnly: true,
      },
      status: {
        label: 'Status',
        about: '`Revoked` clients get no tokens any more.',
        type: 'text',
        choices: ['Active', 'Revoked'],
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [{ path: '/v1/clients/{clientId}/keys', of: 'clientKey' }],
  },
  clientKey: {
    one: 'Key',
    many: 'Keys',
    about: 'A key that an API client signs with. The service stores only its public half.',
    nameField: 'fingerprint',
    path: '/v1/clients/{clientId}/keys/{keyId}',
    parent: 'client',
    fields: {
      clientId: {
        label: 'API client',
        about: 'The client.',
        type: 'text',
        refersTo: 'client',
        readOnly: true,
      },
      fingerprint: {
        label: 'Fingerprint',
        about: 'SHA-256 of the public key, to tell keys apart.',
        type: 'text',
        readOnly: true,
      },
      status: {
        label: 'Status',
        about: '`Revoked` keys get no tokens any more.',
        type: 'text',
        choices: ['Active', 'Revoked'],
        readOnly: true,
      },
      lastUsedAt: {
        label: 'Last used',
        about: 'When the key last got a token, to the minute.',
        type: 'date-time',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  comment: {
    one: 'Comment',
    many: 'Comments',
    about: 'A comment on a task, file, milestone or event.',
    nameField: 'body',
    path: '/v1/comments/{commentId}',
    fields: {
      body: {
        label: 'Body',
        about: 'Its text, in Markdown without HTML. `@[Ada Lovelace](user:<userHash>)` mentions a person.',
        type: 'text',
      },
      parentCommentId: {
        label: 'Parent comment',
        about: 'The comment it replies to, on the same record. A reply cannot be replied to.',
        type: 'text',
        refersTo: 'comment',
      },
      mentions: {
        label: 'Mentions',
        about: 'The people that the text mentions (userHashes).',
        type: 'text',
        many: true,
        refersTo: 'user',
        readOnly: true,
      },
      files: {
        label: 'Files',
        about: 'Files of the same workspace that belong to it.',
        type: 'text',
        many: true,
        refersTo: 'file',
      },
      internalOnly: {
        label: 'Internal only',
        about: 'Whether it is hidden from external people. A reply to such a comment is hidden too.',
        type: 'boolean',
        fallback: false,
      },
      editedAt: {
        label: 'Edited',
        about: 'When its text was last changed; null if it never was.',
        type: 'date-time',
        readOnly: true,
      },
      resolved: { label: 'Resolved', about: 'Whether it is resolved.', type: 'boolean', readOnly: true },
      resolvedAt: {
        label: 'Resolved',
        about: 'When it was resolved; null until then.',
        type: 'date-time',
        readOnly: true,
      },
      resolvedBy: {
        label: 'Resolved by',
        about: 'Who resolved it (a userHash); null until then.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it is in.',
        type: 'text',
        refersTo: 'workspace',
        readOnly: true,
      },
      taskId: {
        label: 'Task',
        about: 'The task it is about, if any.',
        type: 'text',
        refersTo: 'task',
        readOnly: true,
      },
      fileId: {
        label: 'File',
        about: 'The file it is about, if any.',
        type: 'text',
        refersTo: 'file',
        readOnly: true,
      },
      milestoneId: {
        label: 'Milestone',
        about: 'The milestone it is about, if any.',
        type: 'text',
        refersTo: 'milestone',
        readOnly: true,
      },
      eventId: {
        label: 'Event',
        about: 'The event it is about, if any.',
        type: 'text',
        refersTo: 'event',
        readOnly: true,
      },
      reactions: {
        label: 'Reactions',
        about: 'The reactions to it: each emoji, how many people chose it, and whether you did.',
        type: 'object',
        many: true,
        readOnly: true,
        fields: {
          emoji: { label: 'Emoji', about: 'The emoji.', type: 'text' },
          count: { label: 'Count', about: 'How many people chose it.', type: 'number' },
          own: { label: 'Own', about: 'Whether you did.', type: 'boolean' },
        },
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [{ path: '/v1/comments/{commentId}/history', of: 'change' }],
  },
  company: {
    one: 'Company',
    many: 'Companies',
    about: 'A company and everything its people share. Other companies cannot see it.',
    nameField: 'companyName',
    path: '/v1/company',
    fields: {
      companyName: { label: 'Name', about: 'The name of the company.', type: 'text' },
      organization: {
        label: 'Organization',
        about:
          'How the company organizes its workspaces: in a tree of accounts, or in workspace groups. Set when the company is created.',
        type: 'text',
        choices: ['accounts', 'workspaceGroups'],
        readOnly: true,
      },
      oneTimeCodesRequired: {
        label: 'One time codes required',
        about:
          'Whether everybody who signs in with a password also needs a one-time code. People without one set it up at their next sign-in.',
        type: 'boolean',
      },
      ssoIssuer: {
        label: 'SSO issuer',
        about:
          'The address of the OpenID Connect provider for single sign-on; null switches it off. Changing it clears the secret unless a new one comes with it.',
        type: 'text',
      },
      ssoClientId: {
        label: 'SSO client ID',
        about: 'The client id of this service at the provider.',
        type: 'text',
      },
      ssoClientSecret: {
        label: 'SSO client secret',
        about:
          'The client secret of this service at the provider. It is stored encrypted and never shown: `(kept)` is shown in its place.',
        type: 'text',
      },
      ssoDomains: {
        label: 'SSO domains',
        about:
          'The domains of the email addresses that the provider is responsible for. Each belongs to one company of the installation.',
        type: 'text',
        many: true,
      },
      ssoCreates: {
        label: 'SSO creates',
        about:
          'What happens when an unknown person with an address in `ssoDomains` signs in through single sign-on: `Nobody` refuses them, `Internal` and `External` create a user of that type.',
        type: 'text',
        choices: ['Nobody', 'Internal', 'External'],
      },
      fileStatuses: {
        label: 'File statuses',
        about:
          'The statuses that a file can have; new files get the first. A name ending in `[READONLY]` makes a file read-only for everyone but Admins of the workspace. null means the default list.',
        type: 'text',
        many: true,
      },
      limits: {
        label: 'Limits',
        about: 'How much the company may store, as set by the operator, and how much it stores.',
        type: 'object',
        readOnly: true,
        fields: {
          fileBytes: {
            label: 'Largest file',
            about: 'The largest content of one file.',
            type: 'number',
            unit: 'bytes',
          },
          zipBytes: {
            label: 'Zip',
            about: 'The most that a folder may contain to be downloaded as a ZIP archive.',
            type: 'number',
            unit: 'bytes',
          },
          storageBytes: {
            label: 'Storage',
            about: 'The total of all content; null if there is no limit.',
            type: 'number',
            unit: 'bytes',
          },
          usedBytes: {
            label: 'Used',
            about: 'The current total of all content; identical content counts once.',
            type: 'number',
            unit: 'bytes',
          },
        },
      },
      deletedAt: {
        label: 'Deleted',
        about:
          'When the company was deleted; null if it was not. It can be restored for 14 days, and is purged after that.',
        type: 'date-time',
        readOnly: true,
      },
      workspaceAdminsMayInvite: {
        label: 'Workspace admins may invite',
        about: 'Whether Admins of a workspace may invite new people into it. Company admins always may.',
        type: 'boolean',
      },
      zipBytes: {
        label: 'Zip bytes',
        about:
          'The most bytes that a folder may contain to be downloaded as a ZIP archive; null means the operator’s limit (`limits.zipBytes`), which always applies.',
        type: 'number',
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  delivery: {
    one: 'Delivery',
    many: 'Deliveries',
    about: 'A change on its way to a webhook. Deliveries stay in the log for 30 days.',
    nameField: 'changeId',
    path: '/v1/webhooks/{webhookId}/deliveries/{deliveryId}',
    parent: 'webhook',
    fields: {
      changeId: {
        label: 'Change ID',
        about: 'The id of the change, sent as `webhook-id` with every attempt.',
        type: 'text',
        readOnly: true,
      },
      type: { label: 'Type', about: 'The type of the change.', type: 'text', readOnly: true },
      recordId: { label: 'Record ID', about: 'The record that changed.', type: 'text', readOnly: true },
      position: { label: 'Position', about: 'The position of the change.', type: 'text', readOnly: true },
      state: {
        label: 'State',
        about:
          '`Pending` waits for its next attempt; `Delivered` got a 2xx response; `Failed` used up its 12 attempts; `Skipped` is not sent, because the owner may no longer see the change or skipped it.',
        type: 'text',
        choices: ['Pending', 'Delivered', 'Failed', 'Skipped'],
        readOnly: true,
      },
      dueAt: {
        label: 'Due',
        about: 'When the next attempt is due; null if there will be none.',
        type: 'date-time',
        readOnly: true,
      },
      attempts: {
        label: 'Attempts',
        about: 'The attempts so far, oldest first.',
        type: 'object',
        many: true,
        readOnly: true,
        fields: {
          at: { label: 'At', about: '', type: 'date-time' },
          status: { label: 'Status', about: 'The status of the response, if there was one.', type: 'number' },
          error: { label: 'Error', about: 'Why the attempt failed, if it did.', type: 'text' },
          milliseconds: { label: 'Milliseconds', about: '', type: 'number' },
        },
      },
      lastStatus: {
        label: 'Last status',
        about: 'The status of the last response.',
        type: 'number',
        readOnly: true,
      },
      lastError: { label: 'Last error', about: 'Why the last attempt failed.', type: 'text', readOnly: true },
      response: {
        label: 'Response',
        about: 'The first 1,024 characters of the last response.',
        type: 'text',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  event: {
    one: 'Event',
    many: 'Events',
    about: 'An entry in the calendar of a workspace.',
    nameField: 'title',
    path: '/v1/events/{eventId}',
    fields: {
      title: { label: 'Title', about: 'What takes place.', type: 'text' },
      description: { label: 'Description', about: 'More about it.', type: 'text' },
      location: { label: 'Location', about: 'Where it takes place.', type: 'text' },
      startsAt: {
        label: 'Starts',
        about: 'When it starts. A day without a time means the start of that day in UTC.',
        type: 'date-time',
      },
      endsAt: {
        label: 'Ends',
        about: 'When it ends, not before `startsAt`. Defaults to `startsAt`.',
        type: 'date-time',
      },
      allDay: {
        label: 'All day',
        about: 'Whether it lasts whole days, so that times of day need not be shown.',
        type: 'boolean',
        fallback: false,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it is in.',
        type: 'text',
        refersTo: 'workspace',
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/events/{eventId}/history', of: 'change' },
      { path: '/v1/events/{eventId}/comments', of: 'comment' },
    ],
  },
  favorite: {
    one: 'Favorite',
    many: 'Favorites',
    about: 'A record that a person has marked as a favorite. Nobody else can see it.',
    nameField: 'name',
    listed: '/v1/users/me/favorites',
    fields: {
      kind: {
        label: 'Kind',
        about: 'The kind of record.',
        type: 'text',
        choices: ['workspace', 'task', 'file', 'folder', 'milestone', 'tasklist'],
        readOnly: true,
      },
      recordId: { label: 'Record ID', about: 'The id of the record.', type: 'text', readOnly: true },
      name: { label: 'Name', about: 'The name or title of the record.', type: 'text', readOnly: true },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  file: {
    one: 'File',
    many: 'Files',
    about: 'A document in a workspace, with all of its versions.',
    nameField: 'fileName',
    path: '/v1/files/{fileId}',
    fields: {
      fileName: {
        label: 'Name',
        about: 'Its name, unique in its place: its folder, task or milestone, or else the workspace itself.',
        type: 'text',
      },
      description: { label: 'Description', about: 'What is in it.', type: 'text' },
      status: { label: 'Status', about: 'Its status: one of the company’s `fileStatuses`.', type: 'text' },
      tags: {
        label: 'Tags',
        about: 'Its tags, regardless of case. Names that do not exist yet become tags.',
        type: 'text',
        many: true,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it is in.',
        type: 'text',
        refersTo: 'workspace',
      },
      folderId: { label: 'Folder', about: 'The folder it is in, if any.', type: 'text', refersTo: 'folder' },
      taskId: { label: 'Task', about: 'The task it is attached to, if any.', type: 'text', refersTo: 'task' },
      milestoneId: {
        label: 'Milestone',
        about: 'The milestone it is attached to, if any.',
        type: 'text',
        refersTo: 'milestone',
      },
      version: { label: 'Version', about: 'The version, counted from 1.', type: 'number', readOnly: true },
      size: { label: 'Size', about: 'The size in bytes.', type: 'number', unit: 'bytes', readOnly: true },
      mimeType: { label: 'MIME type', about: 'Its media type.', type: 'text', readOnly: true },
      sha256: { label: 'SHA-256', about: 'The SHA-256 hash of its content.', type: 'text', readOnly: true },
      locked: {
        label: 'Locked',
        about: 'Whether somebody holds its lock now.',
        type: 'boolean',
        readOnly: true,
      },
      lockedBy: {
        label: 'Locked by',
        about: 'Who holds its lock (a userHash).',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      lockExpiresAt: {
        label: 'Lock expires',
        about: 'When the lock expires.',
        type: 'date-time',
        readOnly: true,
      },
      commentCount: {
        label: 'Comments',
        about: 'How many comments you can see on it.',
        type: 'number',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/files/{fileId}/comments', of: 'comment' },
      { path: '/v1/files/{fileId}/history', of: 'change' },
      { path: '/v1/files/{fileId}/versions', of: 'fileVersion' },
      { path: '/v1/files/{fileId}/subscribers', of: 'subscriber' },
    ],
  },
  fileVersion: {
    one: 'Version',
    many: 'Versions',
    about: 'A version of a file: its content, who stored it and when.',
    listed: '/v1/files/{fileId}/versions',
    parent: 'file',
    fields: {
      version: { label: 'Version', about: 'The version, counted from 1.', type: 'number', readOnly: true },
      size: { label: 'Size', about: 'The size in bytes.', type: 'number', unit: 'bytes', readOnly: true },
      mimeType: { label: 'MIME type', about: 'Its media type.', type: 'text', readOnly: true },
      sha256: { label: 'SHA-256', about: 'The SHA-256 hash of its content.', type: 'text', readOnly: true },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  folder: {
    one: 'Folder',
    many: 'Folders',
    about: 'A folder for files in a workspace. Folders can be nested.',
    nameField: 'folderName',
    path: '/v1/folders/{folderId}',
    fields: {
      folderName: {
        label: 'Name',
        about: 'The name, unique within its parent regardless of case.',
        type: 'text',
      },
      parentFolderId: {
        label: 'Parent folder',
        about: 'The folder it is in, of the same workspace; null at the top. At most 32 levels deep.',
        type: 'text',
        refersTo: 'folder',
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it is in.',
        type: 'text',
        refersTo: 'workspace',
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/folders/{folderId}/history', of: 'change' },
      { path: '/v1/folders/{folderId}/files', of: 'file' },
    ],
  },
  invitation: {
    one: 'Invitation',
    many: 'Invitations',
    about: 'A link that lets one person choose a password, once: their first, or a new one.',
    nameField: 'email',
    path: '/v1/invitations/{invitationId}',
    fields: {
      userHash: { label: 'Person', about: 'Who it is for.', type: 'text', refersTo: 'user' },
      email: {
        label: 'Email',
        about: 'The address of the person when it was created.',
        type: 'text',
        readOnly: true,
      },
      purpose: {
        label: 'Purpose',
        about: '`Invitation` for people without a password, `Password reset` for others.',
        type: 'text',
        choices: ['Invitation', 'Password reset'],
        readOnly: true,
      },
      status: {
        label: 'Status',
        about: '`Pending` until it is used or revoked. After `expiresAt` it cannot be used.',
        type: 'text',
        choices: ['Pending', 'Accepted', 'Revoked'],
        readOnly: true,
      },
      expiresAt: { label: 'Expires', about: 'Until when it can be used.', type: 'date-time', readOnly: true },
      acceptedAt: { label: 'Accepted', about: 'When it was used.', type: 'date-time', readOnly: true },
      mailed: {
        label: 'Mailed',
        about: 'Whether to mail it to the person, if the installation sends mail.',
        type: 'boolean',
        fallback: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  member: {
    one: 'Member',
    many: 'Members',
    about: 'A person in a workspace; its id is the userHash.',
    nameField: 'fullName',
    path: '/v1/workspaces/{workspaceId}/members/{userHash}',
    parent: 'workspace',
    fields: {
      userHash: { label: 'Person', about: 'The person.', type: 'text', refersTo: 'user', readOnly: true },
      fullName: { label: 'Name', about: 'The name of the person.', type: 'text', readOnly: true },
      email: { label: 'Email', about: 'The address of the person.', type: 'text', readOnly: true },
      role: {
        label: 'Role',
        about:
          'A `Reader` sees everything in the workspace, a `Contributor` also adds and changes records, an `Admin` also manages the workspace.',
        type: 'text',
        choices: ['Reader', 'Contributor', 'Admin'],
      },
      invited: {
        label: 'Invited',
        about: 'Whether the person has not signed in yet.',
        type: 'boolean',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  milestone: {
    one: 'Milestone',
    many: 'Milestones',
    about: 'A goal that the work of a workspace leads to.',
    nameField: 'title',
    path: '/v1/milestones/{milestoneId}',
    fields: {
      title: { label: 'Title', about: 'The goal.', type: 'text' },
      description: { label: 'Description', about: 'More about it.', type: 'text' },
      status: {
        label: 'Status',
        about: 'Its status. Any status can follow any other.',
        type: 'text',
        choices: ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled'],
        fallback: 'Open',
      },
      startDate: { label: 'Start', about: 'The day on which work towards it starts.', type: 'date' },
      dueDate: {
        label: 'Due',
        about: 'The day by which it should be reached; not before `startDate`.',
        type: 'date',
      },
      reminders: {
        label: 'Reminders',
        about: 'Your own notes on when to remind whom. Empty texts are dropped.',
        type: 'text',
        many: true,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it is in.',
        type: 'text',
        refersTo: 'workspace',
      },
      customFields: {
        label: 'Custom fields',
        about:
          'Your own values, each under a name you choose. A change sets only the names it lists. At most 100 per record and 320 KiB in total.',
        type: 'customFields',
        many: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/milestones/{milestoneId}/history', of: 'change' },
      { path: '/v1/milestones/{milestoneId}/tasklists', of: 'tasklist' },
      { path: '/v1/milestones/{milestoneId}/comments', of: 'comment' },
      { path: '/v1/milestones/{milestoneId}/files', of: 'file' },
      { path: '/v1/milestones/{milestoneId}/subscribers', of: 'subscriber' },
      { path: '/v1/tasks', of: 'task', by: 'milestoneId' },
    ],
  },
  notification: {
    one: 'Notification',
    many: 'Notifications',
    about: 'Activity on a record that concerns you. A record has one notification until you mark it as done.',
    path: '/v1/users/me/notifications/{notificationId}',
    fields: {
      reason: {
        label: 'Reason',
        about: 'Why you got it; the strongest reason if there are several.',
        type: 'text',
        choices: ['mention', 'assigned', 'reply', 'comment', 'due', 'review', 'status', 'file'],
        readOnly: true,
      },
      recordKind: {
        label: 'Record kind',
        about: 'The kind of the record.',
        type: 'text',
        choices: ['task', 'file', 'milestone', 'event', 'timesheet'],
        readOnly: true,
      },
      recordId: {
        label: 'Record',
        about: 'The id of the record.',
        type: 'text',
        refersTo: 'record',
        readOnly: true,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace of the record; null for a timesheet, which has none.',
        type: 'text',
        refersTo: 'workspace',
        readOnly: true,
      },
      commentId: {
        label: 'Comment',
        about: 'The newest comment that it is about.',
        type: 'text',
        refersTo: 'comment',
        readOnly: true,
      },
      actors: {
        label: 'Actors',
        about: 'Who did it, the latest first (userHashes).',
        type: 'text',
        many: true,
        refersTo: 'user',
        readOnly: true,
      },
      count: {
        label: 'Count',
        about: 'How many things happened since you last read it.',
        type: 'number',
        readOnly: true,
      },
      firstAt: {
        label: 'First',
        about: 'When the first of them happened.',
        type: 'date-time',
        readOnly: true,
      },
      lastAt: { label: 'Last', about: 'When the last of them happened.', type: 'date-time', readOnly: true },
      read: { label: 'Read', about: 'Whether you have read it.', type: 'boolean', readOnly: true },
      done: { label: 'Done', about: 'Whether it is done.', type: 'boolean', readOnly: true },
      snoozed: { label: 'Snoozed', about: 'Whether it is snoozed.', type: 'boolean', readOnly: true },
      readAt: {
        label: 'Read',
        about: 'When you read it; null until then.',
        type: 'date-time',
        readOnly: true,
      },
      doneAt: {
        label: 'Done',
        about: 'When it was done; null until then.',
        type: 'date-time',
        readOnly: true,
      },
      snoozedUntil: {
        label: 'Snoozed until',
        about: 'When the snooze ends; null if it is not snoozed.',
        type: 'date-time',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  notificationSettings: {
    one: 'Notification settings',
    many: 'Notification settings',
    about:
      'When a person gets mail about their notifications. `hourly` and `daily` send digests: on the hour, and at 08:00 in the person’s time zone.',
    path: '/v1/users/me/notificationSettings',
    fields: {
      mention: {
        label: 'Mention',
        about: 'When you get mail about comments that mention you.',
        type: 'text',
        choices: ['now', 'hourly', 'daily', 'never'],
      },
      assigned: {
        label: 'Assigned',
        about: 'When you get mail about tasks that are assigned to you.',
        type: 'text',
        choices: ['now', 'hourly', 'daily', 'never'],
      },
      reply: {
        label: 'Reply',
        about: 'When you get mail about replies to your comments.',
        type: 'text',
        choices: ['now', 'hourly', 'daily', 'never'],
      },
      comment: {
        label: 'Comment',
        about: 'When you get mail about comments on what you follow.',
        type: 'text',
        choices: ['now', 'hourly', 'daily', 'never'],
      },
      due: {
        label: 'Due',
        about: 'When you get mail about tasks that are due.',
        type: 'text',
        choices: ['now', 'hourly', 'daily', 'never'],
      },
      review: {
        label: 'Review',
        about: 'When you get mail about timesheets that wait for your approval.',
        type: 'text',
        choices: ['now', 'hourly', 'daily', 'never'],
      },
      status: {
        label: 'Status',
        about: 'When you get mail about the status of what you follow.',
        type: 'text',
        choices: ['now', 'hourly', 'daily', 'never'],
      },
      file: {
        label: 'File',
        about: 'When you get mail about files of what you follow.',
        type: 'text',
        choices: ['now', 'hourly', 'daily', 'never'],
      },
      quietFrom: {
        label: 'Quiet from',
        about: 'When quiet hours begin, in your time zone; null if there are none.',
        type: 'text',
      },
      quietUntil: {
        label: 'Quiet until',
        about:
          'When quiet hours end; on the next day if this is earlier than `quietFrom`. Mail from quiet hours is sent then.',
        type: 'text',
      },
      quietDays: {
        label: 'Quiet days',
        about: 'Days without mail, at most six; it is sent on the next day.',
        type: 'text',
        many: true,
        choices: ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
      },
      mailAvailable: {
        label: 'Mail available',
        about: 'Whether this service can send mail.',
        type: 'boolean',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  report: {
    one: 'Report',
    many: 'Reports',
    about: 'A saved list: a source, and which of its records and fields to show.',
    nameField: 'reportName',
    path: '/v1/reports/{reportId}',
    fields: {
      reportName: { label: 'Name', about: 'The name of the report.', type: 'text' },
      source: {
        label: 'Source',
        about: 'The list that it shows.',
        type: 'text',
        choices: ['tasks', 'times', 'files', 'workspaces', 'users'],
      },
      columns: {
        label: 'Columns',
        about:
          'The fields it shows, such as `task.title` or `title`, and `task.id`. All of them if it names none.',
        type: 'text',
        many: true,
      },
      filter: { label: 'Filter', about: 'Which records it shows: a filter of the list.', type: 'text' },
      sort: { label: 'Sort', about: 'How it is sorted: a sort of the list.', type: 'text' },
      shared: {
        label: 'Shared',
        about:
          'Whether all internal people of the company can see it or, if it has a workspace, all members of the workspace. Its creator always can.',
        type: 'boolean',
        fallback: false,
      },
      workspaceId: {
        label: 'Workspace',
        about:
          'The workspace that it is a view of: it contains only records of this workspace, and only its members can see it. Null for a report on all workspaces.',
        type: 'text',
        refersTo: 'workspace',
      },
      layout: {
        label: 'Layout',
        about: 'How the web application shows it.',
        type: 'text',
        choices: ['list', 'board', 'timeline', 'calendar', 'chart'],
        fallback: 'list',
      },
      groupBy: {
        label: 'Group by',
        about: 'One or two groupings of the summary of the list, joined by a comma.',
        type: 'text',
      },
      dateField: {
        label: 'Date field',
        about: 'The date or timestamp by which a timeline, a calendar or a chart places the records.',
        type: 'text',
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [{ path: '/v1/reports/{reportId}/history', of: 'change' }],
  },
  role: {
    one: 'Role',
    many: 'Roles',
    about: 'A role that a member of a workspace can have. Every company has the same three.',
    nameField: 'title',
    path: '/v1/roles/{roleId}',
    fields: {
      title: {
        label: 'Title',
        about:
          'A `Reader` sees everything in a workspace, a `Contributor` also adds and changes records, an `Admin` also manages the workspace.',
        type: 'text',
        choices: ['Reader', 'Contributor', 'Admin'],
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  session: {
    one: 'Session',
    many: 'Sessions',
    about: 'A sign-in session: one browser in which somebody is signed in. It is deleted when it ends.',
    path: '/v1/sessions/{sessionId}',
    fields: {
      userHash: {
        label: 'Person',
        about: 'Who is signed in.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      method: {
        label: 'Method',
        about: 'How they signed in.',
        type: 'text',
        choices: ['Password', 'Single sign-on', 'Invitation', 'Password reset', 'Setup'],
        readOnly: true,
      },
      address: { label: 'Address', about: 'The address they signed in from.', type: 'text', readOnly: true },
      userAgent: {
        label: 'User agent',
        about: 'The user agent of the browser.',
        type: 'text',
        readOnly: true,
      },
      lastUsedAt: {
        label: 'Last used',
        about: 'When it was last used, to a few minutes.',
        type: 'date-time',
        readOnly: true,
      },
      expiresAt: {
        label: 'Expires',
        about: 'When it ends unless it is used before.',
        type: 'date-time',
        readOnly: true,
      },
      current: {
        label: 'Current',
        about: 'Whether this request was made with it.',
        type: 'boolean',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  settings: {
    one: 'Settings',
    many: 'Settings',
    about: 'How a person wants the web application to look and behave.',
    path: '/v1/users/me/settings',
    fields: {
      theme: {
        label: 'Theme',
        about: 'Light, dark, or the setting of the device.',
        type: 'text',
        choices: ['system', 'light', 'dark'],
      },
      density: {
        label: 'Density',
        about: 'How close rows are.',
        type: 'text',
        choices: ['comfortable', 'compact'],
      },
      weekStart: {
        label: 'Week start',
        about: 'The first day of a week.',
        type: 'text',
        choices: ['monday', 'saturday', 'sunday'],
      },
      dateFormat: {
        label: 'Date format',
        about: 'How dates look; `automatic`: in the format of the browser’s language.',
        type: 'text',
        choices: ['automatic', 'YYYY-MM-DD', 'DD.MM.YYYY', 'DD/MM/YYYY', 'MM/DD/YYYY'],
      },
      durationFormat: {
        label: 'Duration format',
        about: 'How durations look: `1:30` or `1.5`.',
        type: 'text',
        choices: ['clock', 'decimal'],
      },
      startPage: {
        label: 'Start page',
        about: 'The page after signing in.',
        type: 'text',
        choices: ['home', 'workspaces', 'inbox', 'tasks', 'calendar', 'time', 'files', 'reports'],
      },
      singleKeys: { label: 'Single keys', about: 'Whether single keys are shortcuts.', type: 'boolean' },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  stage: {
    one: 'Stage',
    many: 'Stages',
    about: 'A column of a workspace’s board. It corresponds to one of the statuses of a task.',
    nameField: 'stageName',
    path: '/v1/stages/{stageId}',
    fields: {
      stageName: { label: 'Name', about: 'The name of the column.', type: 'text' },
      status: {
        label: 'Status',
        about: 'The status of the tasks in it.',
        type: 'text',
        choices: ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled'],
      },
      softLimit: {
        label: 'Soft limit',
        about: 'How many tasks should be in it at most. More are allowed.',
        type: 'number',
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it belongs to.',
        type: 'text',
        refersTo: 'workspace',
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [{ path: '/v1/tasks', of: 'task', by: 'stageId' }],
  },
  step: {
    one: 'Step',
    many: 'Steps',
    about: 'A step of a task: a line of its checklist.',
    nameField: 'title',
    path: '/v1/steps/{stepId}',
    fields: {
      title: { label: 'Title', about: 'What needs to be done.', type: 'text' },
      doneAt: {
        label: 'Done',
        about: 'When it was done; null until then.',
        type: 'date-time',
        readOnly: true,
      },
      doneBy: {
        label: 'Done by',
        about: 'Who marked it as done (a userHash); null until then.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      taskId: { label: 'Task', about: 'The task it belongs to.', type: 'text', refersTo: 'task' },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  subscriber: {
    one: 'Subscriber',
    many: 'Subscribers',
    about: 'Somebody who follows a record; its id is the userHash.',
    nameField: 'fullName',
    listed: '/v1/files/{fileId}/subscribers',
    parent: 'file',
    fields: {
      userHash: { label: 'Person', about: 'The person.', type: 'text', refersTo: 'user', readOnly: true },
      fullName: { label: 'Name', about: 'The name of the person.', type: 'text', readOnly: true },
      email: { label: 'Email', about: 'The address of the person.', type: 'text', readOnly: true },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  tag: {
    one: 'Tag',
    many: 'Tags',
    about: 'A name that tasks and files can be tagged with, stored once per company.',
    nameField: 'tagName',
    path: '/v1/tags/{tagId}',
    fields: {
      tagName: { label: 'Name', about: 'The name, unique in the company regardless of case.', type: 'text' },
      fileCount: {
        label: 'Files',
        about: 'How many files have it, not counting the trash; null for external people.',
        type: 'number',
        readOnly: true,
      },
      taskCount: {
        label: 'Tasks',
        about: 'How many tasks have it, not counting the trash; null for external people.',
        type: 'number',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [{ path: '/v1/tags/{tagId}/history', of: 'change' }],
  },
  task: {
    one: 'Task',
    many: 'Tasks',
    about: 'Something to be done in a workspace.',
    nameField: 'title',
    path: '/v1/tasks/{taskId}',
    fields: {
      title: { label: 'Title', about: 'What needs to be done.', type: 'text' },
      description: { label: 'Description', about: 'More about it.', type: 'text' },
      status: {
        label: 'Status',
        about: 'Its status. Any status can follow any other.',
        type: 'text',
        choices: ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled'],
        fallback: 'Open',
      },
      priority: {
        label: 'Priority',
        about: 'From 1 (lowest) to 5 (most urgent).',
        type: 'number',
        scale: 5,
        fallback: 3,
      },
      startDate: { label: 'Start', about: 'The day on which it should start.', type: 'date' },
      dueDate: { label: 'Due', about: 'The day by which it should be done.', type: 'date' },
      assignees: {
        label: 'Assignees',
        about: 'The people assigned to it (userHashes).',
        type: 'text',
        many: true,
        refersTo: 'user',
      },
      tags: {
        label: 'Tags',
        about: 'Its tags, regardless of case. Names that do not exist yet become tags.',
        type: 'text',
        many: true,
      },
      parentTaskId: {
        label: 'Parent task',
        about: 'The task it is a subtask of, in the same workspace. At most 8 levels deep.',
        type: 'text',
        refersTo: 'task',
      },
      tasklistId: {
        label: 'Task list',
        about: 'The task list it is in, of the same workspace.',
        type: 'text',
        refersTo: 'tasklist',
      },
      milestoneId: {
        label: 'Milestone',
        about: 'The milestone it belongs to, of the same workspace.',
        type: 'text',
        refersTo: 'milestone',
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it is in. A task moves together with its subtasks.',
        type: 'text',
        refersTo: 'workspace',
      },
      estimateMinutes: {
        label: 'Estimate',
        about: 'How many minutes it is expected to take.',
        type: 'number',
        unit: 'minutes',
      },
      spentMinutes: {
        label: 'Time spent',
        about: 'The total time logged on it, in minutes.',
        type: 'number',
        unit: 'minutes',
        readOnly: true,
      },
      completedAt: {
        label: 'Completed',
        about: 'When its status became Completed; null in every other status.',
        type: 'date-time',
        readOnly: true,
      },
      customFields: {
        label: 'Custom fields',
        about:
          'Your own values, each under a name you choose. A change sets only the names it lists. At most 100 per record and 320 KiB in total.',
        type: 'customFields',
        many: true,
      },
      stageId: {
        label: 'Stage',
        about:
          'The stage it is in, of the same workspace. It sets the status; a new status picks the first stage for it, or none.',
        type: 'text',
        refersTo: 'stage',
      },
      commentCount: {
        label: 'Comments',
        about: 'How many comments you can see on it.',
        type: 'number',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/tasks/{taskId}/history', of: 'change' },
      { path: '/v1/tasks/{taskId}/blockers', of: 'task' },
      { path: '/v1/tasks/{taskId}/steps', of: 'step' },
      { path: '/v1/tasks/{taskId}/comments', of: 'comment' },
      { path: '/v1/tasks/{taskId}/times', of: 'time' },
      { path: '/v1/tasks/{taskId}/files', of: 'file' },
      { path: '/v1/tasks/{taskId}/subscribers', of: 'subscriber' },
    ],
  },
  tasklist: {
    one: 'Task list',
    many: 'Task lists',
    about: 'A list of tasks in a workspace, or a template for such lists.',
    nameField: 'tasklistName',
    path: '/v1/tasklists/{tasklistId}',
    fields: {
      tasklistName: { label: 'Name', about: 'The name of the list.', type: 'text' },
      startDate: {
        label: 'Start',
        about: 'The day on which its work should start. Tasks copied from a template are dated from it.',
        type: 'date',
      },
      milestoneId: {
        label: 'Milestone',
        about: 'The milestone it belongs to, in the same workspace.',
        type: 'text',
        refersTo: 'milestone',
      },
      template: {
        label: 'Template',
        about: 'Whether it is meant as a template for other lists.',
        type: 'boolean',
        fallback: false,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it is in.',
        type: 'text',
        refersTo: 'workspace',
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/tasklists/{tasklistId}/history', of: 'change' },
      { path: '/v1/tasklists/{tasklistId}/tasks', of: 'task' },
    ],
  },
  time: {
    one: 'Time entry',
    many: 'Time',
    about: 'Time that somebody worked in a workspace, on one of its tasks or on none.',
    path: '/v1/times/{timeId}',
    fields: {
      date: { label: 'Date', about: 'The day of the work.', type: 'date' },
      minutes: { label: 'Duration', about: 'How long it took, in minutes.', type: 'number', unit: 'minutes' },
      note: { label: 'Note', about: 'What was done.', type: 'text' },
      billable: { label: 'Billable', about: 'Whether to bill it.', type: 'boolean', fallback: false },
      userHash: {
        label: 'Person',
        about:
          'Whose time it is (a userHash). Defaults to you; Admins of the workspace can log time for others.',
        type: 'text',
        refersTo: 'user',
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace. Defaults to that of the task; required without one.',
        type: 'text',
        refersTo: 'workspace',
      },
      taskId: { label: 'Task', about: 'The task, in the same workspace.', type: 'text', refersTo: 'task' },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [{ path: '/v1/times/{timeId}/history', of: 'change' }],
  },
  timer: {
    one: 'Timer',
    many: 'Timers',
    about: 'The running timer of a person.',
    path: '/v1/users/me/timer',
    fields: {
      startedAt: {
        label: 'Started',
        about: 'When it started: now by default, and at most seven days ago.',
        type: 'date-time',
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace. Defaults to that of the task; required without one.',
        type: 'text',
        refersTo: 'workspace',
      },
      taskId: { label: 'Task', about: 'The task, in the same workspace.', type: 'text', refersTo: 'task' },
      note: { label: 'Note', about: 'What is being done.', type: 'text' },
      billable: { label: 'Billable', about: 'Whether to bill it.', type: 'boolean' },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  timesheet: {
    one: 'Timesheet',
    many: 'Timesheets',
    about: 'A week of a person’s time entries, to be approved.',
    path: '/v1/timesheets/{timesheetId}',
    fields: {
      week: { label: 'Week', about: 'The Monday of the week.', type: 'date' },
      userHash: {
        label: 'Person',
        about: 'Whose week it is (a userHash). Defaults to you; only company admins can name others.',
        type: 'text',
        refersTo: 'user',
      },
      state: {
        label: 'State',
        about:
          '`open` until it is submitted, then `submitted`, and `approved` or `returned` by somebody who may approve time.',
        type: 'text',
        choices: ['open', 'submitted', 'approved', 'returned'],
        readOnly: true,
      },
      note: {
        label: 'Note',
        about: 'A note for the people who approve it, or their reason for returning it.',
        type: 'text',
      },
      submittedAt: {
        label: 'Submitted',
        about: 'When it was last submitted; null if it never was.',
        type: 'date-time',
        readOnly: true,
      },
      decidedAt: {
        label: 'Decided',
        about: 'When it was last approved or returned; null if it never was.',
        type: 'date-time',
        readOnly: true,
      },
      decidedBy: {
        label: 'Decided by',
        about: 'Who last approved or returned it (a userHash); null if nobody did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [{ path: '/v1/timesheets/{timesheetId}/history', of: 'change' }],
  },
  trashedFile: {
    one: 'Deleted file',
    many: 'Deleted files',
    about: 'A file in the trash; it can be restored for 30 days.',
    nameField: 'fileName',
    listed: '/v1/workspaces/{workspaceId}/trash',
    parent: 'workspace',
    fields: {
      fileName: { label: 'Name', about: 'Its name.', type: 'text', readOnly: true },
      version: { label: 'Version', about: 'The version, counted from 1.', type: 'number', readOnly: true },
      size: { label: 'Size', about: 'The size in bytes.', type: 'number', unit: 'bytes', readOnly: true },
      mimeType: { label: 'MIME type', about: 'Its media type.', type: 'text', readOnly: true },
      sha256: { label: 'SHA-256', about: 'The SHA-256 hash of its content.', type: 'text', readOnly: true },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it was in.',
        type: 'text',
        refersTo: 'workspace',
        readOnly: true,
      },
      folderId: {
        label: 'Folder',
        about: 'The folder it was in.',
        type: 'text',
        refersTo: 'folder',
        readOnly: true,
      },
      taskId: {
        label: 'Task',
        about: 'The task it was attached to.',
        type: 'text',
        refersTo: 'task',
        readOnly: true,
      },
      milestoneId: {
        label: 'Milestone',
        about: 'The milestone it was attached to.',
        type: 'text',
        refersTo: 'milestone',
        readOnly: true,
      },
      deletedAt: { label: 'Deleted', about: 'When it was deleted.', type: 'date-time', readOnly: true },
      deletedBy: {
        label: 'Deleted by',
        about: 'Who deleted it (a userHash).',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  trashedFolder: {
    one: 'Deleted folder',
    many: 'Deleted folders',
    about: 'A folder in the trash; it can be restored for 30 days.',
    nameField: 'folderName',
    listed: '/v1/workspaces/{workspaceId}/trash/folders',
    parent: 'workspace',
    fields: {
      folderName: {
        label: 'Name',
        about: 'The name, unique within its parent regardless of case.',
        type: 'text',
        readOnly: true,
      },
      parentFolderId: {
        label: 'Parent folder',
        about: 'The folder it is in, of the same workspace; null at the top. At most 32 levels deep.',
        type: 'text',
        refersTo: 'folder',
        readOnly: true,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it is in.',
        type: 'text',
        refersTo: 'workspace',
        readOnly: true,
      },
      deletedAt: { label: 'Deleted', about: 'When it was deleted.', type: 'date-time', readOnly: true },
      deletedBy: {
        label: 'Deleted by',
        about: 'Who deleted it (a userHash).',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  trashedTask: {
    one: 'Deleted task',
    many: 'Deleted tasks',
    about: 'A task in the trash; it can be restored for 30 days.',
    nameField: 'title',
    listed: '/v1/workspaces/{workspaceId}/trash/tasks',
    parent: 'workspace',
    fields: {
      title: { label: 'Title', about: 'What needs to be done.', type: 'text', readOnly: true },
      description: { label: 'Description', about: 'More about it.', type: 'text', readOnly: true },
      status: {
        label: 'Status',
        about: 'Its status. Any status can follow any other.',
        type: 'text',
        choices: ['Open', 'In Progress', 'On Hold', 'Completed', 'Cancelled'],
        readOnly: true,
      },
      priority: {
        label: 'Priority',
        about: 'From 1 (lowest) to 5 (most urgent).',
        type: 'number',
        scale: 5,
        readOnly: true,
      },
      dueDate: { label: 'Due', about: 'The day by which it should be done.', type: 'date', readOnly: true },
      parentTaskId: {
        label: 'Parent task',
        about: 'The task it is a subtask of, in the same workspace. At most 8 levels deep.',
        type: 'text',
        refersTo: 'task',
        readOnly: true,
      },
      workspaceId: {
        label: 'Workspace',
        about: 'The workspace it is in. A task moves together with its subtasks.',
        type: 'text',
        refersTo: 'workspace',
        readOnly: true,
      },
      deletedAt: { label: 'Deleted', about: 'When it was deleted.', type: 'date-time', readOnly: true },
      deletedBy: {
        label: 'Deleted by',
        about: 'Who deleted it (a userHash).',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  trashedWorkspace: {
    one: 'Deleted workspace',
    many: 'Deleted workspaces',
    about: 'A workspace in the trash; it can be restored for 30 days, with everything in it.',
    nameField: 'workspaceName',
    listed: '/v1/trash/workspaces',
    fields: {
      workspaceName: { label: 'Name', about: 'The name of the workspace.', type: 'text', readOnly: true },
      urlShortName: {
        label: 'Short name',
        about: 'A short name for addresses, unique in the company. Derived from the name if absent.',
        type: 'text',
        readOnly: true,
      },
      description: {
        label: 'Description',
        about: 'What the workspace is for.',
        type: 'text',
        readOnly: true,
      },
      workspaceType: { label: 'Type', about: 'A type of your own choosing.', type: 'text', readOnly: true },
      accountId: {
        label: 'Account',
        about: 'The account the workspace is in; null for none, and in a company that uses workspace groups.',
        type: 'text',
        refersTo: 'account',
        readOnly: true,
      },
      workspaceGroupId: {
        label: 'Workspace group',
        about: 'The group the workspace is in; null in a company that uses accounts.',
        type: 'text',
        refersTo: 'workspaceGroup',
        readOnly: true,
      },
      deletedAt: { label: 'Deleted', about: 'When it was deleted.', type: 'date-time', readOnly: true },
      deletedBy: {
        label: 'Deleted by',
        about: 'Who deleted it (a userHash).',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  upload: {
    one: 'Upload',
    many: 'Uploads',
    about: 'An upload, in progress or finished, that is not a file yet. It belongs to its uploader.',
    nameField: 'fileName',
    path: '/v1/files/uploads/{uuid}',
    fields: {
      fileName: { label: 'File name', about: 'The name of the future file.', type: 'text', readOnly: true },
      mimeType: { label: 'MIME type', about: 'Its media type.', type: 'text', readOnly: true },
      size: { label: 'Size', about: 'The size in bytes.', type: 'number', unit: 'bytes', readOnly: true },
      received: {
        label: 'Received',
        about: 'How many bytes have arrived.',
        type: 'number',
        unit: 'bytes',
        readOnly: true,
      },
      sha256: {
        label: 'SHA-256',
        about: 'The hash of its content; null while the upload is in progress.',
        type: 'text',
        readOnly: true,
      },
      expiresAt: {
        label: 'Expires',
        about: 'When it is deleted, unless it has become a file.',
        type: 'date-time',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [],
  },
  user: {
    one: 'Person',
    many: 'People',
    about: 'A person of the company, or an account that an integration acts as.',
    nameField: 'fullName',
    path: '/v1/users/{userHash}',
    fields: {
      email: {
        label: 'Email',
        about: 'The address the person signs in with, unique across the whole installation.',
        type: 'text',
      },
      fullName: { label: 'Name', about: 'The name of the person.', type: 'text' },
      userType: {
        label: 'Type',
        about: '`Internal` people belong to the company; `External` people see only their workspaces.',
        type: 'text',
        choices: ['Internal', 'External'],
        fallback: 'Internal',
      },
      status: {
        label: 'Status',
        about: '`Inactive` people cannot sign in, and integrations that act as them stop working.',
        type: 'text',
        choices: ['Active', 'Inactive'],
        fallback: 'Active',
      },
      permissions: {
        label: 'Permissions',
        about: 'What the person may do in the whole company.',
        type: 'text',
        many: true,
        choices: ['companyAdmin', 'createWorkspaces', 'manageAccounts', 'approveTime'],
      },
      timeZone: {
        label: 'Time zone',
        about: 'The time zone in which the person sees times.',
        type: 'text',
        fallback: 'UTC',
      },
      lastSeenAt: {
        label: 'Last seen',
        about: 'When the person, or an integration acting as them, was last seen, to the hour.',
        type: 'date-time',
        readOnly: true,
      },
      invited: {
        label: 'Invited',
        about: 'Whether the person has not signed in yet.',
        type: 'boolean',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/users/{userHash}/history', of: 'change' },
      { path: '/v1/invitations', of: 'invitation', by: 'userHash' },
      { path: '/v1/sessions', of: 'session', by: 'userHash' },
      { path: '/v1/audit', of: 'auditEntry', by: 'userHash' },
      { path: '/v1/tasks', of: 'task', by: 'assignees' },
      { path: '/v1/times', of: 'time', by: 'userHash' },
      { path: '/v1/timesheets', of: 'timesheet', by: 'userHash' },
    ],
  },
  webhook: {
    one: 'Webhook',
    many: 'Webhooks',
    about:
      'An address to which the service sends changes as they happen, signed as Standard Webhooks describes.',
    nameField: 'name',
    path: '/v1/webhooks/{webhookId}',
    fields: {
      name: { label: 'Name', about: 'What the webhook is for.', type: 'text' },
      url: {
        label: 'URL',
        about:
          'Where changes are sent by POST: an https address on the public internet, or in a private network that the operator has allowed.',
        type: 'text',
      },
      types: {
        label: 'Types',
        about:
          'The types of changes to send, such as `task.updated`, or `task.*` for all of a kind. Empty: all types.',
        type: 'text',
        many: true,
      },
      workspaceIds: {
        label: 'Workspace ids',
        about:
          'Sends only changes in these workspaces, including moves into and out of them. Empty: all changes.',
        type: 'text',
        many: true,
        refersTo: 'workspace',
      },
      fields: {
        label: 'Fields',
        about:
          'Sends an update only if one of these fields has changed. Changes without a list of fields, such as `task.created`, are always sent.',
        type: 'text',
        many: true,
      },
      payload: {
        label: 'Payload',
        about:
          '`thin` sends the change; `record` also sends the record as it is when the request is sent, as far as the owner may see it.',
        type: 'text',
        choices: ['thin', 'record'],
        fallback: 'thin',
      },
      order: {
        label: 'Order',
        about:
          'Which deliveries wait for each other: `record` sends the changes of one record in order, `all` sends everything in order, `none` sends everything as soon as possible.',
        type: 'text',
        choices: ['record', 'all', 'none'],
        fallback: 'record',
      },
      status: {
        label: 'Status',
        about:
          '`Paused` and `Disabled` webhooks send nothing, and continue where they stopped when they are resumed. A webhook is `Disabled` when its receiver responds with 410, or has not accepted anything for 120 hours.',
        type: 'text',
        choices: ['Active', 'Paused', 'Disabled'],
        readOnly: true,
      },
      statusReason: {
        label: 'Status reason',
        about:
          'Why it is not `Active`: `paused` by a person, `copied` by a restore, move or import, `ownerInactive`, `gone` (the receiver asked to stop), or `failing` for 120 hours.',
        type: 'text',
        choices: ['paused', 'copied', 'ownerInactive', 'gone', 'failing'],
        readOnly: true,
      },
      publicKey: {
        label: 'Public key',
        about:
          'The key (`whpk_…`) that verifies the `v1a` signature of each request; null after an import, until a new secret is created.',
        type: 'text',
        readOnly: true,
      },
      position: {
        label: 'Position',
        about: 'The position in `GET /v1/changes` up to which deliveries exist.',
        type: 'text',
        readOnly: true,
      },
      pending: {
        label: 'Pending',
        about: 'The number of deliveries waiting to be sent; at most 2,000 are prepared at a time.',
        type: 'number',
        readOnly: true,
      },
      failed: {
        label: 'Failed',
        about: 'The number of failed deliveries that are still in the log.',
        type: 'number',
        readOnly: true,
      },
      delivered: {
        label: 'Delivered',
        about: 'The number of changes delivered so far.',
        type: 'number',
        readOnly: true,
      },
      lastSuccessAt: {
        label: 'Last success',
        about: 'When the receiver last accepted a request.',
        type: 'date-time',
        readOnly: true,
      },
      failingSince: {
        label: 'Failing since',
        about: 'When requests began to fail; null if the last one succeeded.',
        type: 'date-time',
        readOnly: true,
      },
      pausedUntil: {
        label: 'Paused until',
        about: 'The receiver asked for a pause until then.',
        type: 'date-time',
        readOnly: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [{ path: '/v1/webhooks/{webhookId}/deliveries', of: 'delivery' }],
  },
  workspace: {
    one: 'Workspace',
    many: 'Workspaces',
    about: 'A place where people work together on tasks, files and time, open to its members.',
    nameField: 'workspaceName',
    path: '/v1/workspaces/{workspaceId}',
    fields: {
      workspaceName: { label: 'Name', about: 'The name of the workspace.', type: 'text' },
      urlShortName: {
        label: 'Short name',
        about: 'A short name for addresses, unique in the company. Derived from the name if absent.',
        type: 'text',
      },
      description: { label: 'Description', about: 'What the workspace is for.', type: 'text' },
      workspaceType: { label: 'Type', about: 'A type of your own choosing.', type: 'text', fallback: 'pm' },
      archived: {
        label: 'Archived',
        about: 'Whether the workspace is archived, and therefore read-only.',
        type: 'boolean',
        readOnly: true,
      },
      accountId: {
        label: 'Account',
        about: 'The account the workspace is in; null for none, and in a company that uses workspace groups.',
        type: 'text',
        refersTo: 'account',
      },
      workspaceGroupId: {
        label: 'Workspace group',
        about: 'The group the workspace is in; null in a company that uses accounts.',
        type: 'text',
        refersTo: 'workspaceGroup',
      },
      customFields: {
        label: 'Custom fields',
        about:
          'Your own values, each under a name you choose. A change sets only the names it lists. At most 100 per record and 320 KiB in total.',
        type: 'customFields',
        many: true,
      },
      readersMayComment: {
        label: 'Readers may comment',
        about: 'Whether its Readers may write comments.',
        type: 'boolean',
        fallback: true,
      },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/workspaces/{workspaceId}/history', of: 'change' },
      { path: '/v1/workspaces/{workspaceId}/members', of: 'member' },
      { path: '/v1/workspaces/{workspaceId}/folders', of: 'folder' },
      { path: '/v1/workspaces/{workspaceId}/trash/folders', of: 'trashedFolder' },
      { path: '/v1/workspaces/{workspaceId}/milestones', of: 'milestone' },
      { path: '/v1/workspaces/{workspaceId}/events', of: 'event' },
      { path: '/v1/workspaces/{workspaceId}/tasklists', of: 'tasklist' },
      { path: '/v1/workspaces/{workspaceId}/stages', of: 'stage' },
      { path: '/v1/workspaces/{workspaceId}/tasks', of: 'task' },
      { path: '/v1/workspaces/{workspaceId}/trash/tasks', of: 'trashedTask' },
      { path: '/v1/workspaces/{workspaceId}/times', of: 'time' },
      { path: '/v1/workspaces/{workspaceId}/allFiles', of: 'file' },
      { path: '/v1/workspaces/{workspaceId}/trash', of: 'trashedFile' },
      { path: '/v1/workspaces/{workspaceId}/subscribers', of: 'subscriber' },
      { path: '/v1/audit', of: 'auditEntry', by: 'workspaceId' },
      { path: '/v1/reports', of: 'report', by: 'workspaceId' },
      { path: '/v1/users/me/notifications', of: 'notification', by: 'workspaceId' },
    ],
  },
  workspaceGroup: {
    one: 'Workspace group',
    many: 'Workspace groups',
    about: 'A group of workspaces, in companies that organize them in groups.',
    nameField: 'workspaceGroupName',
    path: '/v1/workspaceGroups/{groupId}',
    fields: {
      workspaceGroupName: { label: 'Name', about: 'The name of the group.', type: 'text' },
      createdAt: {
        label: 'Created',
        about: 'When the record was created.',
        type: 'date-time',
        readOnly: true,
      },
      updatedAt: {
        label: 'Updated',
        about: 'When the record last changed.',
        type: 'date-time',
        readOnly: true,
      },
      createdBy: {
        label: 'Created by',
        about: 'Who created the record (a userHash); null if the service did.',
        type: 'text',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        label: 'External ID',
        about:
          'Your own key for the record, unique among its kind in the company. An empty string counts as none.',
        type: 'text',
      },
    },
    lists: [
      { path: '/v1/workspaceGroups/{groupId}/history', of: 'change' },
      { path: '/v1/workspaceGroups/{groupId}/workspaces', of: 'workspace' },
      { path: '/v1/trash/workspaces', of: 'trashedWorkspace', by: 'workspaceGroupId' },
    ],
  },
}

/** What each list can be sorted and filtered by. */
export const lists: Readonly<Record<ListPath, KnownList>> = {
  '/v1/users': {
    of: 'user',
    sort: ['email', 'fullName', 'status', 'createdAt', 'updatedAt'],
    filter: {
      email: ['='],
      fullName: ['=', 'contains'],
      userType: ['='],
      status: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/users/{userHash}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/users/me/favorites': {
    of: 'favorite',
    sort: ['createdAt', 'updatedAt', 'rank'],
    filter: {
      kind: ['='],
      recordId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/accounts': {
    of: 'account',
    sort: ['accountName', 'createdAt', 'updatedAt'],
    filter: {
      accountName: ['=', 'contains'],
      parentAccountId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/accounts/{accountId}/accounts': {
    of: 'account',
    sort: ['accountName', 'createdAt', 'updatedAt'],
    filter: {
      accountName: ['=', 'contains'],
      parentAccountId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/accounts/{accountId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/invitations': {
    of: 'invitation',
    sort: ['email', 'expiresAt', 'createdAt', 'updatedAt'],
    filter: {
      userHash: ['='],
      email: ['='],
      purpose: ['='],
      status: ['='],
      expiresAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/sessions': {
    of: 'session',
    sort: ['lastUsedAt', 'createdAt', 'updatedAt'],
    filter: {
      userHash: ['='],
      method: ['='],
      lastUsedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/audit': {
    of: 'auditEntry',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      kind: ['='],
      recordId: ['='],
      workspaceId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaceGroups': {
    of: 'workspaceGroup',
    sort: ['workspaceGroupName', 'createdAt', 'updatedAt'],
    filter: {
      workspaceGroupName: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaceGroups/{groupId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces': {
    of: 'workspace',
    sort: ['workspaceName', 'urlShortName', 'createdAt', 'updatedAt'],
    filter: {
      workspaceName: ['=', 'contains'],
      urlShortName: ['='],
      workspaceType: ['='],
      archived: ['='],
      accountId: ['='],
      workspaceGroupId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/accounts/{accountId}/workspaces': {
    of: 'workspace',
    sort: ['workspaceName', 'urlShortName', 'createdAt', 'updatedAt'],
    filter: {
      workspaceName: ['=', 'contains'],
      urlShortName: ['='],
      workspaceType: ['='],
      archived: ['='],
      accountId: ['='],
      workspaceGroupId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/accounts/{accountId}/companyWorkspaces': {
    of: 'workspace',
    sort: ['workspaceName', 'urlShortName', 'createdAt', 'updatedAt'],
    filter: {
      workspaceName: ['=', 'contains'],
      urlShortName: ['='],
      workspaceType: ['='],
      archived: ['='],
      accountId: ['='],
      workspaceGroupId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaceGroups/{groupId}/workspaces': {
    of: 'workspace',
    sort: ['workspaceName', 'urlShortName', 'createdAt', 'updatedAt'],
    filter: {
      workspaceName: ['=', 'contains'],
      urlShortName: ['='],
      workspaceType: ['='],
      archived: ['='],
      accountId: ['='],
      workspaceGroupId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaceGroups/{groupId}/companyWorkspaces': {
    of: 'workspace',
    sort: ['workspaceName', 'urlShortName', 'createdAt', 'updatedAt'],
    filter: {
      workspaceName: ['=', 'contains'],
      urlShortName: ['='],
      workspaceType: ['='],
      archived: ['='],
      accountId: ['='],
      workspaceGroupId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/trash/workspaces': {
    of: 'trashedWorkspace',
    sort: ['workspaceName', 'urlShortName', 'deletedAt', 'createdAt', 'updatedAt'],
    filter: {
      workspaceName: ['='],
      urlShortName: ['='],
      workspaceType: ['='],
      accountId: ['='],
      workspaceGroupId: ['='],
      deletedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/members': {
    of: 'member',
    sort: ['fullName', 'email', 'role', 'createdAt', 'updatedAt'],
    filter: {
      fullName: ['=', 'contains'],
      email: ['='],
      role: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/folders': {
    of: 'folder',
    sort: ['folderName', 'createdAt', 'updatedAt'],
    filter: {
      folderName: ['=', 'contains'],
      parentFolderId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/folders/{folderId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/trash/folders': {
    of: 'trashedFolder',
    sort: ['folderName', 'deletedAt', 'createdAt', 'updatedAt'],
    filter: {
      folderName: ['='],
      parentFolderId: ['='],
      deletedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/milestones': {
    of: 'milestone',
    sort: ['title', 'status', 'startDate', 'dueDate', 'createdAt', 'updatedAt'],
    filter: {
      title: ['=', 'contains'],
      status: ['='],
      startDate: ['=', '>', '<', '>=', '<='],
      dueDate: ['=', '>', '<', '>=', '<='],
      workspaceId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/milestones': {
    of: 'milestone',
    sort: ['title', 'status', 'startDate', 'dueDate', 'createdAt', 'updatedAt'],
    filter: {
      title: ['=', 'contains'],
      status: ['='],
      startDate: ['=', '>', '<', '>=', '<='],
      dueDate: ['=', '>', '<', '>=', '<='],
      workspaceId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/milestones/{milestoneId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/events': {
    of: 'event',
    sort: ['title', 'startsAt', 'endsAt', 'createdAt', 'updatedAt'],
    filter: {
      title: ['=', 'contains'],
      startsAt: ['=', '>', '<', '>=', '<='],
      endsAt: ['=', '>', '<', '>=', '<='],
      allDay: ['='],
      workspaceId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/events': {
    of: 'event',
    sort: ['title', 'startsAt', 'endsAt', 'createdAt', 'updatedAt'],
    filter: {
      title: ['=', 'contains'],
      startsAt: ['=', '>', '<', '>=', '<='],
      endsAt: ['=', '>', '<', '>=', '<='],
      allDay: ['='],
      workspaceId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/events/{eventId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/roles': {
    of: 'role',
    sort: ['title', 'createdAt', 'updatedAt'],
    filter: {
      title: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tasklists': {
    of: 'tasklist',
    sort: ['tasklistName', 'createdAt', 'updatedAt'],
    filter: {
      tasklistName: ['=', 'contains'],
      milestoneId: ['='],
      template: ['='],
      workspaceId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/tasklists': {
    of: 'tasklist',
    sort: ['tasklistName', 'createdAt', 'updatedAt', 'rank'],
    filter: {
      tasklistName: ['=', 'contains'],
      milestoneId: ['='],
      template: ['='],
      workspaceId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/milestones/{milestoneId}/tasklists': {
    of: 'tasklist',
    sort: ['tasklistName', 'createdAt', 'updatedAt', 'rank'],
    filter: {
      tasklistName: ['=', 'contains'],
      milestoneId: ['='],
      template: ['='],
      workspaceId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tasklists/{tasklistId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/stages': {
    of: 'stage',
    sort: ['stageName', 'createdAt', 'updatedAt', 'rank'],
    filter: {
      stageName: ['='],
      status: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tasks': {
    of: 'task',
    sort: ['title', 'status', 'priority', 'startDate', 'dueDate', 'completedAt', 'createdAt', 'updatedAt'],
    filter: {
      title: ['=', 'contains'],
      status: ['='],
      priority: ['=', '>', '<', '>=', '<='],
      startDate: ['=', '>', '<', '>=', '<='],
      dueDate: ['=', '>', '<', '>=', '<='],
      assignees: ['='],
      tags: ['='],
      parentTaskId: ['='],
      tasklistId: ['='],
      milestoneId: ['='],
      stageId: ['='],
      workspaceId: ['='],
      completedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
      open: ['='],
      overdue: ['='],
      unassigned: ['='],
      topLevel: ['='],
      blocked: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/tasks': {
    of: 'task',
    sort: [
      'title',
      'status',
      'priority',
      'startDate',
      'dueDate',
      'completedAt',
      'createdAt',
      'updatedAt',
      'rank',
    ],
    filter: {
      title: ['=', 'contains'],
      status: ['='],
      priority: ['=', '>', '<', '>=', '<='],
      startDate: ['=', '>', '<', '>=', '<='],
      dueDate: ['=', '>', '<', '>=', '<='],
      assignees: ['='],
      tags: ['='],
      parentTaskId: ['='],
      tasklistId: ['='],
      milestoneId: ['='],
      stageId: ['='],
      workspaceId: ['='],
      completedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
      open: ['='],
      overdue: ['='],
      unassigned: ['='],
      topLevel: ['='],
      blocked: ['='],
    },
  },
  '/v1/tasklists/{tasklistId}/tasks': {
    of: 'task',
    sort: [
      'title',
      'status',
      'priority',
      'startDate',
      'dueDate',
      'completedAt',
      'createdAt',
      'updatedAt',
      'rank',
    ],
    filter: {
      title: ['=', 'contains'],
      status: ['='],
      priority: ['=', '>', '<', '>=', '<='],
      startDate: ['=', '>', '<', '>=', '<='],
      dueDate: ['=', '>', '<', '>=', '<='],
      assignees: ['='],
      tags: ['='],
      parentTaskId: ['='],
      tasklistId: ['='],
      milestoneId: ['='],
      stageId: ['='],
      workspaceId: ['='],
      completedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
      open: ['='],
      overdue: ['='],
      unassigned: ['='],
      topLevel: ['='],
      blocked: ['='],
    },
  },
  '/v1/tasks/{taskId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/trash/tasks': {
    of: 'trashedTask',
    sort: ['title', 'status', 'priority', 'dueDate', 'deletedAt', 'createdAt', 'updatedAt'],
    filter: {
      title: ['='],
      status: ['='],
      priority: ['=', '>', '<', '>=', '<='],
      dueDate: ['=', '>', '<', '>=', '<='],
      parentTaskId: ['='],
      deletedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tasks/{taskId}/blockers': {
    of: 'task',
    sort: ['title', 'status', 'priority', 'startDate', 'dueDate', 'completedAt', 'createdAt', 'updatedAt'],
    filter: {
      title: ['=', 'contains'],
      status: ['='],
      priority: ['=', '>', '<', '>=', '<='],
      startDate: ['=', '>', '<', '>=', '<='],
      dueDate: ['=', '>', '<', '>=', '<='],
      assignees: ['='],
      tags: ['='],
      parentTaskId: ['='],
      tasklistId: ['='],
      milestoneId: ['='],
      stageId: ['='],
      workspaceId: ['='],
      completedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
      open: ['='],
      overdue: ['='],
      unassigned: ['='],
      topLevel: ['='],
      blocked: ['='],
    },
  },
  '/v1/tasks/{taskId}/blocked': {
    of: 'task',
    sort: ['title', 'status', 'priority', 'startDate', 'dueDate', 'completedAt', 'createdAt', 'updatedAt'],
    filter: {
      title: ['=', 'contains'],
      status: ['='],
      priority: ['=', '>', '<', '>=', '<='],
      startDate: ['=', '>', '<', '>=', '<='],
      dueDate: ['=', '>', '<', '>=', '<='],
      assignees: ['='],
      tags: ['='],
      parentTaskId: ['='],
      tasklistId: ['='],
      milestoneId: ['='],
      stageId: ['='],
      workspaceId: ['='],
      completedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
      open: ['='],
      overdue: ['='],
      unassigned: ['='],
      topLevel: ['='],
      blocked: ['='],
    },
  },
  '/v1/tasks/{taskId}/steps': {
    of: 'step',
    sort: ['title', 'createdAt', 'updatedAt', 'rank'],
    filter: {
      title: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tasks/{taskId}/comments': {
    of: 'comment',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      createdBy: ['='],
      parentCommentId: ['='],
      mentions: ['='],
      internalOnly: ['='],
      resolved: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/files/{fileId}/comments': {
    of: 'comment',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      createdBy: ['='],
      parentCommentId: ['='],
      mentions: ['='],
      internalOnly: ['='],
      resolved: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/milestones/{milestoneId}/comments': {
    of: 'comment',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      createdBy: ['='],
      parentCommentId: ['='],
      mentions: ['='],
      internalOnly: ['='],
      resolved: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/events/{eventId}/comments': {
    of: 'comment',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      createdBy: ['='],
      parentCommentId: ['='],
      mentions: ['='],
      internalOnly: ['='],
      resolved: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/comments/{commentId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tags': {
    of: 'tag',
    sort: ['tagName', 'createdAt', 'updatedAt'],
    filter: {
      tagName: ['=', 'contains'],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tags/{tagId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/times': {
    of: 'time',
    sort: ['date', 'minutes', 'createdAt', 'updatedAt'],
    filter: {
      date: ['=', '>', '<', '>=', '<='],
      minutes: ['=', '>', '<', '>=', '<='],
      billable: ['='],
      userHash: ['='],
      workspaceId: ['='],
      taskId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/times': {
    of: 'time',
    sort: ['date', 'minutes', 'createdAt', 'updatedAt'],
    filter: {
      date: ['=', '>', '<', '>=', '<='],
      minutes: ['=', '>', '<', '>=', '<='],
      billable: ['='],
      userHash: ['='],
      workspaceId: ['='],
      taskId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tasks/{taskId}/times': {
    of: 'time',
    sort: ['date', 'minutes', 'createdAt', 'updatedAt'],
    filter: {
      date: ['=', '>', '<', '>=', '<='],
      minutes: ['=', '>', '<', '>=', '<='],
      billable: ['='],
      userHash: ['='],
      workspaceId: ['='],
      taskId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/times/{timeId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/timesheets': {
    of: 'timesheet',
    sort: ['week', 'createdAt', 'updatedAt'],
    filter: {
      week: ['=', '>', '<', '>=', '<='],
      userHash: ['='],
      state: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/timesheets/{timesheetId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/reports': {
    of: 'report',
    sort: ['reportName', 'createdAt', 'updatedAt'],
    filter: {
      reportName: ['='],
      source: ['='],
      shared: ['='],
      workspaceId: ['='],
      layout: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/reports/{reportId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/allFiles': {
    of: 'file',
    sort: ['fileName', 'status', 'size', 'createdAt', 'updatedAt'],
    filter: {
      fileName: ['=', 'contains'],
      status: ['='],
      tags: ['='],
      size: ['=', '>', '<', '>=', '<='],
      mimeType: ['='],
      folderId: ['='],
      taskId: ['='],
      milestoneId: ['='],
      workspaceId: ['='],
      locked: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/allFiles': {
    of: 'file',
    sort: ['fileName', 'status', 'size', 'createdAt', 'updatedAt'],
    filter: {
      fileName: ['=', 'contains'],
      status: ['='],
      tags: ['='],
      size: ['=', '>', '<', '>=', '<='],
      mimeType: ['='],
      folderId: ['='],
      taskId: ['='],
      milestoneId: ['='],
      workspaceId: ['='],
      locked: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/files': {
    of: 'file',
    sort: ['fileName', 'status', 'size', 'createdAt', 'updatedAt'],
    filter: {
      fileName: ['=', 'contains'],
      status: ['='],
      tags: ['='],
      size: ['=', '>', '<', '>=', '<='],
      mimeType: ['='],
      folderId: ['='],
      taskId: ['='],
      milestoneId: ['='],
      workspaceId: ['='],
      locked: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/folders/{folderId}/files': {
    of: 'file',
    sort: ['fileName', 'status', 'size', 'createdAt', 'updatedAt'],
    filter: {
      fileName: ['=', 'contains'],
      status: ['='],
      tags: ['='],
      size: ['=', '>', '<', '>=', '<='],
      mimeType: ['='],
      folderId: ['='],
      taskId: ['='],
      milestoneId: ['='],
      workspaceId: ['='],
      locked: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tasks/{taskId}/files': {
    of: 'file',
    sort: ['fileName', 'status', 'size', 'createdAt', 'updatedAt'],
    filter: {
      fileName: ['=', 'contains'],
      status: ['='],
      tags: ['='],
      size: ['=', '>', '<', '>=', '<='],
      mimeType: ['='],
      folderId: ['='],
      taskId: ['='],
      milestoneId: ['='],
      workspaceId: ['='],
      locked: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/milestones/{milestoneId}/files': {
    of: 'file',
    sort: ['fileName', 'status', 'size', 'createdAt', 'updatedAt'],
    filter: {
      fileName: ['=', 'contains'],
      status: ['='],
      tags: ['='],
      size: ['=', '>', '<', '>=', '<='],
      mimeType: ['='],
      folderId: ['='],
      taskId: ['='],
      milestoneId: ['='],
      workspaceId: ['='],
      locked: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/files/{fileId}/history': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      userHash: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/trash': {
    of: 'trashedFile',
    sort: ['fileName', 'size', 'deletedAt', 'createdAt', 'updatedAt'],
    filter: {
      fileName: ['='],
      size: ['=', '>', '<', '>=', '<='],
      mimeType: ['='],
      deletedAt: ['=', '>', '<', '>=', '<='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/files/{fileId}/versions': {
    of: 'fileVersion',
    sort: ['version', 'size', 'createdAt', 'updatedAt'],
    filter: {
      version: ['=', '>', '<', '>=', '<='],
      size: ['=', '>', '<', '>=', '<='],
      mimeType: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/files/{fileId}/subscribers': {
    of: 'subscriber',
    sort: ['fullName', 'email', 'createdAt', 'updatedAt'],
    filter: {
      fullName: ['='],
      email: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/tasks/{taskId}/subscribers': {
    of: 'subscriber',
    sort: ['fullName', 'email', 'createdAt', 'updatedAt'],
    filter: {
      fullName: ['='],
      email: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/milestones/{milestoneId}/subscribers': {
    of: 'subscriber',
    sort: ['fullName', 'email', 'createdAt', 'updatedAt'],
    filter: {
      fullName: ['='],
      email: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/subscribers': {
    of: 'subscriber',
    sort: ['fullName', 'email', 'createdAt', 'updatedAt'],
    filter: {
      fullName: ['='],
      email: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/users/me/notifications': {
    of: 'notification',
    sort: ['lastAt', 'createdAt', 'updatedAt'],
    filter: {
      reason: ['='],
      recordKind: ['='],
      recordId: ['='],
      workspaceId: ['='],
      lastAt: ['=', '>', '<', '>=', '<='],
      read: ['='],
      done: ['='],
      snoozed: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/workspaces/{workspaceId}/activity': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      workspaceId: ['='],
      userHash: ['='],
      kind: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/users/me/activity': {
    of: 'change',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      type: ['='],
      recordId: ['='],
      workspaceId: ['='],
      userHash: ['='],
      kind: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/clients': {
    of: 'client',
    sort: ['name', 'lastUsedAt', 'createdAt', 'updatedAt'],
    filter: {
      name: ['='],
      lastUsedAt: ['=', '>', '<', '>=', '<='],
      status: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/clients/{clientId}/keys': {
    of: 'clientKey',
    sort: ['lastUsedAt', 'createdAt', 'updatedAt'],
    filter: {
      status: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/webhooks': {
    of: 'webhook',
    sort: ['name', 'createdAt', 'updatedAt'],
    filter: {
      name: ['='],
      status: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
  '/v1/webhooks/{webhookId}/deliveries': {
    of: 'delivery',
    sort: ['createdAt', 'updatedAt'],
    filter: {
      state: ['='],
      type: ['='],
      recordId: ['='],
      changeId: ['='],
      createdAt: ['=', '>', '<', '>=', '<='],
      updatedAt: ['=', '>', '<', '>=', '<='],
      externalId: ['='],
    },
  },
}
