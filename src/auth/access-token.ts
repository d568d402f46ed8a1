import { hash, randomBytes } from 'node:crypto'
import { clock } from '../base/clock.ts'
import type { Transaction } from '../db/database.ts'
import { insertRow } from '../db/records.ts'

/** Seconds; contract section 6. */
export const tokenLifetime = 3_600

/** The only scope: "fine-grained permissions are not available". */
export const userScope = 'cd.user'

interface TokenHolder {
  companyNo: number
  userId: string
  clientId: string | null
  keyId?: string
  sessionId?: string
}

/** "Access tokens are opaque, 256 bits, stored as a hash only with their scope." */
export async function issueToken(
  tx: Transaction,
  { companyNo, userId, clientId, keyId, sessionId }: TokenHolder,
  seconds: number = tokenLifetime,
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const now = clock.now()
  await insertRow(tx, 'accessTokens', {
    hash: hashToken(token),
    companyNo,
    userId,
    clientId,
    keyId: keyId ?? null,
    sessionId: sessionId ?? null,
    scope: userScope,
    issuedAt: new Date(now).toISOString(),
    expiresAt: new Date(now + seconds * 1000).toISOString(),
    revokedAt: null,
  })
  return token
}

export function hashToken(token: string): string {
  return hash('sha256', token, 'base64url')
}
