import { uploadTexts as words } from '../texts/uploads.ts'
import { ApiProblem } from './problem.ts'
import { Interrupted } from './send-content.ts'

/** Problems that go away. */
const busy = [408, 425, 429, 502, 503, 504]

/** Connections that may break in a row before an upload fails. */
const mostTries = 5
const longestPause = 30_000
const longestWait = 10 * 60_000

/** A second, then twice as long each time. Uploads that failed together do not all come back at once. */
const backOff = (tries: number): number =>
  Math.min(1_000 * 2 ** tries, longestPause) * (0.5 + Math.random() / 2)

/** How long to wait before the next try, in milliseconds; undefined if the person has to decide. */
export function pauseBefore(error: unknown, tries: number): number | undefined {
  if (error instanceof ApiProblem && busy.includes(error.status))
    return error.retryAfter === undefined ? backOff(tries) : Math.min(error.retryAfter * 1000, longestWait)
  return error instanceof Interrupted && tries < mostTries ? backOff(tries) : undefined
}

/** Whether a file is still as it was when it was added: it may have been moved, changed or deleted. */
export async function isReadable(file: Blob): Promise<boolean> {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

/** The headers that carry the name of a file. */
const nameHeaders = ['Content-Disposition', 'Upload-Metadata']

/** Whether the service refuses the name of the file. */
export const isNameFault = (error: unknown): boolean =>
  error instanceof ApiProblem &&
  error.faults.some(({ parameter }) => parameter !== undefined && nameHeaders.includes(parameter))

/** Why an upload failed, for the person. */
export function failureOf(error: unknown): string {
  if (error instanceof Interrupted) return words.interrupted
  if (error instanceof DOMException) return words.unreadable
  return error instanceof Error ? error.message : String(error)
}
