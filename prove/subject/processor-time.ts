import { readFileSync } from 'node:fs'

/** Milliseconds for which the main thread of a process has had a processor; NaN where the machine does not tell. */
export function processorTime(pid: number): number {
  try {
    const [nanoseconds = ''] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return Number(nanoseconds) / 1e6
  } catch {
    return Number.NaN
  }
}
