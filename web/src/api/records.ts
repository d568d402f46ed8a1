/** Made from the description by `npm run docs`. */

import type { ListPath } from './queries.ts'

export interface KnownField {
  about: string
  format?: 'date' | 'date-time'
  /** The kind of the record that it names. */
  refersTo?: string
  /** Whether the service alone sets it. */
  readOnly?: true
}

export interface KnownKind {
  about: string
  /** How one is read; the last parameter is its id. */
  path?: string
  /** Where one cannot be read by itself: the list that has it, below what it belongs to. */
  listed?: string
  fields: Readonly<Record<string, KnownField>>
  /** The lists under it, and those that can be filtered by it. */
  lists: readonly { path: ListPath; of: string; by?: string }[]
}

export const records: Readonly<Record<string, KnownKind>> = {
  account: {
    about:
      'A node in a tree that holds workspaces and further accounts, in companies that organize them in accounts.',
    path: '/v1/accounts/{accountId}',
    fields: {
      accountName: { about: 'The name of the account.' },
      parentAccountId: {
        about: 'The account it is in; null at the top. At most 16 levels deep.',
        refersTo: 'account',
      },
      description: { about: 'What the account is for.' },
      customFields: {
        about:
          'Your own values, each under a name you choose. A change sets only the names it lists. At most 100 per record and 320 KiB in all.',
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [
      { path: '/v1/accounts/{accountId}/accounts', of: 'account' },
      { path: '/v1/accounts/{accountId}/workspaces', of: 'workspace' },
      { path: '/v1/trash/workspaces', of: 'trashedWorkspace', by: 'accountId' },
    ],
  },
  auditEntry: {
    about:
      'Something that happened in the company: a change to a record, a sign-in, an attempt at one, an export. Nobody can change it.',
    path: '/v1/audit/{entryId}',
    fields: {
      type: {
        about:
          'What happened to what: `task.updated`, `session.signedIn`, `user.signInFailed`, `list.exported`…',
        readOnly: true,
      },
      kind: { about: 'The kind of the record.', readOnly: true },
      recordId: {
        about:
          'The id of the record; of a list that was exported, of what it stands below, or of the company.',
        readOnly: true,
      },
      workspaceId: {
        about: 'The workspace that the record is in, if any.',
        refersTo: 'workspace',
        readOnly: true,
      },
      otherWorkspaceId: {
        about: 'Of a move: the workspace that the record came from.',
        refersTo: 'workspace',
        readOnly: true,
      },
      userHash: {
        about: 'Who did it; null where it was the service, or nobody known.',
        refersTo: 'user',
        readOnly: true,
      },
      clientId: { about: 'The API client that acted for them, if any.', refersTo: 'client', readOnly: true },
      requestId: { about: 'The request, as the log of the service names it.', readOnly: true },
      address: { about: 'Of what has to do with signing in: the address that it came from.', readOnly: true },
      fields: {
        about:
          'Which fields changed; of a sign-in, how it was done or what was wrong with it; of an export, which list, its filter, and how many records it held if they were few.',
        readOnly: true,
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  calendarFeed: {
    about: 'The secret address at which calendar programs can subscribe to a person’s tasks and events.',
    path: '/v1/users/me/calendar',
    fields: {
      lastUsedAt: { about: 'When it was last fetched, to the hour.', format: 'date-time', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  client: {
    about: 'An API client: a program that acts as one user, with exactly that user’s permissions.',
    path: '/v1/clients/{clientId}',
    fields: {
      name: { about: 'What the client is for.' },
      actAs: {
        about:
          'The user it acts as (a userHash), who must have the permissions to create workspaces and manage accounts.',
        refersTo: 'user',
      },
      compatibility: {
        about:
          'For integrations written for the earlier service: bare ids and plain-text messages, unknown members ignored. Set when the client is created.',
      },
      keys: { about: 'The keys that the client signs with, oldest first.', readOnly: true },
      lastUsedAt: { about: 'When the client last got a token.', format: 'date-time', readOnly: true },
      status: { about: '`Revoked` clients get no tokens any more.', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [{ path: '/v1/clients/{clientId}/keys', of: 'clientKey' }],
  },
  clientKey: {
    about: 'A key that an API client signs with. The service stores only its public half.',
    path: '/v1/clients/{clientId}/keys/{keyId}',
    fields: {
      clientId: { about: 'The client.', refersTo: 'client', readOnly: true },
      fingerprint: { about: 'SHA-256 of the public key, to tell keys apart.', readOnly: true },
      status: { about: '`Revoked` keys get no tokens any more.', readOnly: true },
      lastUsedAt: { about: 'When the key last got a token.', format: 'date-time', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  company: {
    about: 'A company: everything its people share, closed to every other company.',
    path: '/v1/company',
    fields: {
      companyName: { about: 'The name of the company.' },
      organization: {
        about:
          'How the company organizes its workspaces: in a tree of accounts, or in workspace groups. Set when the company is created.',
        readOnly: true,
      },
      oneTimeCodesRequired: {
        about:
          'Whether everybody who signs in with a password also needs a one-time code. People without one set it up at their next sign-in.',
      },
      ssoIssuer: {
        about:
          'The address of the OpenID Connect provider for single sign-on; null switches it off. Changing it clears the secret unless a new one comes with it.',
      },
      ssoClientId: { about: 'The client id of this service at the provider.' },
      ssoClientSecret: {
        about:
          'The client secret of this service at the provider. It is stored encrypted and never shown: `(kept)` stands for it.',
      },
      ssoDomains: {
        about:
          'The domains of the email addresses that the provider is responsible for. Each belongs to one company of the installation.',
      },
      ssoCreates: {
        about:
          'What happens when an unknown person with an address in `ssoDomains` comes through single sign-on: `Nobody` refuses them, `Internal` and `External` create a user of that type.',
      },
      fileStatuses: {
        about:
          'The statuses that a file can have; new files get the first. A name ending in `[READONLY]` makes a file read-only for everyone but Admins of the workspace. null means the usual list.',
      },
      limits: {
        about: 'How much the company may store, as set by the operator, and how much it stores.',
        readOnly: true,
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  event: {
    about: 'An entry in the calendar of a workspace.',
    path: '/v1/events/{eventId}',
    fields: {
      title: { about: 'What takes place.' },
      description: { about: 'More about it.' },
      location: { about: 'Where it takes place.' },
      startsAt: {
        about: 'When it starts. A day without a time means the start of that day in UTC.',
        format: 'date-time',
      },
      endsAt: { about: 'When it ends, not before `startsAt`. Defaults to `startsAt`.', format: 'date-time' },
      allDay: { about: 'Whether it lasts whole days, so that times of day need not be shown.' },
      workspaceId: { about: 'The workspace it is in.', refersTo: 'workspace' },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  file: {
    about: 'A document in a workspace, with all of its versions.',
    path: '/v1/files/{fileId}',
    fields: {
      fileName: {
        about: 'Its name, unique in its place: its folder, task or milestone, or else the workspace itself.',
      },
      description: { about: 'What is in it.' },
      status: { about: 'Its status: one of the company’s `fileStatuses`.' },
      tags: { about: 'Its tags, regardless of case. Names that do not exist yet become tags.' },
      workspaceId: { about: 'The workspace it is in.', refersTo: 'workspace' },
      folderId: { about: 'The folder it is in, if any.', refersTo: 'folder' },
      taskId: { about: 'The task it is attached to, if any.', refersTo: 'task' },
      milestoneId: { about: 'The milestone it is attached to, if any.', refersTo: 'milestone' },
      version: { about: 'The version, counted from 1.', readOnly: true },
      size: { about: 'The size in bytes.', readOnly: true },
      mimeType: { about: 'Its media type.', readOnly: true },
      sha256: { about: 'The SHA-256 hash of its content.', readOnly: true },
      locked: { about: 'Whether somebody holds its lock now.', readOnly: true },
      lockedBy: { about: 'Who holds its lock (a userHash).', refersTo: 'user', readOnly: true },
      lockExpiresAt: { about: 'When the lock expires.', format: 'date-time', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [
      { path: '/v1/files/{fileId}/versions', of: 'fileVersion' },
      { path: '/v1/files/{fileId}/subscribers', of: 'subscriber' },
    ],
  },
  fileVersion: {
    about: 'A version of a file: its content, who stored it and when.',
    listed: '/v1/files/{fileId}/versions',
    fields: {
      version: { about: 'The version, counted from 1.', readOnly: true },
      size: { about: 'The size in bytes.', readOnly: true },
      mimeType: { about: 'Its media type.', readOnly: true },
      sha256: { about: 'The SHA-256 hash of its content.', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  folder: {
    about: 'A folder for files in a workspace. Folders can be nested.',
    path: '/v1/folders/{folderId}',
    fields: {
      folderName: { about: 'The name, unique within its parent regardless of case.' },
      parentFolderId: {
        about: 'The folder it is in, of the same workspace; null at the top. At most 32 levels deep.',
        refersTo: 'folder',
      },
      workspaceId: { about: 'The workspace it is in.', refersTo: 'workspace' },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [{ path: '/v1/folders/{folderId}/files', of: 'file' }],
  },
  invitation: {
    about: 'A link that lets one person choose a password, once: their first, or a new one.',
    path: '/v1/invitations/{invitationId}',
    fields: {
      userHash: { about: 'Whom it is for.', refersTo: 'user' },
      email: { about: 'The address of the person when it was created.', readOnly: true },
      purpose: {
        about: '`Invitation` for people without a password, `Password reset` for others.',
        readOnly: true,
      },
      status: {
        about: '`Pending` until it is used or revoked. After `expiresAt` it cannot be used.',
        readOnly: true,
      },
      expiresAt: { about: 'Until when it can be used.', format: 'date-time', readOnly: true },
      acceptedAt: { about: 'When it was used.', format: 'date-time', readOnly: true },
      mailed: { about: 'Whether to mail it to the person, if the installation sends mail.' },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  member: {
    about: 'A person in a workspace; its id is the userHash.',
    path: '/v1/workspaces/{workspaceId}/members/{userHash}',
    fields: {
      userHash: { about: 'The person.', refersTo: 'user', readOnly: true },
      fullName: { about: 'The name of the person.', readOnly: true },
      email: { about: 'The address of the person.', readOnly: true },
      role: { about: '`Reader` sees, `Contributor` also works, `Admin` also runs the workspace.' },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  milestone: {
    about: 'A goal that the work of a workspace leads to.',
    path: '/v1/milestones/{milestoneId}',
    fields: {
      title: { about: 'The goal.' },
      description: { about: 'More about it.' },
      status: { about: 'Its status. Any status can follow any other.' },
      startDate: { about: 'The day on which work towards it starts.', format: 'date' },
      dueDate: { about: 'The day by which it should be reached; not before `startDate`.', format: 'date' },
      reminders: { about: 'Your own notes on when to remind whom. Empty texts are dropped.' },
      workspaceId: { about: 'The workspace it is in.', refersTo: 'workspace' },
      customFields: {
        about:
          'Your own values, each under a name you choose. A change sets only the names it lists. At most 100 per record and 320 KiB in all.',
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [
      { path: '/v1/milestones/{milestoneId}/tasklists', of: 'tasklist' },
      { path: '/v1/milestones/{milestoneId}/files', of: 'file' },
      { path: '/v1/tasks', of: 'task', by: 'milestoneId' },
    ],
  },
  report: {
    about: 'A saved list: a source, and which of its records and fields to show.',
    path: '/v1/reports/{reportId}',
    fields: {
      reportName: { about: 'The name of the report.' },
      source: { about: 'The list it is made from.' },
      columns: {
        about:
          'The fields it shows, such as `task.title` or `title`, and `task.id`. All of them if it names none.',
      },
      filter: { about: 'Which records it shows: a filter of the list.' },
      sort: { about: 'How it is sorted: a sort of the list.' },
      shared: { about: 'Whether all internal people of the company see it. Its creator always does.' },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  role: {
    about: 'A role that a member of a workspace can have. Every company has the same three.',
    path: '/v1/roles/{roleId}',
    fields: {
      title: {
        about: '`Reader` can see, `Contributor` can also work, `Admin` can also run the workspace.',
        readOnly: true,
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  session: {
    about: 'A sign-in session: one browser in which somebody is signed in. It is deleted when it ends.',
    path: '/v1/sessions/{sessionId}',
    fields: {
      userHash: { about: 'Who is signed in.', refersTo: 'user', readOnly: true },
      method: { about: 'How they signed in.', readOnly: true },
      address: { about: 'The address they signed in from.', readOnly: true },
      userAgent: { about: 'The user agent of the browser.', readOnly: true },
      lastUsedAt: { about: 'When it was last used, to a few minutes.', format: 'date-time', readOnly: true },
      expiresAt: { about: 'When it ends unless it is used before.', format: 'date-time', readOnly: true },
      current: { about: 'Whether this request was made with it.', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  subscriber: {
    about: 'Somebody who is told when a file changes; its id is the userHash.',
    listed: '/v1/files/{fileId}/subscribers',
    fields: {
      userHash: { about: 'The person.', refersTo: 'user', readOnly: true },
      fullName: { about: 'The name of the person.', readOnly: true },
      email: { about: 'The address of the person.', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  tag: {
    about: 'A name that tasks and files can be tagged with, stored once per company.',
    path: '/v1/tags/{tagId}',
    fields: {
      tagName: { about: 'The name, unique in the company regardless of case.' },
      fileCount: {
        about: 'How many files have it, not counting the trash; null for external people.',
        readOnly: true,
      },
      taskCount: {
        about: 'How many tasks have it, not counting the trash; null for external people.',
        readOnly: true,
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  task: {
    about: 'Something to be done in a workspace.',
    path: '/v1/tasks/{taskId}',
    fields: {
      title: { about: 'What is to be done.' },
      description: { about: 'More about it.' },
      status: { about: 'Its status. Any status can follow any other.' },
      priority: { about: 'From 1 (lowest) to 5 (most urgent).' },
      startDate: { about: 'The day on which it should start.', format: 'date' },
      dueDate: { about: 'The day by which it should be done.', format: 'date' },
      assignees: { about: 'The people assigned to it (userHashes).', refersTo: 'user' },
      tags: { about: 'Its tags, regardless of case. Names that do not exist yet become tags.' },
      parentTaskId: {
        about: 'The task it is a subtask of, in the same workspace. At most 8 levels deep.',
        refersTo: 'task',
      },
      tasklistId: { about: 'The task list it is in, of the same workspace.', refersTo: 'tasklist' },
      milestoneId: { about: 'The milestone it belongs to, of the same workspace.', refersTo: 'milestone' },
      workspaceId: {
        about: 'The workspace it is in. A task moves together with its subtasks.',
        refersTo: 'workspace',
      },
      estimateMinutes: { about: 'How many minutes it is expected to take.' },
      spentMinutes: { about: 'The total time logged on it, in minutes.', readOnly: true },
      completedAt: {
        about: 'When its status became Completed; null in every other status.',
        format: 'date-time',
        readOnly: true,
      },
      customFields: {
        about:
          'Your own values, each under a name you choose. A change sets only the names it lists. At most 100 per record and 320 KiB in all.',
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [
      { path: '/v1/tasks/{taskId}/times', of: 'time' },
      { path: '/v1/tasks/{taskId}/files', of: 'file' },
      { path: '/v1/tasks', of: 'task', by: 'parentTaskId' },
    ],
  },
  tasklist: {
    about: 'A list of tasks in a workspace, or a template for such lists.',
    path: '/v1/tasklists/{tasklistId}',
    fields: {
      tasklistName: { about: 'The name of the list.' },
      startDate: {
        about: 'The day on which its work should start. Tasks copied from a template are dated from it.',
        format: 'date',
      },
      milestoneId: { about: 'The milestone it belongs to, in the same workspace.', refersTo: 'milestone' },
      template: { about: 'Whether it is meant as a template for other lists.' },
      workspaceId: { about: 'The workspace it is in.', refersTo: 'workspace' },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [{ path: '/v1/tasklists/{tasklistId}/tasks', of: 'task' }],
  },
  time: {
    about: 'Time that somebody worked in a workspace, on one of its tasks or on none.',
    path: '/v1/times/{timeId}',
    fields: {
      date: { about: 'The day of the work.', format: 'date' },
      minutes: { about: 'How long it took, in minutes.' },
      note: { about: 'What was done.' },
      billable: { about: 'Whether it is to be billed.' },
      userHash: {
        about:
          'Whose time it is (a userHash). Defaults to you; Admins of the workspace can log time for others.',
        refersTo: 'user',
      },
      workspaceId: {
        about: 'The workspace. Defaults to that of the task; required without one.',
        refersTo: 'workspace',
      },
      taskId: { about: 'The task, in the same workspace.', refersTo: 'task' },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  timer: {
    about: 'The running timer of a person.',
    path: '/v1/users/me/timer',
    fields: {
      startedAt: { about: 'When it started.', format: 'date-time', readOnly: true },
      workspaceId: {
        about: 'The workspace. Defaults to that of the task; required without one.',
        refersTo: 'workspace',
      },
      taskId: { about: 'The task, in the same workspace.', refersTo: 'task' },
      note: { about: 'What is being done.' },
      billable: { about: 'Whether it is to be billed.' },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  trashedFile: {
    about: 'A file in the trash; it can be restored for 30 days.',
    listed: '/v1/workspaces/{workspaceId}/trash',
    fields: {
      fileName: { about: 'Its name.', readOnly: true },
      version: { about: 'The version, counted from 1.', readOnly: true },
      size: { about: 'The size in bytes.', readOnly: true },
      mimeType: { about: 'Its media type.', readOnly: true },
      sha256: { about: 'The SHA-256 hash of its content.', readOnly: true },
      workspaceId: { about: 'The workspace that it was in.', refersTo: 'workspace', readOnly: true },
      folderId: { about: 'The folder that it was in.', refersTo: 'folder', readOnly: true },
      taskId: { about: 'The task that it was attached to.', refersTo: 'task', readOnly: true },
      milestoneId: { about: 'The milestone that it was attached to.', refersTo: 'milestone', readOnly: true },
      deletedAt: { about: 'When it was deleted.', format: 'date-time', readOnly: true },
      deletedBy: { about: 'Who deleted it (a userHash).', refersTo: 'user', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  trashedFolder: {
    about: 'A folder in the trash; it can be restored for 30 days.',
    listed: '/v1/workspaces/{workspaceId}/trash/folders',
    fields: {
      folderName: { about: 'The name, unique within its parent regardless of case.', readOnly: true },
      parentFolderId: {
        about: 'The folder it is in, of the same workspace; null at the top. At most 32 levels deep.',
        refersTo: 'folder',
        readOnly: true,
      },
      workspaceId: { about: 'The workspace it is in.', refersTo: 'workspace', readOnly: true },
      deletedAt: { about: 'When it was deleted.', format: 'date-time', readOnly: true },
      deletedBy: { about: 'Who deleted it (a userHash).', refersTo: 'user', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  trashedTask: {
    about: 'A task in the trash; it can be restored for 30 days.',
    listed: '/v1/workspaces/{workspaceId}/trash/tasks',
    fields: {
      title: { about: 'What is to be done.', readOnly: true },
      description: { about: 'More about it.', readOnly: true },
      status: { about: 'Its status. Any status can follow any other.', readOnly: true },
      priority: { about: 'From 1 (lowest) to 5 (most urgent).', readOnly: true },
      dueDate: { about: 'The day by which it should be done.', format: 'date', readOnly: true },
      parentTaskId: {
        about: 'The task it is a subtask of, in the same workspace. At most 8 levels deep.',
        refersTo: 'task',
        readOnly: true,
      },
      workspaceId: {
        about: 'The workspace it is in. A task moves together with its subtasks.',
        refersTo: 'workspace',
        readOnly: true,
      },
      deletedAt: { about: 'When it was deleted.', format: 'date-time', readOnly: true },
      deletedBy: { about: 'Who deleted it (a userHash).', refersTo: 'user', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  trashedWorkspace: {
    about: 'A workspace in the trash; it can be restored for 30 days, with all that is in it.',
    listed: '/v1/trash/workspaces',
    fields: {
      workspaceName: { about: 'The name of the workspace.', readOnly: true },
      urlShortName: {
        about: 'A short name for addresses, unique in the company. Derived from the name if absent.',
        readOnly: true,
      },
      description: { about: 'What the workspace is for.', readOnly: true },
      workspaceType: { about: 'A type of your own choosing.', readOnly: true },
      accountId: {
        about: 'The account the workspace is in; null for none, and in a company that uses workspace groups.',
        refersTo: 'account',
        readOnly: true,
      },
      workspaceGroupId: {
        about: 'The group the workspace is in; null in a company that uses accounts.',
        refersTo: 'workspaceGroup',
        readOnly: true,
      },
      deletedAt: { about: 'When it was deleted.', format: 'date-time', readOnly: true },
      deletedBy: { about: 'Who deleted it (a userHash).', refersTo: 'user', readOnly: true },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  upload: {
    about: 'What was uploaded, or is being uploaded, and is not a file yet. It belongs to its uploader.',
    path: '/v1/files/uploads/{uuid}',
    fields: {
      fileName: { about: 'The name that the file will have.', readOnly: true },
      mimeType: { about: 'Its media type.', readOnly: true },
      size: { about: 'The size in bytes.', readOnly: true },
      received: { about: 'How many bytes have arrived.', readOnly: true },
      sha256: { about: 'The hash of its content; null while it is under way.', readOnly: true },
      expiresAt: {
        about: 'When it is dropped, unless it has become a file.',
        format: 'date-time',
        readOnly: true,
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [],
  },
  user: {
    about: 'A person of the company, or an account that an integration acts as.',
    path: '/v1/users/{userHash}',
    fields: {
      email: { about: 'The address the person signs in with, unique across the whole installation.' },
      fullName: { about: 'The name of the person.' },
      userType: {
        about: '`Internal` people belong to the company; `External` people see only their workspaces.',
      },
      status: { about: '`Inactive` people cannot sign in, and integrations that act as them stop working.' },
      permissions: { about: 'What the person may do in the whole company.' },
      timeZone: { about: 'The time zone in which the person sees times.' },
      lastSeenAt: {
        about: 'When the person, or an integration acting as them, was last seen, to the hour.',
        format: 'date-time',
        readOnly: true,
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [
      { path: '/v1/invitations', of: 'invitation', by: 'userHash' },
      { path: '/v1/sessions', of: 'session', by: 'userHash' },
      { path: '/v1/audit', of: 'auditEntry', by: 'userHash' },
      { path: '/v1/tasks', of: 'task', by: 'assignees' },
      { path: '/v1/times', of: 'time', by: 'userHash' },
    ],
  },
  workspace: {
    about: 'A place where people work together on tasks, files and time, open to its members.',
    path: '/v1/workspaces/{workspaceId}',
    fields: {
      workspaceName: { about: 'The name of the workspace.' },
      urlShortName: {
        about: 'A short name for addresses, unique in the company. Derived from the name if absent.',
      },
      description: { about: 'What the workspace is for.' },
      workspaceType: { about: 'A type of your own choosing.' },
      archived: { about: 'Whether the workspace is archived, and therefore read-only.', readOnly: true },
      accountId: {
        about: 'The account the workspace is in; null for none, and in a company that uses workspace groups.',
        refersTo: 'account',
      },
      workspaceGroupId: {
        about: 'The group the workspace is in; null in a company that uses accounts.',
        refersTo: 'workspaceGroup',
      },
      customFields: {
        about:
          'Your own values, each under a name you choose. A change sets only the names it lists. At most 100 per record and 320 KiB in all.',
      },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [
      { path: '/v1/workspaces/{workspaceId}/members', of: 'member' },
      { path: '/v1/workspaces/{workspaceId}/folders', of: 'folder' },
      { path: '/v1/workspaces/{workspaceId}/trash/folders', of: 'trashedFolder' },
      { path: '/v1/workspaces/{workspaceId}/milestones', of: 'milestone' },
      { path: '/v1/workspaces/{workspaceId}/events', of: 'event' },
      { path: '/v1/workspaces/{workspaceId}/tasklists', of: 'tasklist' },
      { path: '/v1/workspaces/{workspaceId}/tasks', of: 'task' },
      { path: '/v1/workspaces/{workspaceId}/trash/tasks', of: 'trashedTask' },
      { path: '/v1/workspaces/{workspaceId}/times', of: 'time' },
      { path: '/v1/workspaces/{workspaceId}/allFiles', of: 'file' },
      { path: '/v1/workspaces/{workspaceId}/trash', of: 'trashedFile' },
      { path: '/v1/audit', of: 'auditEntry', by: 'workspaceId' },
    ],
  },
  workspaceGroup: {
    about: 'A group of workspaces, in companies that organize them in groups.',
    path: '/v1/workspaceGroups/{groupId}',
    fields: {
      workspaceGroupName: { about: 'The name of the group.' },
      createdAt: { about: 'When the record was created.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who created the record (a userHash); null if the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about:
          'Your own key for the record, unique among its kind in the company. An empty text counts as none.',
      },
    },
    lists: [
      { path: '/v1/workspaceGroups/{groupId}/workspaces', of: 'workspace' },
      { path: '/v1/trash/workspaces', of: 'trashedWorkspace', by: 'workspaceGroupId' },
    ],
  },
}

/** Where the records of a kind are listed, for the whole company. */
export const wholeLists: Readonly<Record<string, ListPath>> = {
  user: '/v1/users',
  account: '/v1/accounts',
  invitation: '/v1/invitations',
  session: '/v1/sessions',
  auditEntry: '/v1/audit',
  workspaceGroup: '/v1/workspaceGroups',
  workspace: '/v1/workspaces',
  trashedWorkspace: '/v1/trash/workspaces',
  role: '/v1/roles',
  tasklist: '/v1/tasklists',
  task: '/v1/tasks',
  tag: '/v1/tags',
  time: '/v1/times',
  report: '/v1/reports',
  file: '/v1/workspaces/allFiles',
  client: '/v1/clients',
}
