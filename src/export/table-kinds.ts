import { workspaceRoles } from '../schema/records/workspace.ts'
import { anyMembers, choice, id, integer, moment, optional, reference, text, textList } from './columns.ts'
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

export const fileSubscribers = tableKind('fileSubscribers', {
  key: ['fileId', 'userId'],
  only: 'EXISTS (SELECT 1 FROM "users" u WHERE u."companyNo" = t."companyNo" AND u."id" = t."userId")',
  columns: { ...common, fileId: reference('files'), userId: reference('users') },
})

export const taskBlockers = tableKind('taskBlockers', {
  key: ['taskId', 'blockerId'],
  columns: { taskId: reference('tasks'), blockerId: reference('tasks'), createdAt: moment },
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
    fields: textList,
    previous: { ...optional(anyMembers), isNew: true },
  },
})
