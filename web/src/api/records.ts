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
      'A place in a tree that holds workspaces and further accounts, for companies that organize them so.',
    path: '/v1/accounts/{accountId}',
    fields: {
      accountName: { about: 'The name of the account.' },
      parentAccountId: {
        about: 'The account that this one is in; null at the top. Accounts can be nested 16 deep.',
        refersTo: 'account',
      },
      description: { about: 'What the account is for.' },
      customFields: {
        about:
          'Your own values, each with a name of yours. A change names only those that it sets; the others stay. At most 100 on a record, and 320 KiB in all.',
      },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  calendarFeed: {
    about: 'The secret address at which calendars can subscribe to what a person has to do.',
    path: '/v1/users/me/calendar',
    fields: {
      lastUsedAt: { about: 'When it was last fetched, to the hour.', format: 'date-time', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
        about: 'The user that it acts as (a userHash): one who may create workspaces and manage accounts.',
        refersTo: 'user',
      },
      compatibility: {
        about:
          'For integrations written for the earlier service: bare ids and plain messages, unknown members ignored. Chosen when the client is created.',
      },
      keys: { about: 'The keys that the client signs with; the newest last.', readOnly: true },
      lastUsedAt: { about: 'When the client last got a token.', format: 'date-time', readOnly: true },
      status: { about: '`Revoked` clients get nothing any more.', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [{ path: '/v1/clients/{clientId}/keys', of: 'clientKey' }],
  },
  clientKey: {
    about: 'A key that an API client signs with; the service keeps its public half alone.',
    path: '/v1/clients/{clientId}/keys/{keyId}',
    fields: {
      clientId: { about: 'The client.', refersTo: 'client', readOnly: true },
      fingerprint: {
        about: 'SHA-256 of the public key, by which a person tells keys apart.',
        readOnly: true,
      },
      status: { about: '`Revoked` keys open nothing any more.', readOnly: true },
      lastUsedAt: { about: 'When the key last got a token.', format: 'date-time', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  company: {
    about: 'A company: all that its people share, closed to every other one.',
    path: '/v1/company',
    fields: {
      companyName: { about: 'The name of the company.' },
      organization: {
        about:
          'How the company organizes its workspaces: in a tree of accounts, or in workspace groups. Chosen when the company is made.',
        readOnly: true,
      },
      oneTimeCodesRequired: {
        about:
          'Whether everybody who signs in with a password needs a one-time code too. Those who have none yet set it up at their next sign-in.',
      },
      ssoIssuer: {
        about:
          'The address of the OpenID Connect provider for single sign-on; null switches it off. Another one voids the secret, unless it comes with a new one.',
      },
      ssoClientId: { about: 'The name of this service at the provider.' },
      ssoClientSecret: {
        about:
          'The secret of this service at the provider. It is kept encrypted and never shown: `(kept)` stands for it.',
      },
      ssoDomains: {
        about:
          'The domains of the mail addresses that the provider speaks for; each belongs to one company of the installation.',
      },
      ssoCreates: {
        about:
          'What becomes of somebody who comes by single sign-on with an address in `ssoDomains` and is not known yet: `Nobody` refuses them, `Internal` and `External` make them a user of that type.',
      },
      fileStatuses: {
        about:
          'The statuses that a file can have, the first one being that of new files. A name ending in `[READONLY]` makes a file read-only to all but Admins of the workspace. null: the usual ones.',
      },
      limits: {
        about: 'What the company may store, as the operator has set it, and what it does.',
        readOnly: true,
      },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  event: {
    about: 'Something in the calendar of a workspace.',
    path: '/v1/events/{eventId}',
    fields: {
      title: { about: 'What takes place.' },
      description: { about: 'More about it.' },
      location: { about: 'Where it takes place.' },
      startsAt: {
        about: 'When it begins; a day without a time stands for its first moment in UTC.',
        format: 'date-time',
      },
      endsAt: {
        about: 'When it ends, not before `startsAt`; when absent, the moment at which it begins.',
        format: 'date-time',
      },
      allDay: { about: 'Whether it takes whole days, so that times of day need not be shown.' },
      workspaceId: { about: 'The workspace that it is in.', refersTo: 'workspace' },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  file: {
    about: 'A document with all of its versions, in a workspace.',
    path: '/v1/files/{fileId}',
    fields: {
      fileName: {
        about:
          'Its name, unique where it is: in its folder, on its task or milestone, or in the workspace itself.',
      },
      description: { about: 'What is in it.' },
      status: { about: 'Where it stands: one of the company’s `fileStatuses`.' },
      tags: { about: 'Its tags. Case does not matter; those that do not exist yet are made.' },
      workspaceId: { about: 'The workspace that it is in.', refersTo: 'workspace' },
      folderId: { about: 'The folder that it is in; null where it is in none.', refersTo: 'folder' },
      taskId: { about: 'The task that it is attached to.', refersTo: 'task' },
      milestoneId: { about: 'The milestone that it is attached to.', refersTo: 'milestone' },
      version: { about: 'Counted from 1.', readOnly: true },
      size: { about: 'In bytes.', readOnly: true },
      mimeType: { about: 'Its media type.', readOnly: true },
      sha256: { about: 'The hash of its content.', readOnly: true },
      locked: { about: 'Whether somebody holds its lock now.', readOnly: true },
      lockedBy: { about: 'Who holds its lock (a userHash).', refersTo: 'user', readOnly: true },
      lockExpiresAt: { about: 'When the lock ends by itself.', format: 'date-time', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [
      { path: '/v1/files/{fileId}/versions', of: 'fileVersion' },
      { path: '/v1/files/{fileId}/subscribers', of: 'subscriber' },
    ],
  },
  fileVersion: {
    about: 'What a file was at a time: its content, who stored it and when.',
    listed: '/v1/files/{fileId}/versions',
    fields: {
      version: { about: 'Counted from 1.', readOnly: true },
      size: { about: 'In bytes.', readOnly: true },
      mimeType: { about: 'Its media type.', readOnly: true },
      sha256: { about: 'The hash of its content.', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  folder: {
    about: 'A place for files in a workspace; folders can be in folders.',
    path: '/v1/folders/{folderId}',
    fields: {
      folderName: { about: 'The name, which no other folder in the same place has, whatever its case.' },
      parentFolderId: {
        about: 'The folder that it is in, of the same workspace; null at the top. At most 32 deep.',
        refersTo: 'folder',
      },
      workspaceId: { about: 'The workspace that it is in.', refersTo: 'workspace' },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [{ path: '/v1/folders/{folderId}/files', of: 'file' }],
  },
  invitation: {
    about: 'A link that lets one person choose a password, once: their first, or a new one.',
    path: '/v1/invitations/{invitationId}',
    fields: {
      userHash: { about: 'Whom it is for.', refersTo: 'user' },
      email: { about: 'The address that the person had when it was made.', readOnly: true },
      purpose: {
        about: '`Invitation` for those who have no password yet, `Password reset` for others.',
        readOnly: true,
      },
      status: {
        about: '`Pending` until it is used or withdrawn; past `expiresAt` it cannot be used.',
        readOnly: true,
      },
      expiresAt: { about: 'Until when it can be used.', format: 'date-time', readOnly: true },
      acceptedAt: { about: 'When it was used.', format: 'date-time', readOnly: true },
      mailed: { about: 'Whether it is mailed to the person, where the installation sends mail.' },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  milestone: {
    about: 'A point that the work of a workspace is to reach.',
    path: '/v1/milestones/{milestoneId}',
    fields: {
      title: { about: 'What is to be reached.' },
      description: { about: 'More about it.' },
      status: { about: 'Where it stands. Any status can follow any other.' },
      startDate: { about: 'The day on which the work towards it begins.', format: 'date' },
      dueDate: { about: 'The day by which it is to be reached; not before `startDate`.', format: 'date' },
      reminders: { about: 'Texts of your own that say when to remind whom; empty ones are dropped.' },
      workspaceId: { about: 'The workspace that it is in.', refersTo: 'workspace' },
      customFields: {
        about:
          'Your own values, each with a name of yours. A change names only those that it sets; the others stay. At most 100 on a record, and 320 KiB in all.',
      },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [
      { path: '/v1/milestones/{milestoneId}/tasklists', of: 'tasklist' },
      { path: '/v1/milestones/{milestoneId}/files', of: 'file' },
      { path: '/v1/tasks', of: 'task', by: 'milestoneId' },
    ],
  },
  report: {
    about: 'A saved list: what it is about, what it shows, and of what.',
    path: '/v1/reports/{reportId}',
    fields: {
      reportName: { about: 'The name of the report.' },
      source: { about: 'What it is about.' },
      columns: {
        about:
          'The fields that it shows, such as `task.title` or `title`, and `task.id`; all of them where it names none.',
      },
      filter: { about: 'What it shows records of: a filter of the list.' },
      sort: { about: 'How it is sorted: a sort of the list.' },
      shared: { about: 'Whether all internal people of the company see it; who made it always does.' },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  role: {
    about: 'What a member of a workspace can be. Every company has the same three.',
    path: '/v1/roles/{roleId}',
    fields: {
      title: {
        about: '`Reader` sees, `Contributor` also works, `Admin` also runs the workspace.',
        readOnly: true,
      },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  session: {
    about: 'A sign-in session: one browser in which somebody has signed in. It is gone once it has ended.',
    path: '/v1/sessions/{sessionId}',
    fields: {
      userHash: { about: 'Who has signed in.', refersTo: 'user', readOnly: true },
      method: { about: 'How they signed in.', readOnly: true },
      address: { about: 'The address that they signed in from.', readOnly: true },
      userAgent: { about: 'What their browser calls itself.', readOnly: true },
      lastUsedAt: { about: 'When it was last used, to some minutes.', format: 'date-time', readOnly: true },
      expiresAt: { about: 'When it ends unless it is used before.', format: 'date-time', readOnly: true },
      current: { about: 'Whether it is the one that this request was made with.', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  tag: {
    about: 'A name that tasks and files can bear, kept once for the company.',
    path: '/v1/tags/{tagId}',
    fields: {
      tagName: { about: 'The name, unique in the company regardless of case.' },
      fileCount: {
        about: 'How many files bear it, those in the trash aside; null for external people.',
        readOnly: true,
      },
      taskCount: {
        about: 'How many tasks bear it, those in the trash aside; null for external people.',
        readOnly: true,
      },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
      status: { about: 'Where it stands. Any status can follow any other.' },
      priority: { about: 'From 1 (lowest) to 5 (most urgent).' },
      startDate: { about: 'The day on which it is to begin.', format: 'date' },
      dueDate: { about: 'The day by which it is to be done.', format: 'date' },
      assignees: { about: 'Those who are to do it (userHashes).', refersTo: 'user' },
      tags: { about: 'Its tags. Case does not matter; those that do not exist yet are made.' },
      parentTaskId: {
        about: 'The task that it is a part of, in the same workspace; at most 8 deep.',
        refersTo: 'task',
      },
      tasklistId: { about: 'The task list that it is in, of the same workspace.', refersTo: 'tasklist' },
      milestoneId: { about: 'The milestone that it leads to, of the same workspace.', refersTo: 'milestone' },
      workspaceId: {
        about: 'The workspace that it is in; a task moves with its subtasks.',
        refersTo: 'workspace',
      },
      estimateMinutes: { about: 'How many minutes it is expected to take.' },
      spentMinutes: { about: 'The sum of the time entered on it, in minutes.', readOnly: true },
      completedAt: {
        about: 'When its status became Completed; null while it is anything else.',
        format: 'date-time',
        readOnly: true,
      },
      customFields: {
        about:
          'Your own values, each with a name of yours. A change names only those that it sets; the others stay. At most 100 on a record, and 320 KiB in all.',
      },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [
      { path: '/v1/tasks/{taskId}/times', of: 'time' },
      { path: '/v1/tasks/{taskId}/files', of: 'file' },
      { path: '/v1/tasks', of: 'task', by: 'parentTaskId' },
    ],
  },
  tasklist: {
    about: 'Tasks of a workspace that belong together; as a template, one to make others from.',
    path: '/v1/tasklists/{tasklistId}',
    fields: {
      tasklistName: { about: 'The name of the list.' },
      startDate: {
        about: 'The day on which its work is to begin; the tasks of a template are dated from it.',
        format: 'date',
      },
      milestoneId: { about: 'The milestone that it leads to, in the same workspace.', refersTo: 'milestone' },
      template: { about: 'Whether it is meant as a template for other lists.' },
      workspaceId: { about: 'The workspace that it is in.', refersTo: 'workspace' },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [{ path: '/v1/tasklists/{tasklistId}/tasks', of: 'task' }],
  },
  time: {
    about: 'Time that somebody worked in a workspace, on one of its tasks or none.',
    path: '/v1/times/{timeId}',
    fields: {
      date: { about: 'The day of the work.', format: 'date' },
      minutes: { about: 'How long it took, in minutes.' },
      note: { about: 'What was done.' },
      billable: { about: 'Whether it is to be billed.' },
      userHash: {
        about:
          'Whose time it is (a userHash): yours where it is not given; another’s for Admins of the workspace.',
        refersTo: 'user',
      },
      workspaceId: {
        about: 'The workspace; that of the task where it is not given, and required where there is none.',
        refersTo: 'workspace',
      },
      taskId: { about: 'The task, in the same workspace.', refersTo: 'task' },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  timer: {
    about: 'The timer that a person has running.',
    path: '/v1/users/me/timer',
    fields: {
      startedAt: { about: 'Since when it runs.', format: 'date-time', readOnly: true },
      workspaceId: {
        about: 'The workspace; that of the task where it is not given, and required where there is none.',
        refersTo: 'workspace',
      },
      taskId: { about: 'The task, in the same workspace.', refersTo: 'task' },
      note: { about: 'What is being done.' },
      billable: { about: 'Whether it is to be billed.' },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  trashedFile: {
    about: 'A file in the trash; it can be restored for 30 days.',
    listed: '/v1/workspaces/{workspaceId}/trash',
    fields: {
      fileName: { about: 'Its name.', readOnly: true },
      version: { about: 'Counted from 1.', readOnly: true },
      size: { about: 'In bytes.', readOnly: true },
      mimeType: { about: 'Its media type.', readOnly: true },
      sha256: { about: 'The hash of its content.', readOnly: true },
      workspaceId: { about: 'The workspace that it was in.', refersTo: 'workspace', readOnly: true },
      folderId: { about: 'The folder that it was in.', refersTo: 'folder', readOnly: true },
      taskId: { about: 'The task that it was attached to.', refersTo: 'task', readOnly: true },
      milestoneId: { about: 'The milestone that it was attached to.', refersTo: 'milestone', readOnly: true },
      deletedAt: { about: 'When it was deleted.', format: 'date-time', readOnly: true },
      deletedBy: { about: 'Who deleted it (a userHash).', refersTo: 'user', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  trashedFolder: {
    about: 'A folder in the trash; it can be restored for 30 days.',
    listed: '/v1/workspaces/{workspaceId}/trash/folders',
    fields: {
      folderName: {
        about: 'The name, which no other folder in the same place has, whatever its case.',
        readOnly: true,
      },
      parentFolderId: {
        about: 'The folder that it is in, of the same workspace; null at the top. At most 32 deep.',
        refersTo: 'folder',
        readOnly: true,
      },
      workspaceId: { about: 'The workspace that it is in.', refersTo: 'workspace', readOnly: true },
      deletedAt: { about: 'When it was deleted.', format: 'date-time', readOnly: true },
      deletedBy: { about: 'Who deleted it (a userHash).', refersTo: 'user', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
      status: { about: 'Where it stands. Any status can follow any other.', readOnly: true },
      priority: { about: 'From 1 (lowest) to 5 (most urgent).', readOnly: true },
      dueDate: { about: 'The day by which it is to be done.', format: 'date', readOnly: true },
      parentTaskId: {
        about: 'The task that it is a part of, in the same workspace; at most 8 deep.',
        refersTo: 'task',
        readOnly: true,
      },
      workspaceId: {
        about: 'The workspace that it is in; a task moves with its subtasks.',
        refersTo: 'workspace',
        readOnly: true,
      },
      deletedAt: { about: 'When it was deleted.', format: 'date-time', readOnly: true },
      deletedBy: { about: 'Who deleted it (a userHash).', refersTo: 'user', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
        about: 'A short name for addresses, unique in the company; made from the name when absent.',
        readOnly: true,
      },
      description: { about: 'What the workspace is for.', readOnly: true },
      workspaceType: { about: 'A type of your own choosing.', readOnly: true },
      accountId: {
        about:
          'The account that the workspace is in; null for none, and in a company that organizes by groups.',
        refersTo: 'account',
        readOnly: true,
      },
      workspaceGroupId: {
        about: 'The group that the workspace is in; null in a company that organizes by accounts.',
        refersTo: 'workspaceGroup',
        readOnly: true,
      },
      deletedAt: { about: 'When it was deleted.', format: 'date-time', readOnly: true },
      deletedBy: { about: 'Who deleted it (a userHash).', refersTo: 'user', readOnly: true },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
      size: { about: 'In bytes.', readOnly: true },
      received: { about: 'How many bytes have arrived.', readOnly: true },
      sha256: { about: 'The hash of its content; null while it is under way.', readOnly: true },
      expiresAt: {
        about: 'When it is dropped, unless it has become a file.',
        format: 'date-time',
        readOnly: true,
      },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
      },
    },
    lists: [],
  },
  user: {
    about: 'A person of the company, or the one that an integration acts as.',
    path: '/v1/users/{userHash}',
    fields: {
      email: {
        about: 'The address that the person signs in with; it belongs to one user of the whole installation.',
      },
      fullName: { about: 'The name of the person.' },
      userType: {
        about: '`Internal` people belong to the company; `External` ones see only their workspaces.',
      },
      status: { about: '`Inactive` people cannot sign in, and integrations that act as them stop.' },
      permissions: { about: 'What the person may do in the whole company.' },
      timeZone: { about: 'The zone in which the person reads times.' },
      lastSeenAt: {
        about: 'When the person, or an integration acting as them, was last seen, to the hour.',
        format: 'date-time',
        readOnly: true,
      },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
    about: 'A place where people work together: tasks, files and time, open to its members.',
    path: '/v1/workspaces/{workspaceId}',
    fields: {
      workspaceName: { about: 'The name of the workspace.' },
      urlShortName: {
        about: 'A short name for addresses, unique in the company; made from the name when absent.',
      },
      description: { about: 'What the workspace is for.' },
      workspaceType: { about: 'A type of your own choosing.' },
      archived: { about: 'Whether the workspace is archived, and therefore read-only.', readOnly: true },
      accountId: {
        about:
          'The account that the workspace is in; null for none, and in a company that organizes by groups.',
        refersTo: 'account',
      },
      workspaceGroupId: {
        about: 'The group that the workspace is in; null in a company that organizes by accounts.',
        refersTo: 'workspaceGroup',
      },
      customFields: {
        about:
          'Your own values, each with a name of yours. A change names only those that it sets; the others stay. At most 100 on a record, and 320 KiB in all.',
      },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
    about: 'A group of workspaces, for companies that organize them so.',
    path: '/v1/workspaceGroups/{groupId}',
    fields: {
      workspaceGroupName: { about: 'The name of the group.' },
      createdAt: { about: 'When the record was made.', format: 'date-time', readOnly: true },
      updatedAt: { about: 'When the record last changed.', format: 'date-time', readOnly: true },
      createdBy: {
        about: 'Who made the record (a userHash); null where the service did.',
        refersTo: 'user',
        readOnly: true,
      },
      externalId: {
        about: 'Your own key for the record, unique among its kind in the company; an empty one is none.',
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
