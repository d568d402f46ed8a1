import type { RecordRow, Trashable } from './record.ts'

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

/** What a member can be: one row for each of {@link workspaceRoles}, made with the company. */
export interface RoleRow extends RecordRow {
  title: WorkspaceRole
  titleKey: string
}

export interface AccountRow extends RecordRow {
  accountName: string
  accountNameKey: string
  parentAccountId: string | null
  description: string | null
  /** JSON list. */
  customFields: string
}

export interface FolderRow extends RecordRow, Trashable {
  workspaceId: string
  parentFolderId: string | null
  folderName: string
  folderNameKey: string
}
