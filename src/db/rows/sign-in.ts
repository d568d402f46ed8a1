import type { RecordRow } from './record.ts'

export const sessionMethods = ['Password', 'Single sign-on', 'Invitation', 'Password reset', 'Setup'] as const
export type SessionMethod = (typeof sessionMethods)[number]

/** A sign-in session: what a cookie stands for. Its secret is kept as a hash only. */
export interface SessionRow extends RecordRow {
  userId: string
  hash: string
  /** `code`: the password was right, and a one-time code is still to come. */
  step: 'code' | 'done'
  method: SessionMethod
  address: string
  userAgent: string | null
  lastUsedAt: string
  /** When it ends unless it is used before. */
  expiresAt: string
  /** When it ends however it is used. */
  endsAt: string
}

export const invitationPurposes = ['Invitation', 'Password reset'] as const
export type InvitationPurpose = (typeof invitationPurposes)[number]

export const invitationStatuses = ['Pending', 'Accepted', 'Revoked'] as const

/** A link that lets one person choose a password, once. Its token is kept as a hash only. */
export interface InvitationRow extends RecordRow {
  userId: string
  email: string
  emailKey: string
  purpose: InvitationPurpose
  status: (typeof invitationStatuses)[number]
  hash: string
  expiresAt: string
  acceptedAt: string | null
  mailed: boolean
}

/** What an authenticator was given; it counts once a code has confirmed it. */
export interface OneTimeCodeRow {
  companyNo: number
  userId: string
  /** Sealed. */
  seed: string
  confirmedAt: string | null
  /** The step of the last code that was taken: "a code is accepted once". */
  lastStep: number
}

export interface RecoveryCodeRow {
  companyNo: number
  userId: string
  hash: string
}

export interface SsoDomainRow {
  domain: string
  companyNo: number
}

export interface SsoIdentityRow {
  companyNo: number
  issuer: string
  subject: string
  userId: string
  createdAt: string
}

/** How often something was tried, and until when it may not be tried again. */
export interface ThrottleRow {
  key: string
  attempts: number
  blockedUntil: string
  forgetAt: string
}

export interface MailRow {
  id: string
  companyNo: number
  dueAt: string
  attempts: number
  sealed: string
}
