/** What every record has. `companyNo` is a small number that begins every key. */
export interface RecordRow {
  companyNo: number
  id: string
  externalId: string | null
  createdAt: string
  updatedAt: string
  createdBy: string | null
}

/** What goes to the trash before it is purged. */
export interface Trashable {
  deletedAt: string | null
  deletedBy: string | null
}
