import { useEffect, useReducer } from 'react'
import { type FileDetails, isLocked } from './file-data.ts'

/** The longest delay of `setTimeout`, in milliseconds. */
const longest = 2 ** 31 - 1

/** Renders the component again when the next of these locks ends, so that it offers what can be done from then on. */
export function useLockEnd(files: readonly (FileDetails | null | undefined)[]): void {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  const ends = files.flatMap((file) => (file && isLocked(file) ? [Date.parse(file.lockExpiresAt ?? '')] : []))
  const next = Math.min(...ends)
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return undefined
    let timer = 0
    const wait = (): void => {
      const end = (): void => (next > Date.now() ? wait() : drawAgain())
      timer = window.setTimeout(end, Math.min(next - Date.now(), longest))
    }
    wait()
    return () => clearTimeout(timer)
  }, [next])
}
