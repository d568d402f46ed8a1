import type { Migration } from './migration.ts'

const parents = { taskId: 'tasks', fileId: 'files', milestoneId: 'milestones', eventId: 'events' }

const key = (column: string, parent: string): string =>
  `FOREIGN KEY ("companyNo", "${column}") REFERENCES "${parent}" ("companyNo", "id") DEFERRABLE INITIALLY IMMEDIATE`

/** Like `fileSubscribers`. */
const subscribers = (table: string, column: string, parent: string): string[] => [
  `CREATE TABLE "${table}" ("companyNo" {int} NOT NULL, "${column}" {text} NOT NULL, "userId" {text} NOT NULL,
    "externalId" {text}, "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text},
    PRIMARY KEY ("companyNo", "${column}", "userId"), ${key(column, parent)}, ${key('userId', 'users')})`,
  `CREATE INDEX "${table}ByUser" ON "${table}" ("companyNo", "userId", "${column}")`,
]

const muted = { taskId: 'tasks', fileId: 'files', milestoneId: 'milestones', workspaceId: 'workspaces' }

export const migration: Migration = {
  name: '0023-conversation',
  statements: [
    // Workspaces that exist keep what their Readers may do.
    `ALTER TABLE "workspaces" ADD COLUMN "readersMayComment" {bool} NOT NULL DEFAULT false`,
    // Whether people from outside the company may not see the change; null: they may.
    `ALTER TABLE "changes" ADD COLUMN "internalOnly" {bool}`,

    `CREATE TABLE "comments" ("companyNo" {int} NOT NULL, "id" {text} NOT NULL, "externalId" {text},
      "createdAt" {text} NOT NULL, "updatedAt" {text} NOT NULL, "createdBy" {text}, "deletedAt" {text},
      "deletedBy" {text}, "workspaceId" {text} NOT NULL, "taskId" {text}, "fileId" {text}, "milestoneId" {text},
      "eventId" {text}, "parentCommentId" {text}, "body" {text} NOT NULL, "mentions" {text} NOT NULL,
      "files" {text} NOT NULL, "internalOnly" {bool} NOT NULL, "editedAt" {text}, "resolvedAt" {text},
      "resolvedBy" {text}, PRIMARY KEY ("companyNo", "id"), ${key('workspaceId', 'workspaces')},
      ${key('parentCommentId', 'comments')},
      ${Object.entries(parents)
        .map(([column, parent]) => key(column, parent))
        .join(', ')})`,
    `CREATE TABLE "commentReactions" ("companyNo" {int} NOT NULL, "commentId" {text} NOT NULL, "emoji" {text} NOT NULL,
      "userId" {text} NOT NULL, "createdAt" {text} NOT NULL,
      PRIMARY KEY ("companyNo", "commentId", "emoji", "userId"), ${key('commentId', 'comments')}, ${key('userId', 'users')})`,
    `CREATE INDEX "commentReactionsByUser" ON "commentReactions" ("companyNo", "userId")`,
    // The last two columns are there to count comments without reading them.
    ...Object.keys(parents).map(
      (
        column,
      ) => `CREATE INDEX "commentsBy${column.charAt(0).toUpperCase()}${column.slice(1, -2)}" ON "comments"
        ("companyNo", "${column}", "id", "internalOnly", "deletedAt") WHERE "${column}" IS NOT NULL`,
    ),
    `CREATE INDEX "commentsByParent" ON "comments" ("companyNo", "parentCommentId", "id")
      WHERE "parentCommentId" IS NOT NULL`,
    `CREATE INDEX "commentsByWorkspace" ON "comments" ("companyNo", "workspaceId", "id")`,
    `CREATE INDEX "commentsInTrashByAge" ON "comments" ("companyNo", "deletedAt", "id") WHERE "deletedAt" IS NOT NULL`,
    `CREATE UNIQUE INDEX "commentsByExternalId" ON "comments" ("companyNo", "externalId")
      WHERE "externalId" IS NOT NULL AND "deletedAt" IS NULL`,

    ...subscribers('taskSubscribers', 'taskId', 'tasks'),
    ...subscribers('milestoneSubscribers', 'milestoneId', 'milestones'),
    ...subscribers('workspaceSubscribers', 'workspaceId', 'workspaces'),
    `CREATE TABLE "mutes" ("companyNo" {int} NOT NULL, "userId" {text} NOT NULL, "recordId" {text} NOT NULL,
      "createdAt" {text} NOT NULL, ${Object.keys(muted)
        .map((column) => `"${column}" {text}`)
        .join(', ')}, PRIMARY KEY ("companyNo", "userId", "recordId"), ${key('userId', 'users')},
      ${Object.entries(muted)
        .map(([column, parent]) => key(column, parent))
        .join(', ')})`,
    ...Object.keys(muted).map(
      (column) => `CREATE INDEX "mutesBy${column.charAt(0).toUpperCase()}${column.slice(1, -2)}" ON "mutes"
        ("companyNo", "${column}", "userId") WHERE "${column}" IS NOT NULL`,
    ),
  ],
}
