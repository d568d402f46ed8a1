import { randomBytes } from 'node:crypto'
import { hashToken } from '../auth/access-token.ts'
import { clock } from '../base/clock.ts'
import type { Config } from '../base/config.ts'
import { type Problem, problem } from '../base/errors.ts'
import type { Reader } from '../db/database.ts'
import type { Write } from '../db/write.ts'
import { type InvitationPurpose, type InvitationRow, invitation } from '../schema/records/invitation.ts'
import type { UserRow } from '../schema/records/user.ts'

const hour = 3_600_000

/** The pages of the web application that links open; the token follows the `#`, which never reaches a log. */
const pages: Readonly<Record<InvitationPurpose, string>> = {
  Invitation: '/invitation',
  'Password reset': '/password-reset',
}

export interface LinkSite {
  publicUrl: string
  lasting: Config['lasting']
}

interface NewLink {
  user: UserRow
  createdBy: string | null
  mailed: boolean
  externalId?: string | null
}

/** Creates a one-time link to choose a password, and invalidates the person's earlier links. */
export async function makeLink(
  tx: Write,
  { user, createdBy, mailed, externalId = null }: NewLink,
  { publicUrl, lasting }: LinkSite,
): Promise<{ row: InvitationRow; link: string }> {
  await revokeLinksOf(tx, user)
  const purpose = user.passwordHash === null ? 'Invitation' : 'Password reset'
  const hours = purpose === 'Invitation' ? lasting.invitation : lasting.passwordReset
  const token = randomBytes(32).toString('base64url')
  const row = await tx.insert(invitation, {
    companyNo: user.companyNo,
    createdBy,
    externalId,
    userId: user.id,
    email: user.email,
    purpose,
    status: 'Pending',
    hash: hashToken(token),
    expiresAt: new Date(clock.now() + hours * hour).toISOString(),
    mailed,
  })
  tx.log({ verb: 'created', kind: 'invitation', recordId: row.id })
  return { row, link: `${publicUrl}${pages[purpose]}#${token}` }
}

/** Revokes unused links. */
export async function revokeLinksOf(
  tx: Write,
  { companyNo, id }: Pick<UserRow, 'companyNo' | 'id'>,
): Promise<void> {
  const pending = await tx.query
    .selectFrom('invitations')
    .select('id')
    .where('companyNo', '=', companyNo)
    .where('userId', '=', id)
    .where('status', '=', 'Pending')
    .execute()
  for (const { id: linkId } of pending) await closeLink(tx, companyNo, linkId, 'Revoked')
}

export async function closeLink(
  tx: Write,
  companyNo: number,
  id: string,
  status: 'Accepted' | 'Revoked',
): Promise<void> {
  const now = clock.timestamp()
  await tx.query
    .updateTable('invitations')
    .set({ status, updatedAt: now, acceptedAt: status === 'Accepted' ? now : null })
    .where('companyNo', '=', companyNo)
    .where('id', '=', id)
    .execute()
  tx.log({
    verb: status === 'Accepted' ? 'accepted' : 'revoked',
    kind: 'invitation',
    recordId: id,
    fields: ['status'],
  })
}

/** Finds the link of a token, and its person. Throws if it can no longer be used. */
export async function findLink(
  reader: Reader,
  token: string,
): Promise<{ invitation: InvitationRow; user: UserRow }> {
  const invitation = await reader.query
    .selectFrom('invitations')
    .selectAll()
    .where('hash', '=', hashToken(token))
    .executeTakeFirst()
  if (invitation === undefined)
    throw problem('not_found', 'This link is not valid. Check that you copied all of it.')
  if (invitation.status === 'Accepted') throw gone('This link was used before.')
  if (invitation.status === 'Revoked') throw gone('This link was replaced or withdrawn.')
  if (Date.parse(invitation.expiresAt) <= clock.now()) throw gone('This link has expired.')
  const user = await reader.query
    .selectFrom('users')
    .selectAll()
    .where('companyNo', '=', invitation.companyNo)
    .where('id', '=', invitation.userId)
    .executeTakeFirst()
  if (user?.status !== 'Active') throw gone('The person this link is for is no longer active.')
  return { invitation, user }
}

function gone(why: string): Problem {
  return problem('link_gone', `${why} Ask an administrator of your company for a new one.`)
}
