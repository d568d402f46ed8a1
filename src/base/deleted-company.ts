import type { CompanyPermission } from './actor.ts'
import { clock } from './clock.ts'
import { type Problem, problem } from './errors.ts'
import { restorableDays } from './restorable-days.ts'

const day = 24 * 3_600_000

/** Companies that were deleted before this moment are purged. */
export const purgedBefore = (): string => new Date(clock.now() - restorableDays * day).toISOString()

/** The day on which a company that was deleted at this moment is purged. */
const purgedOn = (deletedAt: string): string =>
  new Date(Date.parse(deletedAt) + restorableDays * day).toISOString().slice(0, 10)

/** Whether somebody may sign in and get tokens: anyone in a company that exists, admins while it can be restored. */
export function isServed(deletedAt: string | null, permissions: readonly CompanyPermission[]): boolean {
  return deletedAt === null || (permissions.includes('companyAdmin') && deletedAt >= purgedBefore())
}

/** Throws `company_deleted` for those who are not served. */
export function demandServed(deletedAt: string | null, permissions: readonly CompanyPermission[]): void {
  if (deletedAt !== null && !isServed(deletedAt, permissions)) throw companyDeleted(deletedAt, permissions)
}

/** The response to everything that a deleted company no longer allows. */
export function companyDeleted(deletedAt: string, permissions: readonly CompanyPermission[]): Problem {
  const began = `The company was deleted on ${deletedAt.slice(0, 10)}`
  if (deletedAt < purgedBefore()) return problem('company_deleted', `${began} and is being purged.`)
  const until = `until ${purgedOn(deletedAt)}`
  return problem(
    'company_deleted',
    permissions.includes('companyAdmin')
      ? `${began} and can only be read. POST /v1/company/restore restores it ${until}.`
      : `${began}. A company admin can restore it ${until}.`,
  )
}
