import { stamp } from '../base/ids.ts'

/** A key that was never used before and never will be again. */
export function newBlobKey(companyNo: number): string {
  return `${companyNo}/${stamp().id}`
}
