import type { CompanyPermission, Organization, UserType } from '../../actor.ts'
import type { RecordRow } from './record.ts'

export interface CompanyRow extends RecordRow {
  companyName: string
  organization: Organization
}

export interface UserRow extends RecordRow {
  email: string
  emailKey: string
  fullName: string
  fullNameKey: string
  userType: UserType
  status: 'Active' | 'Inactive'
  /** JSON list of {@link CompanyPermission}. */
  permissions: string
  timeZone: string
  lastSeenAt: string | null
  passwordHash: string | null
}

export function readPermissions(row: Pick<UserRow, 'permissions'>): CompanyPermission[] {
  return JSON.parse(row.permissions) as CompanyPermission[]
}
