import { readFileSync } from 'node:fs'

/** How the main thread of a process has fared, in milliseconds; NaN where the machine does not tell. */
interface ProcessorTime {
  /** For so long it had a processor. */
  had: number
  /** For so long it could have gone on, and others had the processors. */
  waited: number
}

export function processorTime(pid: number): ProcessorTime {
  try {
    const [had, waited] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')
    return { had: Number(had) / 1e6, waited: Number(waited) / 1e6 }
  } catch {
    return { had: Number.NaN, waited: Number.NaN }
  }
}

/** How many times as long as alone on its machine a process took, between two looks at it. */
export function slowedDown(before: ProcessorTime, after: ProcessorTime): number {
  const times = 1 + (after.waited - before.waited) / (after.had - before.had)
  return Number.isFinite(times) ? times : 1
}
