import { issueToken } from '../../src/auth/access-token.ts'
import { hashPassword } from '../../src/sign-in/passwords.ts'
import { withDatabase } from '../../test/support/seed.ts'
import type { MailServer } from '../../test/support/smtp-server.ts'
import { Caller } from '../caller.ts'
import type { Company } from '../company.ts'
import type { Faults } from '../proof.ts'
import type { Service, Settings } from '../service.ts'

/** The processes behind the balancer, and their callers. */
export interface Group {
  settings: Settings
  services: Service[]
  /** The metrics port of each process. */
  metricsPorts: readonly number[]
  /** The balancer's address. */
  url: string
  company: Company
  workspaceId: string
  people: readonly Person[]
  mail: MailServer
  faults: Faults
  long: boolean
}

interface Person {
  id: string
  email: string
  caller: Caller
}

export const password = 'correct horse battery staple'

/** Creates administrators, because each may lock what another has created; the first has a password. */
export async function makePeople(
  { settings, url, company }: Pick<Group, 'settings' | 'url' | 'company'>,
  count: number,
): Promise<Person[]> {
  const admin = new Caller(url, company.token)
  const made: { email: string; id: string }[] = []
  for (let n = 0; n < count; n += 1) {
    const email = `person${n}@example.com`
    const body = { email, fullName: `Person ${n}`, permissions: ['companyAdmin'] }
    made.push({ email, id: (await admin.ok('POST', '/v1/users', body)).body.id })
  }
  const hashed = await hashPassword(password)
  return withDatabase({ ...settings }, (db) =>
    db.transaction(async (tx) => {
      const { companyNo } = company
      const people: Person[] = []
      for (const { id, email } of made) {
        const token = await issueToken(tx, { companyNo, userId: id, clientId: null })
        people.push({ id, email, caller: new Caller(url, token) })
      }
      await tx.query
        .updateTable('users')
        .set({ passwordHash: hashed })
        .where('companyNo', '=', companyNo)
        .where('id', '=', people[0]?.id ?? '')
        .execute()
      return people
    }),
  )
}

export const times = <T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))

/** The number of each value. */
export function counted(values: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>()
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1)
  return [...counts]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([value, count]) => `${count} × ${value}`)
    .join(', ')
}
