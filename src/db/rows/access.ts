export interface UsedAssertionRow {
  clientId: string
  jti: string
  expiresAt: string
}

/** An opaque token; only its hash is stored. */
export interface AccessTokenRow {
  hash: string
  companyNo: number
  userId: string
  clientId: string | null
  /** The client key that it was issued for. */
  keyId: string | null
  /** The session that it was issued for, and ends with. */
  sessionId: string | null
  scope: string
  issuedAt: string
  expiresAt: string
  revokedAt: string | null
}
