import type { CompanyPermission, Organization, UserType } from '../../base/actor.ts'
import type { RecordRow } from './record.ts'

export interface CompanyRow extends RecordRow {
  companyName: string
  organization: Organization
  oneTimeCodesRequired: boolean
  ssoIssuer: string | null
  ssoClientId: string | null
  /** Sealed. */
  ssoClientSecret: string | null
  /** JSON list; `ssoDomains` is its index. */
  ssoDomains: string
  ssoCreates: SsoCreates
  /** JSON list; null: the usual ones. */
  fileStatuses: string | null
}

/** Who comes by single sign-on and is not known here becomes this. */
export const ssoCreates = ['Nobody', 'Internal', 'External'] as const
export type SsoCreates = (typeof ssoCreates)[number]

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
