import { isEmoji } from '../schema/emoji.ts'
import { workspaceRoles } from '../schema/records/workspace.ts'
import {
  anyMembers,
  choice,
  flag,
  id,
  integer,
  moment,
  optional,
  reference,
  text,
  textList,
} from './columns.ts'
import { common, tableKind } from './kind.ts'

/** Exported only with sign-in data, and then with the seed in clear text. */
export const oneTimeCodes = tableKind('oneTimeCodes', {
  key: ['userId'],
  columns: {
    userId: reference('users'),
    seed: text({ pattern: /^[\w-]{16,128}$/ }),
    confirmedAt: optional(moment),
    lastStep: integer(0),
  },
})

export const recoveryCodes = tableKind('recoveryCodes', {
  key: ['userId', 'hash'],
  columns: { userId: reference('users'), hash: text() },
})

export const ssoIdentities = tableKind('ssoIdentities', {
  key: ['issuer', 'subject'],
  columns: {
    issuer: text({ max: 512, raw: true }),
    subject: text({ max: 4_096, raw: true }),
    userId: reference('users'),
    createdAt: moment,
  },
})

export const members = tableKind('members', {
  key: ['workspaceId', 'userId'],
  columns: {
    ...common,
    workspaceId: reference('workspaces'),
    userId: reference('users'),
    role: choice(workspaceRoles),
  },
})

const withUser =
  'EXISTS (SELECT 1 FROM "users" u WHERE u."companyNo" = t."companyNo" AND u."id" = t."userId")'

export const fileSubscribers = tableKind('fileSubscribers', {
  key: ['fileId', 'userId'],
  only: withUser,
  columns: { ...common, fileId: reference('files'), userId: reference('users') },
})

export const taskSubscribers = tableKind('taskSubscribers', {
  key: ['taskId', 'userId'],
  columns: { ...common, taskId: reference('tasks'), userId: reference('users') },
})

export const milestoneSubscribers = tableKind('milestoneSubscribers', {
  key: ['milestoneId', 'userId'],
  columns: { ...common, milestoneId: reference('milestones'), userId: reference('users') },
})

export const workspaceSubscribers = tableKind('workspaceSubscribers', {
  key: ['workspaceId', 'userId'],
  columns: { ...common, workspaceId: reference('workspaces'), userId: reference('users') },
})

/** The columns that refer to the muted record: a row sets exactly one. */
const muted = ['taskId', 'fileId', 'milestoneId', 'workspaceId'] as const

export const mutes = tableKind('mutes', {
  key: ['userId', 'recordId'],
  fault(row) {
    const named = muted.map((column) => row[column]).filter((id) => id !== null)
    return named.length === 1 && named[0] === row['recordId']
      ? undefined
      : 'must have its "recordId" in one of "taskId", "fileId", "milestoneId" and "workspaceId" alone'
  },
  columns: {
    userId: reference('users'),
    recordId: id,
    createdAt: moment,
    taskId: optional(reference('tasks')),
    fileId: optional(reference('files')),
    milestoneId: optional(reference('milestones')),
    workspaceId: optional(reference('workspaces')),
  },
})

export const taskBlockers = tableKind('taskBlockers', {
  key: ['taskId', 'blockerId'],
  columns: { taskId: reference('tasks'), blockerId: reference('tasks'), createdAt: moment },
})

export const commentReactions = tableKind('commentReactions', {
  key: ['commentId', 'emoji', 'userId'],
  columns: {
    commentId: reference('comments'),
    emoji: text({ max: 64, raw: true, is: { rule: isEmoji, looks: 'one emoji' } }),
    userId: reference('users'),
    createdAt: moment,
  },
})

export const dueNotices = tableKind('dueNotices', {
  key: ['taskId', 'userId', 'dueDate'],
  columns: {
    taskId: reference('tasks'),
    userId: reference('users'),
    dueDate: text({ max: 10, pattern: /^\d{4}-\d\d-\d\d$/ }),
  },
})

/** The records that a change refers to may have been deleted long ago. */
export const changes = tableKind('changes', {
  key: ['id'],
  columns: {
    id,
    createdAt: moment,
    type: text({ raw: true }),
    kind: text({ raw: true }),
    recordId: text({ raw: true }),
    workspaceId: optional(id),
    otherWorkspaceId: optional(id),
    userId: optional(id),
    clientId: optional(id),
    requestId: text({ raw: true }),
    address: optional(text({ raw: true })),
    internalOnly: { ...optional(flag), missing: null },
    fields: textList,
    previous: { ...optional(anyMembers), missing: null },
  },
})
