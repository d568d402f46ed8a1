import { clock } from '../base/clock.ts'
import { insertRow } from '../db/records.ts'
import type { Write } from '../db/write.ts'
import { foldText } from '../query/fields.ts'
import { email, name } from '../schema/fields/text.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import { type UserRow, user } from '../schema/records/user.ts'
import type { Arrival } from './sso/provider.ts'

/** Why single sign-on refuses somebody; the sign-in page has a message for each. */
export type SsoRefusal = 'unknown_person' | 'unverified_address' | 'inactive_person' | 'address_taken'

/**
 * Finds the person by the provider's id for them; the first time, by email address if the provider vouches for
 * it. Creates them if the company's settings allow that.
 */
export async function recognize(
  tx: Write,
  company: CompanyRow,
  arrival: Arrival,
): Promise<{ user: UserRow } | { refusal: SsoRefusal; user?: UserRow }> {
  const { companyNo } = company
  const identity = await tx.query
    .selectFrom('ssoIdentities')
    .select('userId')
    .where('companyNo', '=', companyNo)
    .where('issuer', '=', arrival.issuer)
    .where('subject', '=', arrival.subject)
    .executeTakeFirst()
  const users = tx.query.selectFrom('users').selectAll()
  const address = readAddress(arrival.email)
  const known =
    identity === undefined
      ? address && (await users.where('emailKey', '=', foldText(address)).executeTakeFirst())
      : await users.where('companyNo', '=', companyNo).where('id', '=', identity.userId).executeTakeFirst()
  if (identity === undefined) {
    if (address === undefined) return { refusal: 'unverified_address' }
    const [, domain = ''] = address.toLowerCase().split('@')
    const answersFor = (JSON.parse(company.ssoDomains) as string[]).includes(domain)
    // "The provider speaks for" the domains that the company has listed; for others it must confirm the address
    // explicitly.
    const trusted = arrival.emailVerified === true || (answersFor && arrival.emailVerified !== false)
    if (!trusted) return { refusal: 'unverified_address' }
    if (!known) {
      if (company.ssoCreates === 'Nobody' || !answersFor) return { refusal: 'unknown_person' }
      return { user: await makePerson(tx, company, arrival, address) }
    }
    // "An email address belongs to one user of the whole installation."
    if (known.companyNo !== companyNo) return { refusal: 'address_taken' }
    if (known.status !== 'Active') return { refusal: 'inactive_person', user: known }
    await remember(tx, known, arrival)
    return { user: known }
  }
  if (!known) return { refusal: 'unknown_person' }
  return known.status === 'Active' ? { user: known } : { refusal: 'inactive_person', user: known }
}

function readAddress(given: string | undefined): string | undefined {
  let faults = 0
  const address = email('').parse(given, () => {
    faults += 1
  })
  return faults === 0 ? address : undefined
}

async function remember(tx: Write, user: UserRow, { issuer, subject }: Arrival): Promise<void> {
  const createdAt = clock.timestamp()
  const { companyNo, id: userId } = user
  await insertRow(tx, 'ssoIdentities', { companyNo, issuer, subject, userId, createdAt })
  tx.log({ verb: 'singleSignOnLinked', kind: 'user', recordId: userId })
}

async function makePerson(
  tx: Write,
  { companyNo, ssoCreates }: CompanyRow,
  arrival: Arrival,
  address: string,
): Promise<UserRow> {
  let faults = 0
  const given = name('').parse(arrival.fullName, () => {
    faults += 1
  })
  const fullName = faults === 0 ? given : address.replace(/@.*$/s, '')
  const row = await tx.insert(user, {
    companyNo,
    createdBy: null,
    email: address,
    fullName,
    userType: ssoCreates === 'External' ? 'External' : 'Internal',
    status: 'Active',
    permissions: [],
    timeZone: 'UTC',
  })
  tx.log({ verb: 'created', kind: 'user', recordId: row.id })
  await remember(tx, row, arrival)
  return row
}
