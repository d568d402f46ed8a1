/** The change log, contract section 10. `seq` is numbered by the feed. */
export interface ChangeRow {
  companyNo: number
  id: string
  seq: number | null
  createdAt: string
  type: string
  kind: string
  recordId: string
  workspaceId: string | null
  otherWorkspaceId: string | null
  userId: string | null
  clientId: string | null
  requestId: string
  /** Where somebody signed in from, or tried to. */
  address: string | null
  /** JSON list of the names of the fields that changed. */
  fields: string
}

export interface AllowanceRow {
  key: string
  left: number
  /** Seconds since the epoch, by the engine's clock. */
  at: number
}

export interface IdempotencyKeyRow {
  companyNo: number
  /** The API client or the user. */
  scope: string
  key: string
  requestHash: string
  status: number
  headers: string
  body: string
  createdAt: string
}

/**
 * What can go wrong with a backup. `lacking_contents`: it was made, but the service itself lacks contents. `gone`: its
 * folder holds none any more.
 */
export const backupFailures = [
  'disk_full',
  'unavailable',
  'refused',
  'stopped',
  'lacking_contents',
  'gone',
  'failed',
] as const

export type BackupFailure = (typeof backupFailures)[number]

/** How a backup went. */
export interface BackupRow {
  id: string
  startedAt: string
  /** Null while it is being made, or when it was stopped. */
  endedAt: string | null
  rowCount: number | null
  byteCount: number | null
  failure: BackupFailure | null
}

export interface LeaseRow {
  name: string
  owner: string
  expiresAt: string
}

/** An entry of what the database knows about its installation; see `src/db/installation.ts`. */
export interface InstallationRow {
  name: string
  value: string
}
