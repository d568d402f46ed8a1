import type { Organization } from '../base/actor.ts'
import { problem } from '../base/errors.ts'
import { nextCompanyNo } from '../db/company-number.ts'
import type { Database } from '../db/database.ts'
import { type Write, write } from '../db/write.ts'
import { foldText } from '../query/fields.ts'
import { insertRoles } from '../resources/roles.ts'
import { insertNotGrouped } from '../resources/workspace-groups.ts'
import { company, usualStatuses } from '../schema/records/company.ts'
import { user } from '../schema/records/user.ts'

export interface NewCompany {
  companyName: string
  organization: Organization
  adminEmail: string
  adminName: string
  passwordHash: string
  timeZone?: string | null
}

export interface InitedCompany {
  companyId: string
  adminId: string
}

/** Creates a company with its first administrator; "one installation can hold several". */
export async function initCompany(
  db: Database,
  given: NewCompany,
  requestId: string,
): Promise<InitedCompany> {
  const author = { companyNo: 0, userId: null, clientId: undefined, requestId }
  return write(db, author, async (tx) => {
    const { companyNo, ...made } = await makeCompany(tx, given)
    author.companyNo = companyNo
    return made
  })
}

/** The same in a transaction whose author will belong to the new company. */
export async function makeCompany(
  tx: Write,
  given: NewCompany,
): Promise<InitedCompany & { companyNo: number }> {
  const companyNo = await nextCompanyNo(tx)
  const taken = await tx.query
    .selectFrom('users')
    .select('id')
    .where('emailKey', '=', foldText(given.adminEmail))
    .executeTakeFirst()
  if (taken !== undefined)
    throw problem('duplicate', `The address ${given.adminEmail} already belongs to a user.`)
  const { id: companyId } = await tx.insert(company, {
    companyNo,
    createdBy: null,
    companyName: given.companyName,
    organization: given.organization,
    fileStatuses: [...usualStatuses],
    oneTimeCodesRequired: false,
    workspaceAdminsMayInvite: true,
    ssoDomains: [],
    ssoCreates: 'Nobody',
  })
  tx.log({ verb: 'created', kind: 'company', recordId: companyId })
  await insertRoles(tx, companyNo)
  await insertNotGrouped(tx, companyNo)
  const { id: adminId } = await tx.insert(user, {
    companyNo,
    createdBy: null,
    email: given.adminEmail,
    fullName: given.adminName,
    userType: 'Internal',
    status: 'Active',
    permissions: ['companyAdmin'],
    timeZone: given.timeZone ?? 'UTC',
    passwordHash: given.passwordHash,
  })
  tx.log({ verb: 'created', kind: 'user', recordId: adminId })
  return { companyId, adminId, companyNo }
}
