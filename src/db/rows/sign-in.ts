/** The seed of an authenticator app; valid once a code has confirmed it. */
export interface OneTimeCodeRow {
  companyNo: number
  userId: string
  /** Encrypted. */
  seed: string
  confirmedAt: string | null
  /** The step of the last accepted code: "a code is accepted once". */
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

/** The number of attempts, and when the next one is allowed. */
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
