/** The common columns. `companyNo` is a small number that begins every key. */
export interface RecordRow {
  companyNo: number
  id: string
  externalId: string | null
  createdAt: string
  updatedAt: string
  createdBy: string | null
}

/** Records that go to the trash before they are purged. */
export interface Trashable {
  deletedAt: string | null
  deletedBy: string | null
}
