import type { RecordRow, Trashable } from './record.ts'

/** In the trash while what bears it is cleared, or moved to the tag that it was merged into. */
export interface TagRow extends RecordRow, Trashable {
  tagName: string
  tagNameKey: string
  mergedInto: string | null
}

/** How many records of a workspace bear a tag, the trash aside; the slots add up. */
export interface TagUseRow extends TagTotalRow {
  workspaceId: string
}

/** The same over all workspaces that are not in the trash. */
export interface TagTotalRow {
  companyNo: number
  tagId: string
  slot: number
  taskCount: number
  fileCount: number
}
