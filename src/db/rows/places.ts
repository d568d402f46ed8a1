import type { WorkspaceRole } from '../../schema/records/workspace.ts'

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
