import { useRecord } from './queries.ts'
import type { Company, User } from './types.ts'

/** The person who is signed in, and their permissions in the company. */
export function useMe() {
  const user = useRecord<User>('/v1/users/me').data
  const permissions = user?.details.permissions ?? []
  return {
    user,
    isAdmin: permissions.includes('companyAdmin'),
    may: (permission: User['details']['permissions'][number]) =>
      permissions.includes('companyAdmin') || permissions.includes(permission),
  }
}

export function useCompany(): Company | undefined {
  return useRecord<Company>('/v1/company').data
}

/** Whether the company was deleted, so that it can only be read and restored. */
export function useIsDeleted(): boolean {
  return (useCompany()?.details.deletedAt ?? null) !== null
}
