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
