import { readdirSync, readFileSync, statSync } from 'node:fs'

/** The resident memory of a process in megabytes; NaN if the system does not report it. */
export function residentOf(pid: number): number {
  const told = read(() => readFileSync(`/proc/${pid}/status`, 'utf8'))
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(told ?? '')?.[1]) / 1024)
}

/** The number of its open files and connections. */
export function openedBy(pid: number): number {
  return read(() => readdirSync(`/proc/${pid}/fd`))?.length ?? Number.NaN
}

/** Megabytes; 0 if the file does not exist. */
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
