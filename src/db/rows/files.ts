export interface FileTagRow {
  companyNo: number
  tagId: string
  fileId: string
}

/** Somebody who follows a record. */
interface SubscriberRow {
  companyNo: number
  userId: string
  externalId: string | null
  createdAt: string
  updatedAt: string
  createdBy: string | null
}

export interface TaskSubscriberRow extends SubscriberRow {
  taskId: string
}

export interface MilestoneSubscriberRow extends SubscriberRow {
  milestoneId: string
}

export interface WorkspaceSubscriberRow extends SubscriberRow {
  workspaceId: string
}

/** Somebody who wants no notifications about a record, except of mentions. */
export interface MuteRow {
  companyNo: number
  userId: string
  recordId: string
  createdAt: string
  taskId: string | null
  fileId: string | null
  milestoneId: string | null
  workspaceId: string | null
}

/** A record that a person has opened. */
export interface RecentRow {
  companyNo: number
  userHash: string
  recordId: string
  kind: string
  openedAt: string
}

export interface FileSubscriberRow {
  companyNo: number
  fileId: string
  userId: string
  externalId: string | null
  createdAt: string
  updatedAt: string
  createdBy: string | null
}

/** `image` and `pdf`: a preview has yet to be created. */
export type PreviewState = 'none' | 'image' | 'pdf' | 'made' | 'failed'

/** Content, stored once per company and hash. */
export interface BlobRow {
  companyNo: number
  sha256: string
  size: number
  blobKey: string
  createdAt: string
  /** When the last reference to it was removed. */
  orphanedAt: string | null
  previewState: PreviewState
  previewKey: string | null
  previewSize: number | null
  previewSha256: string | null
  /** The person whose file needs the preview; empty if not known. */
  previewFor: string
}

/** The text inside content, for the search; empty if there is none. */
export interface FileTextRow {
  companyNo: number
  sha256: string
  kind: TextKind
  state: 'wanted' | 'read'
  content: string | null
}

/** How text is read from content. */
export type TextKind = 'plain' | 'html' | 'office' | 'pdf'

export interface DoomedBlobRow {
  blobKey: string
}

export interface StorageUseRow {
  companyNo: number
  usedBytes: number
}

/** An upload, finished or in progress, that is not a file yet. */
export interface DeferredAssetRow {
  companyNo: number
  /** A UUID. */
  id: string
  userId: string
  fileName: string
  mimeType: string
  size: number
  received: number
  /** Null while the upload is in progress. */
  sha256: string | null
  createdAt: string
  expiresAt: string
}

/** The part of a resumable upload that one request sent. */
export interface UploadPieceRow {
  companyNo: number
  assetId: string
  start: number
  size: number
  sha256: string
  blobKey: string
}
