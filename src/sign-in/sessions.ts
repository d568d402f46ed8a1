import { randomBytes } from 'node:crypto'
import { hashToken } from '../auth/access-token.ts'
import { clock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { isServed } from '../base/deleted-company.ts'
import type { Reader, Transaction } from '../db/database.ts'
import type { Write } from '../db/write.ts'
import type { CompanyRow } from '../schema/records/company.ts'
import { type SessionMethod, type SessionRow, session } from '../schema/records/session.ts'
import { readPermissions, type UserRow } from '../schema/records/user.ts'

type Lasting = Config['lasting']

const hour = 3_600_000
/** After the password, people have ten minutes to enter the one-time code. */
const codeMinutes = 10

export interface Visitor {
  address: string
  userAgent: string | null
}

interface NewSession {
  user: Pick<UserRow, 'companyNo' | 'id'>
  method: SessionMethod
  step: SessionRow['step']
  visitor: Visitor
}

/** Opens a session. `secret` goes into the cookie; only its hash is stored. */
export async function openSession(
  tx: Write,
  { user, method, step, visitor }: NewSession,
  lasting: Lasting,
): Promise<{ row: SessionRow; secret: string }> {
  const secret = randomBytes(32).toString('base64url')
  const began = clock.now()
  const createdAt = new Date(began).toISOString()
  const ends = began + (step === 'code' ? codeMinutes * 60_000 : lasting.session * hour)
  const row = await tx.insert(session, {
    companyNo: user.companyNo,
    createdBy: user.id,
    createdAt,
    userId: user.id,
    hash: hashToken(secret),
    step,
    method,
    ...visitor,
    lastUsedAt: createdAt,
    expiresAt: new Date(Math.min(ends, began + lasting.idleSession * hour)).toISOString(),
    endsAt: new Date(ends).toISOString(),
  })
  if (step === 'done') tx.log({ verb: 'signedIn', kind: 'session', recordId: row.id, fields: [method] })
  return { row, secret }
}

export type SignedIn = {
  session: SessionRow
  user: UserRow
  company: CompanyRow
}

/** The session of a cookie, if it is valid, its user is active, and its company may be used. */
export async function findSession(reader: Reader, secret: string): Promise<SignedIn | undefined> {
  const session = await reader.query
    .selectFrom('sessions')
    .selectAll()
    .where('hash', '=', hashToken(secret))
    .executeTakeFirst()
  if (session === undefined || Date.parse(session.expiresAt) <= clock.now()) return undefined
  const { companyNo, userId } = session
  const user = await reader.query
    .selectFrom('users')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .where('id', '=', userId)
    .executeTakeFirst()
  const company = await reader.query
    .selectFrom('companies')
    .selectAll()
    .where('companyNo', '=', companyNo)
    .executeTakeFirst()
  if (user?.status !== 'Active' || company === undefined) return undefined
  if (!isServed(company.deletedAt, readPermissions(user))) return undefined
  return { session, user, company }
}

/** Extends a session in use, up to its maximum lifetime. */
export async function useSession(
  tx: Transaction,
  { companyNo, id, endsAt }: SessionRow,
  { idleSession }: Lasting,
): Promise<void> {
  const now = clock.now()
  const expiresAt = new Date(Math.min(Date.parse(endsAt), now + idleSession * hour)).toISOString()
  await tx.query
    .updateTable('sessions')
    .set({ lastUsedAt: new Date(now).toISOString(), expiresAt })
    .where('companyNo', '=', companyNo)
    .where('id', '=', id)
    .execute()
}

/** Ends a session: deletes its row and revokes the tokens issued for it. */
export async function endSession(
  tx: Write,
  { companyNo, id, step }: Pick<SessionRow, 'companyNo' | 'id' | 'step'>,
  verb: 'signedOut' | 'ended',
): Promise<void> {
  await tx.query.deleteFrom('sessions').where('companyNo', '=', companyNo).where('id', '=', id).execute()
  if (step === 'done') tx.log({ verb, kind: 'session', recordId: id })
}

/** Ends all sessions of a person. */
export async function endSessionsOf(
  tx: Write,
  { companyNo, id }: Pick<UserRow, 'companyNo' | 'id'>,
  verb: 'signedOut' | 'ended' = 'ended',
): Promise<void> {
  const all = await tx.query
    .selectFrom('sessions')
    .select(['companyNo', 'id', 'step'])
    .where('companyNo', '=', companyNo)
    .where('userId', '=', id)
    .execute()
  for (const session of all) await endSession(tx, session, verb)
}
