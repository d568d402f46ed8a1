import { readdirSync, readFileSync, statSync } from 'node:fs'

/** Megabytes of memory that a process has; NaN where the machine does not tell. */
export function residentOf(pid: number): number {
  const told = read(() => readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(told ?? '')?.[1]) / 1024)
}

/** How many files and connections it has open. */
export function openedBy(pid: number): number {
  return read(() => readdirSync(`/proc/${pid}/fd`))?.length ?? Number.NaN
}

/** Megabytes; 0 where there is none. */
export function sizeOf(file: string): number {
  return Math.round((read(() => statSync(file))?.size ?? 0) / 2 ** 20)
}

function read<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
