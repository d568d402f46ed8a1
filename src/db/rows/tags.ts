/** How many records of a workspace have a tag, without the trash; the slots add up. */
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
