export const companyPermissions = [
  'companyAdmin',
  'createWorkspaces',
  'manageAccounts',
  'approveTime',
] as const
export type CompanyPermission = (typeof companyPermissions)[number]
type UserType = 'Internal' | 'External'
export type Organization = 'accounts' | 'workspaceGroups'

/** Who sends the request, and with which permissions. The bearer check builds it once per request. */
export interface Actor {
  companyNo: number
  companyId: string
  organization: Organization
  /** When the company was deleted, if it was. */
  companyDeletedAt?: string | undefined
  userId: string
  userType: UserType
  permissions: readonly CompanyPermission[]
  /** In which "today" is meant. */
  timeZone: string
  clientId: string | undefined
  /** The sign-in session that the token was exchanged for, if any. */
  sessionId?: string | undefined
  /** Contract section 11: for integrations written for the earlier service. */
  compatibility: boolean
  requestId: string
  /** The transaction of their last write, which a replica must have before it serves them. */
  lastWrite?: string | undefined
}

/** Rate limits and fairness count requests by this id: an API client has its own. */
export function callerId({ clientId, userId }: Pick<Actor, 'clientId' | 'userId'>): string {
  return clientId ?? userId
}

/** Whether they see comments for internal people. */
export function seesInternal(actor: Pick<Actor, 'userType' | 'permissions'>): boolean {
  return actor.userType === 'Internal' || actor.permissions.includes('companyAdmin')
}

export function isCompanyAdmin(actor: Pick<Actor, 'permissions'>): boolean {
  return actor.permissions.includes('companyAdmin')
}
