import { workspaceRoles } from '../../db/rows/places.ts'
import {
  choice,
  customFields,
  id,
  longText,
  moment,
  nameText,
  optional,
  reference,
  text,
  truth,
} from '../columns.ts'
import { inWorkspace, kind, oneOf, record, trash, uniqueKey } from '../kind.ts'

export const workspaceGroups = kind('workspaceGroups', {
  columns: { ...record, workspaceGroupName: nameText(), notGrouped: truth },
  unique: [
    uniqueKey,
    { what: 'notGrouped', of: ({ notGrouped }) => (notGrouped === true ? 'true' : undefined) },
  ],
})

export const accounts = kind('accounts', {
  columns: {
    ...record,
    accountName: nameText(),
    parentAccountId: optional(reference('accounts')),
    description: optional(longText()),
    customFields,
  },
  unique: [uniqueKey],
  tree: { parent: 'parentAccountId', deepest: 16 },
})

export const workspaces = kind('workspaces', {
  columns: {
    ...record,
    ...trash,
    workspaceName: nameText(),
    urlShortName: text({ max: 100, pattern: /^[A-Za-z0-9][A-Za-z0-9_-]*$/, folded: true }),
    description: optional(longText()),
    workspaceType: text({ pattern: /^[A-Za-z0-9_-]{1,64}$/ }),
    archived: truth,
    accountId: optional(reference('accounts')),
    workspaceGroupId: optional(reference('workspaceGroups')),
    customFields,
  },
  unique: [uniqueKey, oneOf('urlShortNameKey')],
})

export const members = kind('members', {
  key: ['workspaceId', 'userId'],
  columns: {
    ...inWorkspace,
    userId: reference('users'),
    role: choice(workspaceRoles),
    externalId: optional(text()),
    createdAt: moment,
    updatedAt: moment,
    createdBy: optional(id),
  },
})

export const folders = kind('folders', {
  columns: {
    ...record,
    ...trash,
    ...inWorkspace,
    parentFolderId: optional(reference('folders', { sameWorkspace: true, unlessInTrash: true })),
    folderName: nameText(),
  },
  unique: [uniqueKey, oneOf('workspaceId', 'parentFolderId', 'folderNameKey')],
  tree: { parent: 'parentFolderId', deepest: 32 },
})
