import { stamp } from '../base/ids.ts'

/** A key that no content has had before and none will have again. */
export function newBlobKey(companyNo: number): string {
  return `${companyNo}/${stamp().id}`
}
