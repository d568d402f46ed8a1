/** The version of a file whose content is shown. */
export interface ShownVersion {
  fileId: string
  name: string
  version: number
  size: number
  mimeType: string
}
