import { type Actor, isCompanyAdmin } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import type { WorkspaceRole } from '../schema/records/workspace.ts'

/** Permissions as pure functions. `role`: the caller's role in the workspace, undefined if not a member. */
export type Role = WorkspaceRole | undefined

/** "Company admins have Admin everywhere." */
export function roleOf(actor: Actor, membership: Role): Role {
  return isCompanyAdmin(actor) ? 'Admin' : membership
}

/** "What is in a workspace is open to its members and to company admins alone." */
export function maySeeContent(role: Role): boolean {
  return role !== undefined
}

/** "Internal people may see that other workspaces exist." */
export function maySeeWorkspace(actor: Actor, role: Role): boolean {
  return role !== undefined || actor.userType === 'Internal'
}

export function mayContribute(role: Role): boolean {
  return role === 'Contributor' || role === 'Admin'
}

/** "Readers comment where the workspace's `readersMayComment` says so." */
export function mayComment(role: Role, { readersMayComment }: { readersMayComment: boolean }): boolean {
  return mayContribute(role) || (role === 'Reader' && readersMayComment)
}

export function mayAdministerWorkspace(role: Role): boolean {
  return role === 'Admin'
}

/** Contributors "delete one's own"; workspace admins "others' things" too. */
export function mayDelete(actor: Actor, role: Role, { createdBy }: { createdBy: string | null }): boolean {
  return role === 'Admin' || (role === 'Contributor' && createdBy === actor.userId)
}

export function mayCreateWorkspaces(actor: Actor): boolean {
  return isCompanyAdmin(actor) || actor.permissions.includes('createWorkspaces')
}

export function mayManageAccounts(actor: Actor): boolean {
  return isCompanyAdmin(actor) || actor.permissions.includes('manageAccounts')
}

/** "Company admins and people with the permission `approveTime` approve." */
export function mayApproveTime(actor: Pick<Actor, 'permissions'>): boolean {
  return isCompanyAdmin(actor) || actor.permissions.includes('approveTime')
}

/** Nobody approves their own week, except company admins, who can change approved time as well. */
export function mayDecideTimesheet(actor: Actor, { userHash }: { userHash: string }): boolean {
  return isCompanyAdmin(actor) || (mayApproveTime(actor) && userHash !== actor.userId)
}

export function mayAdministerCompany(actor: Actor): boolean {
  return isCompanyAdmin(actor)
}

/** "Everybody in the company directory; external people see only the members of their workspaces." */
export function maySeeDirectory(actor: Actor): boolean {
  return actor.userType === 'Internal' || isCompanyAdmin(actor)
}

export function demand(allowed: boolean, otherwise: string): asserts allowed {
  if (!allowed) throw problem('forbidden', otherwise)
}
