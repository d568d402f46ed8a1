import type { RecordRow } from './record.ts'

/** An API client: a program of the company that acts as one of its users. */
export interface ClientRow extends RecordRow {
  name: string
  nameKey: string
  actAs: string
  compatibility: boolean
  status: 'Active' | 'Revoked'
  lastUsedAt: string | null
}

/** One of a client's keys; the private half is not kept. */
export interface ClientKeyRow extends RecordRow {
  clientId: string
  /** SPKI, as PEM. */
  publicKey: string
  fingerprint: string
  status: 'Active' | 'Revoked'
  lastUsedAt: string | null
}

export interface UsedAssertionRow {
  clientId: string
  jti: string
  expiresAt: string
}

/** Opaque tokens are kept as a hash only. */
export interface AccessTokenRow {
  hash: string
  companyNo: number
  userId: string
  clientId: string | null
  /** The client's key that it was issued for. */
  keyId: string | null
  /** The sign-in session that it was traded for; it ends with it. */
  sessionId: string | null
  scope: string
  issuedAt: string
  expiresAt: string
  revokedAt: string | null
}
