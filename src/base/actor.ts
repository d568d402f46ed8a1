export const companyPermissions = ['companyAdmin', 'createWorkspaces', 'manageAccounts'] as const
export type CompanyPermission = (typeof companyPermissions)[number]
export type UserType = 'Internal' | 'External'
export type Organization = 'accounts' | 'workspaceGroups'

/** Who is asking, and with what right. Built once for a request by the bearer check. */
export interface Actor {
  companyNo: number
  companyId: string
  organization: Organization
  userId: string
  userType: UserType
  permissions: readonly CompanyPermission[]
  clientId: string | undefined
  /** The sign-in session that the token was traded for, if it was. */
  sessionId?: string | undefined
  /** Contract section 11: for integrations written for the earlier service. */
  compatibility: boolean
  requestId: string
}

/** Whose allowances a request takes from, and whose turn it is: a client has its own. */
export function callerId({ clientId, userId }: Pick<Actor, 'clientId' | 'userId'>): string {
  return clientId ?? userId
}

export function isCompanyAdmin(actor: Actor): boolean {
  return actor.permissions.includes('companyAdmin')
}
