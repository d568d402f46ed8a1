import { id, idList, integer, longText, moment, optional, reference, sha256, text } from '../columns.ts'
import { inWorkspace, kind, oneOf, record, trash, uniqueKey } from '../kind.ts'

const here = { sameWorkspace: true, unlessInTrash: true } as const

/** A name is not a path. */
const fileName = text({ pattern: /^(?!\.+$)[^/\\\n\t]*\S[^/\\\n\t]*$/, folded: true })

const content = { size: integer(0), mimeType: text(), sha256 }

interface Placed {
  workspaceId: string
  folderId: string | null
  taskId: string | null
  milestoneId: string | null
}

const placeOf = ({ workspaceId, folderId, taskId, milestoneId }: Placed): string =>
  folderId ?? taskId ?? milestoneId ?? workspaceId

export const files = kind<'files', 'placeId'>('files', {
  columns: {
    ...record,
    ...trash,
    ...inWorkspace,
    ...content,
    folderId: optional(reference('folders', here)),
    taskId: optional(reference('tasks', here)),
    milestoneId: optional(reference('milestones', here)),
    fileName,
    status: text({ folded: true }),
    version: integer(1),
    lockedBy: optional(id),
    lockExpiresAt: optional(moment),
    tagIds: idList('tags'),
    description: optional(longText()),
  },
  unique: [uniqueKey, oneOf('placeId', 'fileNameKey')],
  derive: (row) => ({ placeId: placeOf(row) }),
})

export const fileVersions = kind('fileVersions', {
  key: ['fileId', 'id'],
  columns: { ...record, ...content, fileId: reference('files'), version: integer(1) },
  unique: [oneOf('fileId', 'version')],
})

export const fileSubscribers = kind('fileSubscribers', {
  key: ['fileId', 'userId'],
  only: 'EXISTS (SELECT 1 FROM "users" u WHERE u."companyNo" = t."companyNo" AND u."id" = t."userId")',
  columns: {
    fileId: reference('files'),
    userId: reference('users'),
    externalId: optional(text()),
    createdAt: moment,
    updatedAt: moment,
    createdBy: optional(id),
  },
})
