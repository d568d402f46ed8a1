export interface UsedAssertionRow {
  clientId: string
  jti: string
  expiresAt: string
}

/** An opaque token, stored as a hash only. */
export interface AccessTokenRow {
  hash: string
  companyNo: number
  userId: string
  clientId: string | null
  /** The client's key that it was issued for. */
  keyId: string | null
  /** The sign-in session that it was issued for, and ends with. */
  sessionId: string | null
  scope: string
  issuedAt: string
  expiresAt: string
  revokedAt: string | null
}
