import { readFileSync } from 'node:fs'

/** The CPU time of a process's main thread, in milliseconds; NaN if the system does not report it. */
interface ProcessorTime {
  /** Time on a CPU. */
  had: number
  /** Time it was runnable but waited for a CPU. */
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

/** The slowdown of a process between two measurements, compared with an idle machine. */
export function slowedDown(before: ProcessorTime, after: ProcessorTime): number {
  const times = 1 + (after.waited - before.waited) / (after.had - before.had)
  return Number.isFinite(times) ? times : 1
}
